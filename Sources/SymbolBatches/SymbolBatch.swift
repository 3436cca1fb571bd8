import HostSystem
package import OutOfBand

/// Makes the pictures of a list, in order, in constant memory.
///
/// Rows are made in parallel and added to the sink in the order of the list, so that the result does not depend on the
/// number of jobs.
package struct SymbolBatch {
  package var jobs: Int
  package var shard: BatchShard?
  /// Whether the first row without a picture ends the batch.
  package var isStrict = false
  /// Whether several rows may have the same one-time token.
  package var allowsRepeatedTokens = false
  /// Makes the picture of a row.
  package var make: @Sendable (BatchItem) -> Result<BatchOutcome.Picture, BatchOutcome.Refusal>

  package init(
    jobs: Int, make: @escaping @Sendable (BatchItem) -> Result<BatchOutcome.Picture, BatchOutcome.Refusal>
  ) {
    (self.jobs, self.make) = (jobs, make)
  }

  /// The rows of a batch so far.
  package struct Count: Hashable, Sendable {
    package var made = 0
    package var refused = 0
    /// The first rows without a picture.
    package var firstRefusals: [BatchOutcome] = []
  }

  /// Ends a strict batch.
  package struct Refused: Error {
    package var outcome: BatchOutcome
  }

  /// Rows that are made between two additions to the sink.
  private static let chunk = 256

  /// - Parameter progress: Is told the count after each chunk.
  /// - Throws: Errors of the list and the sink; ``Refused``.
  package func run(
    _ list: inout MessageList, into sink: any BatchSink, progress: (Count) -> Void
  ) throws -> Count {
    var count = Count()
    var names = Set<Int>()
    var tokens = TokenRegister()
    var skipped = 0
    var rows: [Result<BatchItem, MessageListError>] = []
    let size = sink.isInteractive ? 1 : Self.chunk
    while true {
      let next = try list.next()
      if let next, case .success(let row) = next, let shard, !shard.contains(row.message) { continue }
      if let next {
        let named = next.flatMap { item($0, &names) }
        // Rows of an earlier run are read again for their names only.
        if skipped < sink.finishedRows { skipped += 1 } else { rows.append(named) }
      }
      if rows.count == size || next == nil, !rows.isEmpty {
        var outcomes = ParallelWork.map(rows.count, jobs: jobs) { [rows, make] in Self.outcome(of: rows[$0], make) }
        rows.removeAll(keepingCapacity: true)
        if !allowsRepeatedTokens { for i in outcomes.indices { Self.refuseRepeatedToken(&outcomes[i], &tokens) } }
        if isStrict, let refused = outcomes.first(where: \.isRefused) { throw Refused(outcome: refused) }
        try sink.add(outcomes)
        for outcome in outcomes {
          if outcome.isRefused {
            count.refused += 1
            if count.firstRefusals.count < 5 { count.firstRefusals.append(outcome) }
          } else {
            count.made += 1
          }
        }
        progress(count)
      }
      if next == nil { break }
    }
    try sink.finish()
    return count
  }

  /// Names a row, and refuses a name that an earlier row has.
  private func item(_ row: MessageRow, _ names: inout Set<Int>) -> Result<BatchItem, MessageListError> {
    do throws(MessageListError) {
      let item = try BatchItem(row)
      // The hash stands for the name, so that a million names take little memory.
      guard names.insert(item.name.hashValue).inserted else {
        throw MessageListError(line: row.line, reason: "an earlier row has the same name")
      }
      return .success(item)
    } catch { return .failure(error) }
  }

  private static func refuseRepeatedToken(_ outcome: inout BatchOutcome, _ tokens: inout TokenRegister) {
    guard case .success(let picture) = outcome.result, let token = picture.token,
      let earlier = tokens.line(ofEarlierUse: token, on: outcome.line)
    else { return }
    outcome.result = .failure(BatchOutcome.Refusal(TokenRegister.sentence(earlier: earlier)))
  }

  private static func outcome(
    of row: Result<BatchItem, MessageListError>,
    _ make: @Sendable (BatchItem) -> Result<BatchOutcome.Picture, BatchOutcome.Refusal>
  ) -> BatchOutcome {
    switch row {
    case .success(let item): BatchOutcome(line: item.row.line, name: item.name, result: make(item))
    case .failure(let error):
      BatchOutcome(line: error.line, name: nil, result: .failure(BatchOutcome.Refusal(error.reason)))
    }
  }
}

extension BatchOutcome {
  package var isRefused: Bool { if case .failure = result { true } else { false } }
}
