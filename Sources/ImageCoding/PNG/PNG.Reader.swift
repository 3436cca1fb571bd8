import CPNG
import Imaging

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

    /// - Parameter work: The most that is inflated; `nil` for any.
    func read(
      _ bytes: [UInt8], format: UInt32, channels: Int, maxPixels: Int, background: UInt8, within work: Work?
    ) throws(ImageCodingError) -> Pixels {
      var fault = oobqr_png_fault()
      // libpng also keeps the address of the bytes from the first call to the second.
      let result: Result<Pixels, ImageCodingError> = unsafe withUnsafeMutablePointer(to: &fault) { fault in
        unsafe bytes.withUnsafeBytes { file in
          var stream: UnsafeMutablePointer<FILE>?
          defer { if let open = unsafe stream { unsafe fclose(open) } }
          let hasBegun: Int32
          if let work {
            unsafe stream = oobqr_png_open_bounded(
              file.baseAddress?.assumingMemoryBound(to: UInt8.self), file.count, PNG.firstPixels(bytes), work.bytes,
              oobqr_png_blocks(any: work.blocks, with_tables: work.blocksWithTables), fault)
            guard let open = unsafe stream else {
              return .failure(.outOfMemory(format: .png))
            }
            unsafe hasBegun = png_image_begin_read_from_stdio(image, open)
          } else {
            unsafe hasBegun = png_image_begin_read_from_memory(image, file.baseAddress, file.count)
          }
          guard hasBegun != 0 else { return .failure(.undecoded(.png, reason)) }
          return finish(bytes, format: format, channels: channels, maxPixels: maxPixels, background: background)
        }
      }
      if let work, fault.has_more_blocks != 0 {
        throw .tooMuchWork(
          format: .png, amount: work.blocks + 1, work: "blocks of compressed pixels", limit: work.blocks)
      }
      if let work, fault.has_more_tables != 0 {
        let limit = work.blocksWithTables
        throw .tooMuchWork(
          format: .png, amount: limit + 1, work: "blocks of compressed pixels with code tables", limit: limit)
      }
      let found = Self.text(fault.reason)
      if !found.isEmpty { throw .undecoded(.png, found) }
      return try result.get()
    }

    private func finish(
      _ bytes: [UInt8], format: UInt32, channels: Int, maxPixels: Int, background: UInt8
    ) -> Result<Pixels, ImageCodingError> {
      let width = Int(unsafe image.pointee.width)
      let height = Int(unsafe image.pointee.height)
      do throws(ImageCodingError) { try checkSize(width: width, height: height, limit: maxPixels) } catch {
        return .failure(error)
      }
      // Without the flag, libpng treats 16-bit samples as linear light and makes them too bright.
      unsafe image.pointee.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
      let count = channels * width * height
      if PNG.isLinear(bytes) {
        unsafe image.pointee.format = format | UInt32(PNG_FORMAT_FLAG_LINEAR)
        var values = [UInt16](repeating: 0, count: count)
        guard unsafe png_image_finish_read(image, nil, &values, Int32(channels * width), nil) != 0 else {
          return .failure(.undecoded(.png, reason))
        }
        return .success((width, height, SRGB.encode(values)))
      }
      unsafe image.pointee.format = format
      // Transparent pixels are composited on the buffer's content.
      var pixels = [UInt8](repeating: background, count: count)
      guard unsafe png_image_finish_read(image, nil, &pixels, Int32(channels * width), nil) != 0 else {
        return .failure(.undecoded(.png, reason))
      }
      return .success((width, height, pixels))
    }

    private var reason: String { unsafe Self.text(image.pointee.message) }

    /// A C string in a fixed array of characters.
    private static func text<Characters>(_ characters: Characters) -> String {
      unsafe withUnsafeBytes(of: characters) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }

  /// Where the first chunk of pixels begins, whole or not; the end of the chunks if there is none.
  private static func firstPixels(_ bytes: [UInt8]) -> Int {
    var end = 8
    for chunk in chunks(of: bytes) {
      if isChunk(bytes, chunk, named: "IDAT") { return chunk.lowerBound }
      end = chunk.upperBound
    }
    return end
  }

  /// Whether a file is read as linear light of 16 bits: of interlaced pictures with 16 bits and without transparency, libpng 1.6.39
  /// returns every other row twice when it reduces them to eight bits.
  fileprivate static func isLinear(_ bytes: [UInt8]) -> Bool {
    headerSize(bytes) != nil && bytes.count > 28 && bytes[24] == 16 && bytes[28] == 1 && !hasTransparency(bytes)
  }
}
