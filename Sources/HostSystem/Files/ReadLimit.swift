/// How many bytes are read of a file, which may have no end.
public struct ReadLimit: Sendable {
  /// What becomes of a longer file that does not begin as expected.
  public enum Rest: Sendable {
    /// Its beginning is returned.
    case unread
    /// It is refused.
    case refused
  }

  /// The most bytes of a file that begins as expected.
  private let most: Int
  /// The most bytes of any other file.
  private let mostOtherwise: Int
  private let rest: Rest
  private let isExpected: @Sendable ([UInt8]) -> Bool

  /// - Parameter most: At least 0.
  public init(_ most: Int) { (self.most, mostOtherwise, rest, isExpected) = (most, most, .refused, { _ in true }) }

  /// - Parameters:
  ///   - most: Of a file that begins as expected.
  ///   - mostOtherwise: Of any other file; enough to decide how it begins.
  ///   - rest: What becomes of a longer one.
  ///   - isExpected: Looks at the beginning of a file.
  public init(
    _ most: Int, otherwise mostOtherwise: Int, rest: Rest, when isExpected: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    (self.most, self.mostOtherwise, self.rest, self.isExpected) = (most, mostOtherwise, rest, isExpected)
  }

  /// Whether more is read of a file after these bytes.
  ///
  /// - Throws: ``FileFailure/tooLong(path:limit:)`` if they are too many.
  public func allowsMore(after bytes: [UInt8], of path: String) throws(FileFailure) -> Bool {
    if bytes.count > most { throw .tooLong(path: path, limit: most) }
    guard bytes.count > mostOtherwise, !isExpected(bytes) else { return true }
    if case .unread = rest { return false }
    throw .tooLong(path: path, limit: mostOtherwise)
  }
}
