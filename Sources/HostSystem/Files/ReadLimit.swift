/// How many bytes are read of a file, which may have no end.
public struct ReadLimit: Sendable {
  /// What happens to a longer file that does not begin as expected.
  public enum LongFile: Sendable {
    /// Only its beginning is returned.
    case truncate
    case refuse
  }

  /// The most bytes of a file that begins as expected.
  private let most: Int
  /// The most bytes of any other file.
  private let mostOtherwise: Int
  private let longFile: LongFile
  private let isExpected: @Sendable ([UInt8]) -> Bool

  /// - Parameter most: At least 0.
  public init(_ most: Int) { self.init(most, otherwise: most, whenLonger: .refuse) { _ in true } }

  /// - Parameters:
  ///   - most: Of a file that begins as expected.
  ///   - mostOtherwise: Of any other file; enough to decide how it begins.
  ///   - longFile: What happens to a longer one.
  ///   - isExpected: Looks at the beginning of a file.
  public init(
    _ most: Int, otherwise mostOtherwise: Int, whenLonger longFile: LongFile,
    unless isExpected: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    (self.most, self.mostOtherwise, self.longFile, self.isExpected) = (most, mostOtherwise, longFile, isExpected)
  }

  /// The most bytes of a file that begins with these.
  func most(after bytes: [UInt8]) -> Int { isExpected(bytes) ? most : mostOtherwise }

  /// Whether more is read of a file after these bytes: not of one that is truncated.
  ///
  /// - Throws: ``FileFailure/tooLong(path:limit:)`` if they are too many.
  public func allowsMore(after bytes: [UInt8], of path: String) throws(FileFailure) -> Bool {
    if bytes.count <= mostOtherwise { return true }
    let limit = most(after: bytes)
    if bytes.count <= limit { return true }
    if limit == mostOtherwise, case .truncate = longFile { return false }
    throw .tooLong(path: path, limit: limit)
  }
}
