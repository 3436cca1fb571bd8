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

    /// - Parameter most: How many bytes of rows are inflated; `nil` for any number.
    func read(
      _ bytes: [UInt8], format: UInt32, channels: Int, maxPixels: Int, background: UInt8, inflatingAtMost most: Int?
    ) throws(ImageCodingError) -> Pixels {
      // libpng also keeps the address of the bytes from the first call to the second.
      let result: Result<Pixels, ImageCodingError> = unsafe bytes.withUnsafeBytes { file in
        var stream: UnsafeMutablePointer<FILE>?
        defer { if let open = unsafe stream { unsafe fclose(open) } }
        let hasBegun: Int32
        if let most, let pixels = PNG.chunks(of: bytes).first(where: { PNG.isChunk(bytes, $0, named: "IDAT") }) {
          unsafe stream = oobqr_png_open_bounded(
            file.baseAddress?.assumingMemoryBound(to: UInt8.self), file.count, pixels.lowerBound, most)
          unsafe hasBegun = stream.map { unsafe png_image_begin_read_from_stdio(image, $0) } ?? 0
        } else {
          unsafe hasBegun = png_image_begin_read_from_memory(image, file.baseAddress, file.count)
        }
        guard hasBegun != 0 else { return .failure(.undecodable(format: .png, reason: reason)) }
        let width = Int(unsafe image.pointee.width)
        let height = Int(unsafe image.pointee.height)
        do throws(ImageCodingError) { try checkSize(width: width, height: height, limit: maxPixels) } catch {
          return .failure(error)
        }
        unsafe image.pointee.format = format
        // Without the flag, libpng treats 16-bit samples as linear light and makes them too bright.
        unsafe image.pointee.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
        // Transparent pixels are composited on the buffer's content.
        var pixels = [UInt8](repeating: background, count: channels * width * height)
        guard unsafe png_image_finish_read(image, nil, &pixels, Int32(channels * width), nil) != 0 else {
          return .failure(.undecodable(format: .png, reason: reason))
        }
        return .success((width, height, pixels))
      }
      return try result.get()
    }

    /// libpng's message, a C string in a fixed array of 64 characters.
    private var reason: String {
      unsafe withUnsafeBytes(of: image.pointee.message) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }
}
