import CPNG

extension PNG {
  /// Owns libpng's reading state at a fixed address, which libpng keeps from call to call.
  @safe struct Reader: ~Copyable {
    private let image: UnsafeMutablePointer<png_image>

    init() {
      unsafe image = .allocate(capacity: 1)
      unsafe image.initialize(to: png_image())
      unsafe image.pointee.version = UInt32(PNG_IMAGE_VERSION)
    }

    deinit {
      unsafe png_image_free(image)
      unsafe image.deallocate()
    }

    /// - Parameters:
    ///   - format: libpng's name for what a pixel becomes, with that many `channels`.
    ///   - background: What transparent pixels are composited on.
    func read(
      _ file: [UInt8], format: UInt32, channels: Int, maxPixels: Int, background: UInt8
    ) throws(ImageCodingError) -> (width: Int, height: Int, pixels: [UInt8]) {
      // libpng keeps the address of the bytes from the first call to the second.
      let pixels: Result<[UInt8], ImageCodingError> = unsafe file.withUnsafeBytes { bytes in
        Result { () throws(ImageCodingError) in
          try check(unsafe png_image_begin_read_from_memory(image, bytes.baseAddress, bytes.count))
          let (width, height) = unsafe (Int(image.pointee.width), Int(image.pointee.height))
          try checkSize(width: width, height: height, limit: maxPixels)
          // Without the flag, libpng treats 16-bit samples as linear light and makes them too bright.
          unsafe image.pointee.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
          unsafe image.pointee.format = format
          let count = channels * width * height
          if PNG.isLinear(file) {
            unsafe image.pointee.format |= UInt32(PNG_FORMAT_FLAG_LINEAR)
            var values = [UInt16](repeating: 0, count: count)
            try check(unsafe png_image_finish_read(image, nil, &values, 0, nil))
            return SRGB.encode(values)
          }
          var pixels = [UInt8](repeating: background, count: count)
          try check(unsafe png_image_finish_read(image, nil, &pixels, 0, nil))
          return pixels
        }
      }
      let read = try pixels.get()
      // libpng accepts a file once the last pixel is there; without IEND the file is truncated.
      guard PNG.chunks(of: file).contains(where: { $0.type == "IEND" }) else {
        throw .undecodable(format: .png, reason: "the file ends before its IEND chunk")
      }
      return unsafe (Int(image.pointee.width), Int(image.pointee.height), read)
    }

    private func check(_ status: Int32) throws(ImageCodingError) {
      if status != 0 { return }
      let reason = unsafe withUnsafeBytes(of: image.pointee.message) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw .undecoded(.png, reason)
    }
  }

  /// Whether a file is read as linear light of 16 bits: of interlaced pictures with 16 bits and without transparency, libpng 1.6.39
  /// returns every other row twice when it reduces them to eight bits.
  private static func isLinear(_ bytes: [UInt8]) -> Bool {
    guard let header = Header(bytes) else { return false }
    return header.depth == 16 && header.isInterlaced && !mayBeTransparent(bytes)
  }
}
