public import OutOfBand
import TextFormats

/// A row that becomes a file.
public struct BatchItem: Hashable, Sendable {
  public var row: MessageRow
  /// The file's name without extension: the column `name`, or the line with at least six digits.
  public var name: String

  /// - Throws: A reason for a name that cannot be a file's name.
  public init(_ row: MessageRow) throws(MessageListError) {
    self.row = row
    if let name = row.fields["name"], !name.isEmpty {
      if let fault = Self.fault(in: name) { throw MessageListError(line: row.line, reason: fault) }
      self.name = name
    } else {
      name = DecimalText.padded(row.line, to: 6)
    }
  }

  /// - Parameter names: Hashes of the names of earlier rows, so that a million names take little memory.
  /// - Throws: Also if an earlier row has the same name.
  init(_ row: MessageRow, _ names: inout Set<Int>) throws(MessageListError) {
    try self.init(row)
    guard names.insert(name.hashValue).inserted else {
      throw MessageListError(line: row.line, reason: "an earlier row has the same name")
    }
  }

  /// Ninety bytes and an extension fit in any archive.
  private static let nameLimit = 90

  private static func fault(in name: String) -> String? {
    if name.utf8.count > nameLimit { return "the name is longer than \(nameLimit) bytes" }
    if Secrets().redacted(name) != name {
      return "the name is a message, and names become file names; use another name"
    }
    let shown = "the name '\(PrintableText.of(name).prefix(40))'"
    if name.utf8.contains(UInt8(ascii: "/")) || name.hasPrefix(".")
      || name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    {
      return "\(shown) cannot be a file's name: it contains a slash or a control character, or begins with a dot"
    }
    return nil
  }
}
