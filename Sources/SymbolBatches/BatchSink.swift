import TextFormats

/// The destination of a batch.
public protocol BatchSink {
  /// The rows that an interrupted run left behind here, which are not made again.
  var finishedRows: [FinishedRow] { get }
  /// Whether rows must be answered one by one, as they come.
  var isInteractive: Bool { get }
  /// Adds the outcomes of the next rows, in order.
  func add(_ outcomes: [BatchOutcome]) throws
  /// Ends the batch: all rows have been added.
  func finish() throws
}

/// What the index of an interrupted run says of a row. Texts are kept as hashes, so that a million rows take little memory.
public struct FinishedRow: Sendable {
  /// The line in the list.
  let line: Int
  let isRefused: Bool
  private let row: Int
  private let file: Int?

  /// - Parameter index: The line of the index; see ``BatchOutcome/indexLine(includesImage:)``.
  init(_ index: JSONValue) {
    (line, isRefused) = (index["line"]?.integer ?? 0, index["error"] != nil)
    (row, file) = (Self.hash(index["name"]?.text, index["message_sha256"]?.text), index["sha256"]?.text?.hashValue)
  }

  private static func hash(_ name: String?, _ digest: String?) -> Int { [name, digest].hashValue }

  /// Whether the row of a list is this one. A refused row has no name in the index if its name was the token.
  func isRow(line: Int, name: String?, message: [UInt8]?) -> Bool {
    let digest = message.map { SHA256.hexDigest(of: $0) }
    return line == self.line && (row == Self.hash(name, digest) || isRefused && row == Self.hash(nil, digest))
  }

  /// Whether a file is the picture of the row.
  func isFile(_ file: [UInt8]) -> Bool { SHA256.hexDigest(of: file).hashValue == self.file }
}

/// JSON lines with the pictures in them: one for each row, as soon as it is made.
public struct LineSink: BatchSink {
  private let write: ([UInt8]) throws -> Void

  public init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

  public var finishedRows: [FinishedRow] { [] }
  public var isInteractive: Bool { true }

  public func add(_ outcomes: [BatchOutcome]) throws {
    for outcome in outcomes { try write(Array((outcome.indexLine(includesImage: true) + "\n").utf8)) }
  }

  public func finish() {}
}
