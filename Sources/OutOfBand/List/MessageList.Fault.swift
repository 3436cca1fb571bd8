package import TextFormats

extension MessageList {
  /// Why a file is not a list, whatever is in its lines, with the remedy.
  package enum Fault: Error, Hashable, CustomStringConvertible {
    case spreadsheet, utf16

    /// Looks at the name and the first bytes of a file.
    ///
    /// - Parameters:
    ///   - stream: At its start; nothing is consumed.
    ///   - fileExtension: In lower case without its dot; empty for standard input.
    /// - Returns: `nil` for what may be a list.
    /// - Throws: Errors of the stream.
    package init?(_ stream: inout ByteStream, fileExtension: String) throws {
      let start = try stream.firstPiece().prefix(4)
      // Spreadsheets are zip archives.
      let isArchive = start.starts(with: [0x50, 0x4B, 0x03, 0x04]) && fileExtension != "zip"
      if isArchive || ["xlsx", "xls", "ods", "numbers"].contains(fileExtension) {
        self = .spreadsheet
      } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
        self = .utf16
      } else {
        return nil
      }
    }

    package var description: String {
      switch self {
      case .spreadsheet:
        "is a spreadsheet: save it as CSV (in Excel 'CSV UTF-8', in LibreOffice 'soffice --headless --convert-to csv FILE')"
      case .utf16: "is UTF-16: save it as UTF-8 (in Excel 'CSV UTF-8')"
      }
    }
  }
}
