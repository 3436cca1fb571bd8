import HostSystem
public import OutOfBand
import TextFormats

/// Makes the pictures of a list, in order, without keeping them in memory.
///
/// Rows are made in parallel and added to the sink in the order of the list, so that the result does not depend on the
/// number of jobs.
public struct SymbolBatch: Sendable {
  /// Threads, 1 or more.
  public var jobs: Int
  /// The part that is made; `nil` for all rows.
  public var shard: BatchShard?
  /// Whether the first row without a picture ends the batch.
  public var isStrict = false
  /// Whether several rows may have the same one-time token.
  public var allowsRepeatedTokens = false
  /// Makes the picture of a row; a row whose picture is refused with an error costs no other one.
  public var make: @Sendable (BatchItem) throws -> BatchOutcome.PictureFile
  /// The sentence about such an error.
  public var sentence: @Sendable (any Error) -> String = { "\($0)" }

  public init(jobs: Int, make: @escaping @Sendable (BatchItem) throws -> BatchOutcome.PictureFile) {
    (self.jobs, self.make) = (jobs, make)
  }

  /// The rows of a batch so far.
  public struct Count: Hashable, Sendable {
    /// Rows with a picture.
    public var made = 0
    /// Rows without one.
    public var refused = 0
    /// The first rows without a picture.
    public var firstRefusals: [BatchOutcome] = []
  }

  /// Ends a strict batch.
  public struct Refused: Error {
    /// The first row without a picture.
    public var outcome: BatchOutcome
  }

  /// The list is not the interrupted run's.
  public struct OtherList: Error, CustomStringConvertible {
    /// The line of the first row that differs from the interrupted run's.
    public var line: Int
    /// Whether the list ends before that line.
    public var isShorter = false

    public var description: String {
      (isShorter
        ? "line \(line), which the interrupted run finished, is no longer in the list"
        : "line \(line) is not the row that the interrupted run made there")
        + "; resume with the same list and options, or remove the .part files that it left behind"
    }
  }

  /// A list has no rows.
  public struct EmptyList: Error {}

  /// Rows that are made between two additions to the sink.
  private static let chunk = 256

  /// Makes the rows of a list.
  ///
  /// - Parameters:
  ///   - list: Is read to its end.
  ///   - sink: Gets the outcomes in the order of the list.
  ///   - progress: Called with the count after each chunk of rows.
  /// - Returns: The rows with and without a picture, those of an interrupted run included.
  /// - Throws: Errors of the list and the sink; ``Refused``; ``EmptyList``, unless the sink is interactive.
  public func run(
    _ list: inout MessageList, into sink: any BatchSink, progress: (Count) -> Void = { _ in }
  ) throws -> Count {
    var count = Count()
    var names = Set<Int>()
    var tokens = TokenRegister()
    var finished = sink.finishedRows[...]
    var rows: [Result<BatchItem, MessageListError>] = []
    let size = sink.isInteractive ? 1 : Self.chunk
    list.skipsBlankLines = !sink.isInteractive
    var isEmpty = true
    while true {
      // What precedes a fault of the list itself is made.
      var fault: (any Error)?
      var next: Result<MessageRow, MessageListError>?
      do { next = try list.next() } catch { fault = error }
      if let next {
        isEmpty = false
        // All rows have their names registered, so that a repeated one is refused in whatever part it is.
        let named = next.flatMap { row in Result { () throws(MessageListError) in try BatchItem(row, &names) } }
        guard isOurs(named) else { continue }
        if let done = finished.popFirst() {
          try skip(named, done, &tokens, isMadeAgain: count.made == 0 || finished.isEmpty)
          count.refused += done.isRefused ? 1 : 0
          count.made += done.isRefused ? 0 : 1
        } else {
          rows.append(named)
        }
      }
      if rows.count == size || next == nil, !rows.isEmpty {
        let outcomes = try outcomes(of: rows, &tokens)
        rows.removeAll(keepingCapacity: true)
        try sink.add(outcomes)
        let refused = outcomes.filter(\.isRefused)
        count.refused += refused.count
        count.made += outcomes.count - refused.count
        count.firstRefusals += refused.prefix(5 - count.firstRefusals.count)
        progress(count)
      }
      if let fault { throw fault }
      if next == nil { break }
    }
    // Before an empty list, which discards what it has begun: here that is the work of an earlier run.
    if let missing = finished.first { throw OtherList(line: missing.line, isShorter: true) }
    if isEmpty && !sink.isInteractive { throw EmptyList() }
    try sink.finish()
    return count
  }

  /// Makes rows.
  ///
  /// - Throws: ``Refused``.
  private func outcomes(
    of rows: [Result<BatchItem, MessageListError>], _ tokens: inout TokenRegister
  ) throws -> [BatchOutcome] {
    var outcomes = ParallelWork.map(rows.count, jobs: jobs) { outcome(of: rows[$0]) }
    for i in outcomes.indices { refuseToken(&outcomes[i], &tokens) }
    if isStrict, let refused = outcomes.first(where: \.isRefused) { throw Refused(outcome: refused) }
    return outcomes
  }

  /// Whether a row is in the part that is made. A row without a message is in the part of its line.
  private func isOurs(_ row: Result<BatchItem, MessageListError>) -> Bool {
    guard let shard else { return true }
    return switch row {
    case .success(let item): shard.contains(item.row.message)
    case .failure(let error): error.line % shard.count == shard.number - 1
    }
  }

  /// Registers the token of a row that an earlier run has made.
  ///
  /// - Parameter isMadeAgain: Whether its picture is compared, too, which options change.
  /// - Throws: ``OtherList`` if the list now has another row there.
  private func skip(
    _ row: Result<BatchItem, MessageListError>, _ done: FinishedRow, _ tokens: inout TokenRegister, isMadeAgain: Bool
  ) throws {
    switch row {
    case .success(let item):
      guard done.isRow(line: item.row.line, name: item.name, message: item.row.message) else {
        throw OtherList(line: item.row.line)
      }
      if done.isRefused { return }
      if isMadeAgain {
        guard let picture = try? make(item), done.isFile(picture.file) else { throw OtherList(line: item.row.line) }
      }
      if let token = item.row.recognized.payload?.token { _ = tokens.line(ofEarlierUse: token, on: item.row.line) }
    case .failure(let error):
      guard done.isRefused, done.isRow(line: error.line, name: nil, message: nil) else {
        throw OtherList(line: error.line)
      }
    }
  }

  /// Refuses a row whose name holds the one-time token, as names of files are seen by anybody, or whose token an earlier row has.
  private func refuseToken(_ outcome: inout BatchOutcome, _ tokens: inout TokenRegister) {
    guard case .success(let picture) = outcome.result, let token = picture.token else { return }
    if outcome.name?.contains(token.value) ?? false {
      outcome.name = nil
      outcome.result = .failure(BatchOutcome.Refusal("the name contains the one-time token, which is a secret"))
    } else if !allowsRepeatedTokens, let earlier = tokens.line(ofEarlierUse: token, on: outcome.line) {
      outcome.result = .failure(BatchOutcome.Refusal(TokenRegister.sentence(earlier: earlier)))
    }
  }

  private func outcome(of row: Result<BatchItem, MessageListError>) -> BatchOutcome {
    switch row {
    case .success(let item):
      BatchOutcome(
        line: item.row.line, name: item.name, messageDigest: SHA256.hexDigest(of: item.row.message),
        result: Result { () throws(BatchOutcome.Refusal) in
          do { return try make(item) } catch { throw error as? BatchOutcome.Refusal ?? .init(sentence(error)) }
        })
    case .failure(let error):
      BatchOutcome(line: error.line, name: nil, result: .failure(BatchOutcome.Refusal(error.reason)))
    }
  }
}

extension BatchOutcome {
  public var isRefused: Bool { if case .failure = result { true } else { false } }
}
