/// File formats that are recognised by their first bytes.
package enum FileSignature: CaseIterable, Hashable, Sendable {
  case png, jpeg, pdf
  case gzip, bzip2, xz, zstandard
  case zip, sevenZip, rar
  /// A compound file, the format of Excel 97–2003 (MS-CFB 2.2).
  case compoundFile

  /// The first bytes; of bzip2, those that precede the level.
  package var bytes: [UInt8] {
    switch self {
    // ISO/IEC 15948, 5.2.
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // SOI, and the first byte of the next marker (ISO/IEC 10918-1, B.1.1.3).
    case .jpeg: [0xFF, 0xD8, 0xFF]
    case .pdf: Array("%PDF-".utf8)
    case .gzip: [0x1F, 0x8B]
    case .bzip2: Array("BZh".utf8)
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A]
    case .zstandard: [0x28, 0xB5, 0x2F, 0xFD]
    case .zip: [0x50, 0x4B, 0x03, 0x04]
    case .sevenZip: Array("7z".utf8) + [0xBC, 0xAF]
    case .rar: Array("Rar!".utf8) + [0x1A]
    case .compoundFile: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    }
  }

  /// The most bytes that have to be seen of any format: those of bzip2.
  package static let mostBytes = 10

  /// Recognises a file by its first bytes; `nil` for a format that is not one of these.
  ///
  /// - Parameter start: ``mostBytes`` or more, or the whole file.
  package init?(start: some Collection<UInt8>) {
    guard let format = Self.allCases.first(where: { $0.begins(start) }) else { return nil }
    self = format
  }

  private func begins(_ start: some Collection<UInt8>) -> Bool {
    guard start.starts(with: bytes) else { return false }
    guard self == .bzip2 else { return true }
    // Text may begin with 'BZh', but not with a level and the number pi as well.
    let rest = start.dropFirst(bytes.count)
    return rest.first.map { UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0 } ?? false
      && rest.dropFirst().starts(with: "1AY&SY".utf8)
  }
}

extension ByteStream {
  /// Recognises a file at its start by its first bytes, without consuming them.
  ///
  /// - Throws: Errors of the source.
  package mutating func signature() throws -> FileSignature? {
    // Nothing after the first line is waited for, except in a PNG picture, whose signature has a line end. No text begins
    // with its first byte.
    let isPicture = try peek() == FileSignature.png.bytes.first
    return FileSignature(start: isPicture ? try prefix(FileSignature.mostBytes) : try start(FileSignature.mostBytes))
  }
}
