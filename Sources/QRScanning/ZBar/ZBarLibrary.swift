import CZBar
import Glibc

/// The functions of libzbar, which is opened on first use.
///
/// Debian's libzbar depends on X11, D-Bus, Video4Linux and a dozen more libraries, and loading them takes longer than the
/// rest of a command's start. Linked at build time, they would delay every command, also those that do not scan.
@safe struct ZBarLibrary: Sendable {
  // The signatures are those of zbar.h.
  let createScanner: @convention(c) () -> OpaquePointer?
  let destroyScanner: @convention(c) (OpaquePointer?) -> Void
  let configure: @convention(c) (OpaquePointer?, zbar_symbol_type_t, zbar_config_t, Int32) -> Int32
  let scanImage: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
  let createImage: @convention(c) () -> OpaquePointer?
  let destroyImage: @convention(c) (OpaquePointer?) -> Void
  let setFormat: @convention(c) (OpaquePointer?, UInt) -> Void
  let setSize: @convention(c) (OpaquePointer?, UInt32, UInt32) -> Void
  let setData: @convention(c) (OpaquePointer?, UnsafeRawPointer?, UInt, UnsafeRawPointer?) -> Void
  let firstSymbol: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let nextSymbol: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let type: @convention(c) (OpaquePointer?) -> zbar_symbol_type_t
  let dataLength: @convention(c) (OpaquePointer?) -> UInt32
  let data: @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
  let modifiers: @convention(c) (OpaquePointer?) -> UInt32
  let firstComponent: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let cornerCount: @convention(c) (OpaquePointer?) -> UInt32
  let cornerX: @convention(c) (OpaquePointer?, UInt32) -> Int32
  let cornerY: @convention(c) (OpaquePointer?, UInt32) -> Int32

  /// The library, or the reason why it cannot be opened; once per process.
  static let opened = Result { () throws(QRScanningError) in try ZBarLibrary(named: "libzbar.so.0") }

  /// - Throws: ``QRScanningError/zbarUnavailable(reason:)`` with the system's reason.
  init(named name: String) throws(QRScanningError) {
    // The library is never closed.
    guard let library = unsafe dlopen(name, RTLD_LAZY | RTLD_LOCAL) else {
      throw .zbarUnavailable(reason: unsafe String(cString: dlerror()))
    }
    func function<Signature>(_ symbol: String) throws(QRScanningError) -> Signature {
      guard let address = unsafe dlsym(library, symbol) else {
        throw .zbarUnavailable(reason: unsafe String(cString: dlerror()))
      }
      return unsafe unsafeBitCast(address, to: Signature.self)
    }
    unsafe createScanner = try function("zbar_image_scanner_create")
    unsafe destroyScanner = try function("zbar_image_scanner_destroy")
    unsafe configure = try function("zbar_image_scanner_set_config")
    unsafe scanImage = try function("zbar_scan_image")
    unsafe createImage = try function("zbar_image_create")
    unsafe destroyImage = try function("zbar_image_destroy")
    unsafe setFormat = try function("zbar_image_set_format")
    unsafe setSize = try function("zbar_image_set_size")
    unsafe setData = try function("zbar_image_set_data")
    unsafe firstSymbol = try function("zbar_image_first_symbol")
    unsafe nextSymbol = try function("zbar_symbol_next")
    unsafe type = try function("zbar_symbol_get_type")
    unsafe dataLength = try function("zbar_symbol_get_data_length")
    unsafe data = try function("zbar_symbol_get_data")
    unsafe modifiers = try function("zbar_symbol_get_modifiers")
    unsafe firstComponent = try function("zbar_symbol_first_component")
    unsafe cornerCount = try function("zbar_symbol_get_loc_size")
    unsafe cornerX = try function("zbar_symbol_get_loc_x")
    unsafe cornerY = try function("zbar_symbol_get_loc_y")
  }

  /// Opens the tables of all character sets that zbar converts from, and keeps them open; once per process.
  ///
  /// zbar opens some for every symbol, also where it converts nothing, and others if a symbol declares them (its
  /// qrdectxt.c). The C library loads each table from a file of its own, once, as long as a conversion is open.
  static let characterSets: Void = {
    // There is no part 12.
    let latin = (1...16).filter { $0 != 12 }.map { "ISO8859-\($0)" }
    for name in latin + ["SJIS", "BIG-5", "CP437", "UTF-8"] { _ = unsafe iconv_open("UTF-8", name) }
  }()
}
