package import TextFormats

extension MessageList {
  /// Why a file is not a list, whatever is in its lines, with the remedy.
  package enum Fault: Error, Hashable, CustomStringConvertible {
    case spreadsheet, compressed, archive, tar, picture, pdf, utf16, utf32

    /// Looks at the name and the first bytes of a file.
    ///
    /// - Parameters:
    ///   - stream: At its start; nothing is consumed. Nothing after the first line is waited for, except in a PNG picture.
    ///   - fileExtension: In lower case without its dot; empty for standard input.
    /// - Returns: `nil` for what may be a list.
    /// - Throws: Errors of the stream.
    package init?(_ stream: inout ByteStream, fileExtension: String) throws {
      let signature = try stream.signature()
      let start = try Array(stream.start(TarWriter.block))
      if Self.extensions.contains(fileExtension) || Self.isSpreadsheet(start, signature) {
        self = .spreadsheet
      } else if let signature {
        self = Self(signature)
      } else if start.starts(with: FileSignature.png.bytes.prefix(4)) {
        // A picture that was cut off, or whose line ends were converted.
        self = .picture
      } else if start.contains(0), start[0] != 0, TarReader.isArchive(start[...]) {
        self = .tar
      } else if ByteOrderMark.utf32.contains(where: start.starts) {
        self = .utf32
      } else if OutOfBandMessage.isUTF16(start.prefix(start.count / 2 * 2)) {
        self = .utf16
      } else {
        return nil
      }
    }

    package var description: String {
      switch self {
      case .spreadsheet:
        // Without its filter, LibreOffice 7 writes the encoding of the system's language, and '?' for other characters.
        "is a spreadsheet: save it as CSV (in Excel 'CSV UTF-8', in LibreOffice 'soffice --headless --convert-to "
          + "\"csv:Text - txt - csv (StarCalc):44,34,76,1\" FILE', which saves the first sheet)"
      case .compressed: "is compressed: unpack it first"
      case .archive, .tar: "is an archive: unpack it first"
      case .picture: "is a picture, not a list: 'oobqr scan' reads symbols in pictures"
      case .pdf: "is a PDF, not a list: export the table as CSV"
      case .utf16: "is UTF-16: save it as UTF-8 (in Excel 'CSV UTF-8')"
      case .utf32: "is UTF-32: save it as UTF-8"
      }
    }

    private static let extensions: Set<String> = [
      "xlsx", "xlsm", "xlsb", "xltx", "xltm", "xls", "xlt", "ods", "ots", "fods", "numbers",
    ]

    private init(_ signature: FileSignature) {
      switch signature {
      case .gzip, .bzip2, .xz, .zstandard: self = .compressed
      case .zip, .sevenZip, .rar: self = .archive
      case .png, .jpeg: self = .picture
      case .pdf: self = .pdf
      case .compoundFile: self = .spreadsheet
      }
    }

    /// Whether a file is an old Excel file, or an archive that begins as Office Open XML or OpenDocument do.
    private static func isSpreadsheet(_ start: [UInt8], _ signature: FileSignature?) -> Bool {
      guard signature == .zip else { return signature == .compoundFile }
      let name = start.dropFirst(30)
      return ["[Content_Types].xml", "mimetype", "_rels/", "xl/", "docProps/"].contains { name.starts(with: $0.utf8) }
    }
  }
}
