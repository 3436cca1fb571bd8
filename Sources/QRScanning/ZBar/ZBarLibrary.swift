import CZBar
import Glibc

/// The functions of libzbar, which is opened on first use.
///
/// Debian's libzbar depends on X11, D-Bus, Video4Linux and a dozen more libraries, and loading them takes longer than the
/// rest of a command's start. Linked at build time, they would delay every command, also those that do not scan.
@safe struct ZBarLibrary: Sendable {
  typealias Image = OpaquePointer
  typealias Scanner = OpaquePointer
  typealias Symbol = OpaquePointer

  // The signatures are those of zbar.h.
  let createScanner: @convention(c) () -> Scanner?
  let destroyScanner: @convention(c) (Scanner?) -> Void
  let configure: @convention(c) (Scanner?, zbar_symbol_type_t, zbar_config_t, Int32) -> Int32
  let scanImage: @convention(c) (Scanner?, Image?) -> Int32
  let createImage: @convention(c) () -> Image?
  let destroyImage: @convention(c) (Image?) -> Void
  let setFormat: @convention(c) (Image?, UInt) -> Void
  let setSize: @convention(c) (Image?, UInt32, UInt32) -> Void
  let setData: @convention(c) (Image?, UnsafeRawPointer?, UInt, UnsafeRawPointer?) -> Void
  let firstSymbol: @convention(c) (Image?) -> Symbol?
  let nextSymbol: @convention(c) (Symbol?) -> Symbol?
  let type: @convention(c) (Symbol?) -> zbar_symbol_type_t
  let dataLength: @convention(c) (Symbol?) -> UInt32
  let data: @convention(c) (Symbol?) -> UnsafePointer<CChar>?
  let modifiers: @convention(c) (Symbol?) -> UInt32
  let firstComponent: @convention(c) (Symbol?) -> Symbol?
  let cornerCount: @convention(c) (Symbol?) -> UInt32
  let cornerX: @convention(c) (Symbol?, UInt32) -> Int32
  let cornerY: @convention(c) (Symbol?, UInt32) -> Int32

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
}
