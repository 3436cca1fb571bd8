import CZBar
import Imaging

/// One pass of zbar over a picture.
enum ZBar {
  static func scan(_ image: GrayImage) throws(QRScanningError) -> [Detection] {
    let zbar = try ZBarLibrary.opened.get()
    // A scanner carries state from one picture to the next, so each picture gets a new one.
    guard let scanner = Scanner(zbar), let picture = Frame(zbar, width: image.width, height: image.height) else {
      throw .outOfMemory
    }
    // The picture has only the address of the pixels: everything is copied before they may move.
    return unsafe image.pixels.withUnsafeBytes { pixels in
      unsafe picture.borrow(pixels)
      return scanner.detections(in: picture)
    }
  }

  /// Owns a zbar image scanner with all symbologies but QR disabled.
  @safe private struct Scanner: ~Copyable {
    private let zbar: ZBarLibrary
    private let handle: OpaquePointer

    init?(_ zbar: ZBarLibrary) {
      guard let handle = unsafe zbar.createScanner() else { return nil }
      self.zbar = zbar
      unsafe self.handle = unsafe handle
      _ = unsafe zbar.configure(handle, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
      _ = unsafe zbar.configure(handle, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
      // Without it zbar guesses an encoding for the bytes and converts them to UTF-8.
      _ = unsafe zbar.configure(handle, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
      // Where nothing is found, zbar scans again for light on dark.
      _ = unsafe zbar.configure(handle, ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, 1)
    }

    deinit { unsafe zbar.destroyScanner(handle) }

    func detections(in picture: borrowing Frame) -> [Detection] {
      guard unsafe zbar.scanImage(handle, picture.handle) > 0 else { return [] }
      var found: [Detection] = []
      var next = unsafe zbar.firstSymbol(picture.handle)
      while let symbol = unsafe next {
        if unsafe zbar.type(symbol) == ZBAR_QRCODE, let detection = unsafe Detection(symbol, zbar) {
          found.append(detection)
        }
        unsafe next = unsafe zbar.nextSymbol(symbol)
      }
      return found
    }
  }

  /// Owns a zbar image, which borrows its pixels.
  @safe private struct Frame: ~Copyable {
    private let zbar: ZBarLibrary
    fileprivate let handle: OpaquePointer

    init?(_ zbar: ZBarLibrary, width: Int, height: Int) {
      guard let handle = unsafe zbar.createImage() else { return nil }
      self.zbar = zbar
      unsafe self.handle = unsafe handle
      // The four-character code for 8-bit gray, first character in the lowest byte.
      let gray = "Y800".utf8.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }
      unsafe zbar.setFormat(handle, gray)
      unsafe zbar.setSize(handle, UInt32(width), UInt32(height))
    }

    deinit { unsafe zbar.destroyImage(handle) }

    func borrow(_ pixels: UnsafeRawBufferPointer) {
      unsafe zbar.setData(handle, pixels.baseAddress, UInt(pixels.count), nil)
    }
  }
}

extension Detection {
  /// Copies message and corners out of a zbar symbol.
  ///
  /// zbar joins the parts of a set of symbols, also where their parity says that they are of different sets: then no symbol of
  /// the picture has the message.
  fileprivate init?(_ symbol: OpaquePointer, _ zbar: ZBarLibrary) {
    guard unsafe zbar.firstComponent(symbol) == nil else { return nil }
    guard let data = unsafe zbar.data(symbol), unsafe zbar.cornerCount(symbol) >= 4 else { return nil }
    let length = Int(unsafe zbar.dataLength(symbol))
    // zbar lists the corners anticlockwise: upper left, lower left, lower right, upper right.
    let points = (UInt32(0)..<4).map {
      unsafe ImagePoint(x: Double(zbar.cornerX(symbol, $0)), y: Double(zbar.cornerY(symbol, $0)))
    }
    var message = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: length))
    // Before the message zbar writes the application indicator of FNC1 in second position: two digits or a letter.
    if unsafe zbar.modifiers(symbol) & 1 << ZBAR_MOD_AIM.rawValue != 0 {
      message.removeFirst(
        message.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } == true ? min(2, length) : min(1, length))
    }
    if message.isEmpty { return nil }
    self.init(
      message: message,
      corners: Corners(topLeft: points[0], topRight: points[3], bottomRight: points[2], bottomLeft: points[1]),
      engine: .zbar)
  }
}
