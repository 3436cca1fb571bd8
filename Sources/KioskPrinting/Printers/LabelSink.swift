/// A destination that puts prepared symbols on labels: one implementation for each printer language.
public protocol LabelSink: AnyObject {
  /// Adds all copies of a symbol.
  ///
  /// - Throws: ``PrintError``, ``PrinterLanguageError``, and errors of the sink's `write` closure.
  func add(_ prepared: PreparedSymbol) throws -> AddedLabels

  /// Ends the file.
  func finish() throws
}

/// The result of adding a symbol to a ``LabelSink``.
public struct AddedLabels: Hashable, Sendable {
  /// The places of the copies, for sinks that have pages.
  public var places: [SheetWriter.Placement] = []
  /// Whether the caption ended in an ellipsis.
  public var isCaptionCut = false
  /// The number of characters in the caption that no installed font has.
  public var unknownCharacters = 0

  public init(places: [SheetWriter.Placement] = [], isCaptionCut: Bool = false, unknownCharacters: Int = 0) {
    (self.places, self.isCaptionCut, self.unknownCharacters) = (places, isCaptionCut, unknownCharacters)
  }
}

extension SheetWriter: LabelSink {
  public func add(_ prepared: PreparedSymbol) throws -> AddedLabels {
    var added = AddedLabels()
    for _ in 0..<prepared.row.copies {
      added.places.append(try add(prepared.printed, caption: prepared.row.caption, prepared.layout))
    }
    if let first = added.places.first {
      (added.isCaptionCut, added.unknownCharacters) = (first.isCaptionCut, first.unknownCharacters)
    }
    return added
  }
}
