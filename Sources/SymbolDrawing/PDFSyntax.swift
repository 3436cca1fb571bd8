import TextFormats

/// Parts of a PDF file (ISO 32000-1, 7.3.8 and 7.5).
package enum PDFSyntax {
  /// A stream with its dictionary.
  ///
  /// - Parameters:
  ///   - start: The dictionary's entries before the length.
  ///   - end: Those after it.
  package static func stream(_ bytes: [UInt8], _ start: String = "", _ end: String = "") -> [UInt8] {
    let entries = [start, "/Length \(bytes.count)", end].filter { !$0.isEmpty }.joined(separator: " ")
    return Array("<< \(entries) >>\nstream\n".utf8) + bytes + Array("\nendstream".utf8)
  }

  /// An object with its number, in lines of its own.
  package static func object(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    Array("\(number) 0 obj\n".utf8) + content + Array("\nendobj\n".utf8)
  }

  /// A line of the cross-reference table: the offset of an object.
  package static func entry(_ offset: Int) -> String { DecimalText.padded(offset, to: 10) + " 00000 n \n" }

  /// The end of the file.
  ///
  /// - Parameters:
  ///   - entries: Of the trailer's dictionary.
  ///   - table: The offset of the cross-reference table.
  package static func trailer(_ entries: String, table: Int) -> String {
    "trailer\n<< \(entries) >>\nstartxref\n\(table)\n%%EOF\n"
  }
}
