public import Imaging

extension GrayImage {
  /// Decodes a PNG or JPEG file, identified by its first bytes, turned as a viewer shows it (``PictureOrientation``).
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maxPixels: The most pixels (width × height) to decode; 1 or more.
  /// - Throws: ``ImageCodingError/unknownFormat(beginning:)``, or what ``PNG/decode(_:maxPixels:)`` and
  ///   ``JPEG/decode(_:maxPixels:)`` throw.
  public init(imageFile bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels) throws(ImageCodingError) {
    switch ImageFormat(signature: bytes) {
    case .png: self = try PNG.decode(bytes, maxPixels: maxPixels)
    case .jpeg: self = try JPEG.decode(bytes, maxPixels: maxPixels)
    case nil: throw .unknownFormat(beginning: Array(bytes.prefix(1024)))
    }
    self = shown(PictureOrientation(ofFile: bytes))
  }
}

extension ColorImage {
  /// Decodes a PNG or JPEG file to red, green and blue, turned as a viewer shows it.
  ///
  /// - Parameters: As for the same initialiser of `GrayImage`.
  /// - Throws: ``ImageCodingError``.
  public init(imageFile bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels) throws(ImageCodingError) {
    switch ImageFormat(signature: bytes) {
    case .png: self = try PNG.decodeColor(bytes, maxPixels: maxPixels)
    case .jpeg: self = try JPEG.decodeColor(bytes, maxPixels: maxPixels)
    case nil: throw .unknownFormat(beginning: Array(bytes.prefix(1024)))
    }
    self = shown(PictureOrientation(ofFile: bytes))
  }
}

/// Refuses a picture whose header declares more pixels than allowed.
func checkSize(width: Int, height: Int, limit: Int) throws(ImageCodingError) {
  let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
  if overflow || pixels > limit { throw .tooManyPixels(width: width, height: height, limit: limit) }
}
