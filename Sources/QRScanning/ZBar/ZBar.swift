import CZBar
import Imaging

/// One pass of zbar over a picture.
enum ZBar {
  static func scan(_ image: GrayImage) throws(QRScanningError) -> [Detection] {
    let zbar = try ZBarLibrary.opened.get()
    guard let pass = Pass(zbar, width: image.width, height: image.height) else {
      throw .zbarUnavailable(reason: "out of memory")
    }
    // zbar's picture has only the address of the pixels: everything is copied before they may move.
    return unsafe image.pixels.withUnsafeBytes { unsafe pass.detections(in: $0) }
  }

  /// Owns a zbar image scanner with all symbologies but QR disabled, and a zbar image. A scanner carries state from one picture to
  /// the next, so each picture gets a new one.
  @safe private struct Pass: ~Copyable {
    private let zbar: ZBarLibrary
    private let scanner: OpaquePointer
    private let picture: OpaquePointer

    init?(_ zbar: ZBarLibrary, width: Int, height: Int) {
      guard let scanner = unsafe zbar.createScanner() else { return nil }
      guard let picture = unsafe zbar.createImage() else {
        unsafe zbar.destroyScanner(scanner)
        return nil
      }
      self.zbar = zbar
      unsafe (self.scanner, self.picture) = (scanner, picture)
      _ = unsafe zbar.configure(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
      _ = unsafe zbar.configure(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
      // Without it zbar guesses an encoding for the bytes and converts them to UTF-8.
      _ = unsafe zbar.configure(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
      // Where nothing is found, zbar scans again for light on dark.
      _ = unsafe zbar.configure(scanner, ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, 1)
      // The four-character code for 8-bit gray, first character in the lowest byte.
      unsafe zbar.setFormat(picture, "Y800".utf8.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) })
      unsafe zbar.setSize(picture, UInt32(width), UInt32(height))
    }

    deinit {
      unsafe zbar.destroyImage(picture)
      unsafe zbar.destroyScanner(scanner)
    }

    func detections(in pixels: UnsafeRawBufferPointer) -> [Detection] {
      unsafe zbar.setData(picture, pixels.baseAddress, UInt(pixels.count), nil)
      guard unsafe zbar.scanImage(scanner, picture) > 0 else { return [] }
      var found: [Detection] = []
      var next = unsafe zbar.firstSymbol(picture)
      while let symbol = unsafe next {
        if unsafe zbar.type(symbol) == ZBAR_QRCODE, let detection = unsafe Detection(symbol, zbar) {
          found.append(detection)
        }
        unsafe next = unsafe zbar.nextSymbol(symbol)
      }
      return found
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
