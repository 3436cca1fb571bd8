import HostSystem
import KioskPrinting

/// The rows of a print run in the order in which they are sent, and the report that says which were.
///
/// The report gets its name when the first row was sent: a run that sends nothing leaves the last report as it is.
final class DeliveryLog {
  /// Copies of a row that are sent together.
  struct Part {
    var line: Int
    var copies: Int
    var bytes: Int
  }

  /// The parts of the output, in its order.
  private var parts: [Part] = []
  private var sent = 0
  private let file: PendingFile?
  /// Whether the report has its name.
  private var isNamed = false
  /// Whether the destination is a device or a pipe, which takes row by row.
  private let isStream: Bool
  private var report: PrintReport?
  /// The lengths of what was written since the last row.
  private var pieces: [Int] = []
  private var isUnknown = false
  /// Whether the report has its ending.
  private var isEnded = false

  /// - Parameters:
  ///   - path: The report's; `nil` for none. It is refused when it begins, if it is a file that was read until then.
  ///   - isStream: Whether the printer gets row by row, so that a row that was sent is printed.
  init(report path: String? = nil, isStream: Bool = false) throws {
    self.isStream = isStream
    if let path { try Console.current.refuseReplacing(path) }
    file = try path.map { try PendingFile($0, mode: FileMode.owner.bits) }
  }

  /// A log without a report.
  init() { (isStream, file) = (false, nil) }

  /// Begins the report.
  func report(
    stock: String, _ conditions: PrintConditions, rows: String?, isNative: Bool
  ) throws -> PrintReport? {
    guard file != nil else { return nil }
    let report = try PrintReport(stock: stock, conditions, rows: rows, isNative: isNative) { [unowned self] bytes in
      try file?.append(bytes, isDurable: isStream && isNamed)
    }
    self.report = report
    return report
  }

  /// Registers bytes of a sink that writes each row, or each of its copies, at once.
  func count(_ bytes: [UInt8]) { pieces.append(bytes.count) }

  /// Registers a row, to which the bytes since the last one belong.
  func add(line: Int, copies: Int) {
    defer { pieces = [] }
    if pieces.count == copies && isStream {
      for bytes in pieces { parts.append(Part(line: line, copies: 1, bytes: bytes)) }
    } else {
      parts.append(Part(line: line, copies: copies, bytes: pieces.reduce(0, +)))
    }
  }

  /// The bytes of each part; none for output that is useless in parts, such as a PDF, or is not printed at once.
  var lengths: [Int] { isStream ? parts.map(\.bytes) : [] }

  /// Records that a part was sent.
  func addSent(_ index: Int) throws {
    sent = index + 1
    try report?.addSent(line: parts[index].line, copies: parts[index].copies)
    try name()
  }

  /// Records that a queue has all rows, or has printed them.
  func addJob(isPrinted: Bool) throws {
    isUnknown = !isPrinted
    try name()
    if isPrinted { try addRest() }
  }

  /// Records that all parts were sent.
  func addRest() throws { while sent < parts.count { try addSent(sent) } }

  /// Gives a file with all parts its name, together with the whole report of them.
  func addAll(naming output: PendingFile) throws {
    for part in parts.dropFirst(sent) { try report?.addSent(line: part.line, copies: part.copies) }
    isEnded = true
    try report?.finish(.complete)
    try PendingFile.commit([output] + [file].compactMap { $0 })
    sent = parts.count
  }

  private func name() throws {
    guard let file, !isNamed else { return }
    try file.commit()
    isNamed = true
  }

  /// Ends the report.
  ///
  /// - Parameter isComplete: Whether everything was sent; otherwise a report without a row that was sent is discarded.
  func finish(isComplete: Bool) throws {
    guard !isEnded, report != nil, isComplete || isUnknown || isNamed else { return }
    try name()
    try report?.finish(isUnknown ? .unknown : isComplete ? .complete : .interrupted)
  }
}
