import CQREncode
import QRSymbology

/// Symbols made by libqrencode: a check on our own encoder, and the only encoder of Micro QR symbols.
enum LibQREncode {
  /// The segments that libqrencode encodes. It lives inside one call.
  @safe private struct Input: ~Copyable {
    private let input: OpaquePointer

    init(version: Int, level: QRSymbol.ErrorCorrectionLevel, isMicro: Bool) throws(QREncodingError) {
      let made =
        unsafe isMicro
        ? QRinput_newMQR(Int32(version), level.libqrencode) : QRinput_new2(Int32(version), level.libqrencode)
      guard let made = unsafe made else { throw .outOfMemory }
      unsafe input = unsafe made
    }

    deinit { unsafe QRinput_free(input) }

    func append(_ mode: QRencodeMode, _ bytes: [UInt8]) throws(QREncodingError) {
      if unsafe QRinput_append(input, mode, Int32(bytes.count), bytes) != 0 { throw .outOfMemory }
    }

    func appendECI(_ eci: Int) throws(QREncodingError) {
      if unsafe QRinput_appendECIheader(input, UInt32(eci)) != 0 { throw .outOfMemory }
    }

    /// Encodes, and returns the modules.
    func modules() throws(QREncodingError) -> [Bool] {
      guard let code = unsafe QRcode_encodeInput(input) else { throw .outOfMemory }
      defer { unsafe QRcode_free(code) }
      let count = Int(unsafe code.pointee.width) * Int(unsafe code.pointee.width)
      let bytes = unsafe UnsafeBufferPointer(start: code.pointee.data, count: count)
      // Bit 0 is the colour; the other bits are the function of the module.
      return unsafe bytes.map { $0 & 1 != 0 }
    }
  }

  /// - Throws: ``QREncodingError/outOfMemory``; ``QREncodingError/unsupported(engine:option:)`` for a chosen mask,
  ///   structured append and GS1 data, which its interface does not support for given segments, or encodes wrongly.
  static func symbol(
    _ segments: [SymbolReading.Segment], version: QRSymbol.Version, level: QRSymbol.ErrorCorrectionLevel,
    mask: QRSymbol.Mask?, header: SymbolHeader
  ) throws(QREncodingError) -> QRSymbol {
    if mask != nil { throw .unsupported(engine: .libqrencode, option: "a chosen mask") }
    // It writes designators of three bytes wrongly.
    if let eci = header.eci, eci >= 16_384 { throw .unsupported(engine: .libqrencode, option: "ECI \(eci)") }
    if header.isGS1 { throw .unsupported(engine: .libqrencode, option: "GS1 data") }
    if header.structuredAppend != nil { throw .unsupported(engine: .libqrencode, option: "structured append") }
    let input = try Input(version: version.number, level: level, isMicro: false)
    if let eci = header.eci { try input.appendECI(eci) }
    for segment in segments { try input.append(segment.mode.libqrencode, segment.bytes) }
    // The library does not report the mask it chose: QRSymbol reads it from the format information.
    let modules = try input.modules()
    guard let symbol = try? QRSymbol(modules: modules), symbol.level == level else {
      preconditionFailure("libqrencode returns a symbol of the requested level")
    }
    // It counts the bits of some designators twice, and takes the next version where a message fills the requested one.
    if symbol.version != version {
      let eci = header.eci.map { "ECI \($0) and " } ?? ""
      throw .unsupported(
        engine: .libqrencode, option: "\(eci)these \(segments.flatMap(\.bytes).count) bytes in version \(version)")
    }
    return symbol
  }

  static func symbol(
    _ segments: [SymbolReading.Segment], version: MicroQRSymbol.Version, level: QRSymbol.ErrorCorrectionLevel?
  ) throws(QREncodingError) -> MicroQRSymbol {
    let input = try Input(version: version.rawValue, level: level ?? .low, isMicro: true)
    for segment in segments { try input.append(segment.mode.libqrencode, segment.bytes) }
    let modules = try input.modules()
    guard let symbol = try? MicroQRSymbol(modules: modules), symbol.version == version, symbol.level == level
    else { preconditionFailure("libqrencode returns a Micro QR symbol of the requested version and level") }
    return symbol
  }
}

extension QRSymbol.ErrorCorrectionLevel {
  fileprivate var libqrencode: QRecLevel {
    switch self {
    case .low: QR_ECLEVEL_L
    case .medium: QR_ECLEVEL_M
    case .quartile: QR_ECLEVEL_Q
    case .high: QR_ECLEVEL_H
    }
  }
}

extension SymbolReading.Mode {
  fileprivate var libqrencode: QRencodeMode {
    switch self {
    case .numeric: QR_MODE_NUM
    case .alphanumeric: QR_MODE_AN
    case .byte: QR_MODE_8
    case .kanji: QR_MODE_KANJI
    case .hanzi: preconditionFailure("messages are not divided into Hanzi segments")
    }
  }
}
