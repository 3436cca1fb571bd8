import CTurboJPEG
public import Imaging

extension JPEG {
  /// Encodes a gray picture.
  ///
  /// - Parameters:
  ///   - image: What is encoded.
  ///   - quality: 1…100, the IJG's scale.
  /// - Throws: ``ImageCodingError/unencodable(format:reason:)`` above 65,500 pixels on a side, ``ImageCodingError/outOfMemory``.
  public static func encode(_ image: GrayImage, quality: Int) throws(ImageCodingError) -> [UInt8] {
    try encode(
      image.pixels, width: image.width, height: image.height, quality: quality, format: TJPF_GRAY,
      subsampling: TJSAMP_GRAY)
  }

  /// Encodes a colour picture with chroma at half the resolution (4:2:0), as cameras do.
  ///
  /// - Parameters:
  ///   - image: What is encoded.
  ///   - quality: 1…100, the IJG's scale.
  /// - Throws: ``ImageCodingError/unencodable(format:reason:)`` above 65,500 pixels on a side, ``ImageCodingError/outOfMemory``.
  public static func encode(_ image: ColorImage, quality: Int) throws(ImageCodingError) -> [UInt8] {
    try encode(
      image.pixels, width: image.width, height: image.height, quality: quality, format: TJPF_RGB,
      subsampling: TJSAMP_420)
  }

  private static func encode(
    _ pixels: [UInt8], width: Int, height: Int, quality: Int, format: TJPF, subsampling: TJSAMP
  ) throws(ImageCodingError) -> [UInt8] {
    precondition(1...100 ~= quality, "a JPEG's quality is 1…100")
    guard let handle = unsafe tjInitCompress() else { throw .outOfMemory }
    defer { _ = unsafe tjDestroy(handle) }
    var file: UnsafeMutablePointer<UInt8>?
    defer { unsafe tjFree(file) }
    var length: UInt = 0
    // The accurate transform uses integers: the result is the same on every machine.
    let status = unsafe tjCompress2(
      handle, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &file, &length,
      Int32(subsampling.rawValue), Int32(quality), TJFLAG_ACCURATEDCT)
    guard status == 0, let bytes = unsafe file else {
      throw .unencodable(format: .jpeg, reason: unsafe String(cString: tjGetErrorStr2(handle)))
    }
    return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(length)))
  }
}
