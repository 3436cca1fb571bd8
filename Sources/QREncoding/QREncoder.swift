import CQREncode
public import QRSymbology

/// An encoder of messages as QR symbols, through libqrencode.
///
/// ```swift
/// let symbol = try QREncoder(level: .medium).encode("https://example.com")
/// symbol.version.number  // 2
/// symbol.size            // 25
/// ```
public struct QREncoder: Hashable, Sendable {
  /// The error correction level of the symbols.
  public var level: QRSymbol.ErrorCorrectionLevel
  /// The version of the symbols; `nil` for the smallest that holds the message.
  public var version: QRSymbol.Version?

  public init(level: QRSymbol.ErrorCorrectionLevel = .medium, version: QRSymbol.Version? = nil) {
    self.level = level
    self.version = version
  }

  /// Encodes a text's UTF-8 bytes.
  ///
  /// - Throws: As ``encode(_:)-([UInt8])``.
  public func encode(_ text: String) throws(QREncodingError) -> QRSymbol {
    try encode(Array(text.utf8))
  }

  /// Encodes bytes, as one byte-mode segment (ISO/IEC 18004:2015, 7.4.5).
  ///
  /// Nothing is added, dropped or converted: NUL is a byte like any other.
  ///
  /// - Parameter message: 1…2953 bytes; how many fit depends on level and version.
  /// - Returns: A symbol at ``level``, without a quiet zone. The mask is the one with the lowest penalty.
  /// - Throws: ``QREncodingError/emptyMessage``; ``QREncodingError/messageTooLong(bytes:limit:level:)`` when
  ///   version 40 is too small; ``QREncodingError/versionTooSmall(bytes:version:limit:level:fitting:)`` when
  ///   ``version`` is; ``QREncodingError/outOfMemory``.
  public func encode(_ message: [UInt8]) throws(QREncodingError) -> QRSymbol {
    let version = try fittingVersion(for: message.count)
    // The string functions of libqrencode stop at NUL; this one takes a length.
    let code = unsafe QRcode_encodeData(Int32(message.count), message, Int32(version.number), level.libqrencode)
    guard let code = unsafe code else { throw .outOfMemory }
    defer { unsafe QRcode_free(code) }

    let count = Int(unsafe code.pointee.width) * Int(unsafe code.pointee.width)
    let bytes = unsafe UnsafeBufferPointer(start: code.pointee.data, count: count)
    // Bit 0 is the colour; the other bits are the function of the module.
    let modules = unsafe bytes.map { $0 & 1 != 0 }
    // The library does not report the mask it chose: QRSymbol reads it from the format information.
    guard let symbol = try? QRSymbol(modules: modules), symbol.version == version, symbol.level == level else {
      preconditionFailure("libqrencode returns a symbol of the requested version and level")
    }
    return symbol
  }

  /// Returns the requested version if it is large enough; without a request, the smallest that is.
  private func fittingVersion(for bytes: Int) throws(QREncodingError) -> QRSymbol.Version {
    guard bytes > 0 else { throw .emptyMessage }
    guard let smallest = QRSymbol.Version.smallest(holding: bytes, at: level) else {
      let limit = QRSymbol.Version.all[39].byteCapacity(at: level)
      throw .messageTooLong(bytes: bytes, limit: limit, level: level)
    }
    guard let version else { return smallest }
    guard version >= smallest else {
      let limit = version.byteCapacity(at: level)
      throw .versionTooSmall(bytes: bytes, version: version, limit: limit, level: level, fitting: smallest)
    }
    return version
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
