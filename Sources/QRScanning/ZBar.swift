import CZBar
import QRSymbology

/// One pass of zbar over a picture.
enum ZBar {
  static func scan(_ image: GrayImage) throws(QRScanningError) -> [Detection] {
    // A scanner that has seen another picture carries state from it, so each picture gets a fresh one.
    guard let scanner = Scanner(), let picture = Picture(width: image.width, height: image.height) else {
      throw .outOfMemory
    }
    // The picture keeps only the address of the pixels: everything is read out before they may move.
    return unsafe image.pixels.withUnsafeBytes { pixels in
      unsafe picture.borrow(pixels)
      return scanner.detections(in: picture)
    }
  }

  /// Owns a zbar image scanner that looks for QR symbols alone.
  @safe private struct Scanner: ~Copyable {
    private let handle: OpaquePointer

    init?() {
      guard let handle = unsafe zbar_image_scanner_create() else { return nil }
      unsafe self.handle = unsafe handle
      unsafe zbar_image_scanner_set_config(handle, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
      unsafe zbar_image_scanner_set_config(handle, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
      // Without it zbar guesses an encoding for the bytes and converts them to UTF-8.
      unsafe zbar_image_scanner_set_config(handle, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    }

    deinit { unsafe zbar_image_scanner_destroy(handle) }

    func detections(in picture: borrowing Picture) -> [Detection] {
      guard unsafe zbar_scan_image(handle, picture.handle) > 0 else { return [] }
      var found: [Detection] = []
      var next = unsafe zbar_image_first_symbol(picture.handle)
      while let symbol = unsafe next {
        if unsafe zbar_symbol_get_type(symbol) == ZBAR_QRCODE, let detection = unsafe Detection(symbol) {
          found.append(detection)
        }
        unsafe next = unsafe zbar_symbol_next(symbol)
      }
      return found
    }
  }

  /// Owns a zbar image, which borrows its pixels.
  @safe private struct Picture: ~Copyable {
    fileprivate let handle: OpaquePointer

    init?(width: Int, height: Int) {
      guard let handle = unsafe zbar_image_create() else { return nil }
      unsafe self.handle = unsafe handle
      // The four-character code for 8-bit gray, first character in the lowest byte.
      let gray = "Y800".utf8.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }
      unsafe zbar_image_set_format(handle, gray)
      unsafe zbar_image_set_size(handle, UInt32(width), UInt32(height))
    }

    deinit { unsafe zbar_image_destroy(handle) }

    func borrow(_ pixels: UnsafeRawBufferPointer) {
      unsafe zbar_image_set_data(handle, pixels.baseAddress, UInt(pixels.count), nil)
    }
  }
}

extension Detection {
  /// Copies message and corners out of a zbar symbol.
  fileprivate init?(_ symbol: OpaquePointer) {
    let length = Int(unsafe zbar_symbol_get_data_length(symbol))
    guard let data = unsafe zbar_symbol_get_data(symbol), unsafe zbar_symbol_get_loc_size(symbol) >= 4 else {
      return nil
    }
    let message = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: length))
    // zbar walks the corners anticlockwise: upper left, lower left, lower right, upper right.
    let points = (UInt32(0)..<4).map {
      unsafe ImagePoint(
        x: Double(zbar_symbol_get_loc_x(symbol, $0)), y: Double(zbar_symbol_get_loc_y(symbol, $0)))
    }
    self.init(
      message: message,
      corners: Corners(topLeft: points[0], topRight: points[3], bottomRight: points[2], bottomLeft: points[1]),
      engine: .zbar)
  }
}
