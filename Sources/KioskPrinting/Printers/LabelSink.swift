public import Typesetting

/// A destination that puts prepared symbols on labels: one implementation for pages, and one for labels.
public protocol LabelSink: AnyObject {
  /// Adds all copies of a symbol.
  ///
  /// - Throws: `TypesettingFailure`, ``PrintFault``, and errors of the sink's `write` closure.
  func add(_ prepared: PreparedSymbol) throws -> AddedLabels

  /// Ends the file.
  func finish() throws
}

/// The result of adding a symbol to a ``LabelSink``.
public struct AddedLabels: Hashable, Sendable {
  /// The places of the copies, for sinks that have pages.
  public var places: [SheetWriter.Placement] = []
  /// What happened to the caption.
  public var caption = CaptionFindings()
}

extension SheetWriter: LabelSink {
  public func add(_ prepared: PreparedSymbol) throws -> AddedLabels {
    var added = AddedLabels()
    for _ in 0..<prepared.row.copies {
      added.places.append(try add(prepared.printed, caption: prepared.row.caption, prepared.layout))
    }
    if let first = added.places.first { added.caption = first.caption }
    return added
  }
}
