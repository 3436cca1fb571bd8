public import OutOfBand
package import TextFormats

/// A reader for the rows of a print list, one by one: a `MessageList` with captions and copies.
///
/// The columns `caption` and `copies` are optional, and captions may use further columns.
public struct PrintList {
  private var list: MessageList
  private var caption: RowCaption

  /// - Throws: `MessageListError` if the header lacks a column; errors of the stream.
  package init(
    _ stream: ByteStream, _ format: MessageList.Format, caption: RowCaption, form: PayloadForm,
    columns: [String: String] = [:], note: @escaping (String) -> Void = { _ in }
  ) throws {
    (list, self.caption) = (try MessageList(stream, format, form: form, columns: columns, note: note), caption)
    let columns = list.columns ?? []
    // In any case, as the columns of messages are.
    self.caption.template?.renameColumns { name in
      let others = columns.filter { $0.lowercased() == name.lowercased() }
      return columns.contains(name) ? name : others.first ?? name
    }
    if list.columns != nil, let missing = self.caption.columns.first(where: { !columns.contains($0) }) {
      let found = list.header.joined(separator: ", ")
      throw MessageListError(
        line: 1,
        reason: "--caption uses a column '\(missing)', which the header lacks; its columns are \(found.prefix(80))"
          + RowCaption.hint(for: missing))
    }
  }

  /// The columns of a list without captions that hold neither messages nor copies.
  package var unprintedColumns: [String] {
    caption.template != nil || list.columns?.contains("caption") ?? true ? [] : list.columns(besides: "copies")
  }

  /// Returns the next row, or the reason why it cannot be printed; `nil` at the end.
  ///
  /// - Throws: Errors of the stream, if the list itself cannot be read.
  public mutating func next() throws -> Result<PrintRow, MessageListError>? {
    try list.next()?.flatMap { row in Result { () throws(MessageListError) in try printRow(row) } }
  }

  /// Reads the rest of the list.
  ///
  /// - Throws: As ``next()``.
  public mutating func all() throws -> [Result<PrintRow, MessageListError>] {
    var rows: [Result<PrintRow, MessageListError>] = []
    while let row = try next() { rows.append(row) }
    return rows
  }

  private func printRow(_ row: MessageRow) throws(MessageListError) -> PrintRow {
    func refusal(_ reason: String) -> MessageListError { MessageListError(line: row.line, reason: reason) }
    var printed = PrintRow(row)
    if let copies = row.fields["copies"], !copies.isEmpty {
      guard let count = Int(copies.filter { $0 != " " }), PrintRow.copiesRange ~= count else {
        throw refusal("copies '\(copies.prefix(20))' is not a whole number in 1…10000, such as 25")
      }
      printed.copies = count
    }
    if let missing = caption.columns.first(where: { row.fields[$0] == nil }) {
      throw refusal("--caption uses '\(missing)', which the row lacks")
    }
    let token = caption.uses("token") ? printed.recognize().payload?.token : nil
    printed.caption = caption.caption(of: row.fields, line: row.line, token: token.map { "\($0)" })
    // Pango's text ends at NUL.
    if printed.caption?.utf8.contains(0) ?? false { throw refusal("the caption contains a NUL") }
    return printed
  }
}
