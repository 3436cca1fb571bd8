import ArgumentParser
import Association
import CommandSupport
import ConfinedReading
import Diagnosis
import HandsetSimulation
import HostSystem
import OutOfBand
import QREncoding
import QRSymbology
import TextFormats

/// A run of `oobqr check` over its inputs: text and JSON are printed as messages are checked, the rest at the end.
struct CheckRun {
  let command: CheckCommand
  private let ignored: Set<Diagnostic.Rule>
  let console = Console.current
  private let reader: PictureReader
  private let files: AppAssociation?
  let policy: TrustPolicy?
  /// Messages that inputs hold.
  private var reports: [CheckReport] = []
  /// Messages with findings that the lines of a list hold, for SARIF.
  var listed: [CheckReport] = []
  /// The test cases for the lines of a list, for JUnit.
  var listedCases: [JUnit.TestCase] = []
  /// The worst finding about a line of a list.
  var worstListed: Diagnostic.Severity?
  private var unread: [(path: String, reason: String)] = []
  /// Files below a folder that hold no message.
  private var leftOut: [(path: String, reason: String)] = []
  /// Files below a folder that hold plain text and are not named like messages.
  private var documents: [String] = []
  var failure: Int32 = 0
  /// Whether a policy would have been compared with some message.
  private var lacksPolicy = false

  init(_ command: CheckCommand) throws {
    self.command = command
    var grading = PictureReader.Options()
    grading.grades = true
    reader = command.jailOptions.reader(grading)
    files = try command.association.map(AppAssociation.init(folder:))
    ignored = try command.ignoredRules()
    policy = try command.checkOptions.trustPolicy()
  }

  // MARK: Inputs

  /// Refuses a standard output that is one of the inputs, before anything is written.
  func refuseOutputIntoInputs() throws {
    for input in command.inputs + [command.list].compactMap(\.self) {
      try Console.refuseStandardOutput(input)
      guard command.recursive, input != "-", FileSystem.isDirectory(input) else { continue }
      for case .success(let path) in FileSystem.files(below: input, skipsHidden: true) {
        try Console.refuseStandardOutput(path)
      }
    }
  }

  /// Checks an input, or the files below it.
  mutating func check(_ input: String) throws {
    guard input != "-", FileSystem.isDirectory(input) else { return try check(file: input, isBelowFolder: false) }
    guard command.recursive else {
      return fail(
        input,
        CommandFailure(
          "'\(input)' is a directory; use -r to check the files below it", exitCode: CommandFailure.noInput))
    }
    let count = reports.count + unread.count
    for entry in FileSystem.files(below: input, skipsHidden: true) {
      switch entry {
      case .failure(let error): fail(input, CommandFailure(error))
      case .success(let path) where path.hasSuffix("/" + TrustPolicy.fileName): break
      case .success(let path): try check(file: path, isBelowFolder: true)
      }
    }
    if reports.count + unread.count == count {
      fail(input, CommandFailure("no file below '\(input)' holds a message"))
    }
  }

  private mutating func check(file: String, isBelowFolder: Bool) throws {
    let messages: [MessageInput.Message]
    do { messages = try MessageInput(file, reader: reader).messages() } catch {
      let refusal = CommandFailure(error)
      if isBelowFolder, error is OtherPicture {
        leftOut.append((file, "a picture in a format that is not read"))
      } else if isBelowFolder && refusal.exitCode == CommandFailure.noSymbol {
        leftOut.append((file, "no symbol found"))
      } else if isBelowFolder, case FileFailure.tooLong(_, MessageInput.textLimit) = error, !Self.isNamedAsMessage(file)
      {
        leftOut.append((file, "not a picture, and longer than \(MessageInput.textLimit >> 20) MiB"))
      } else {
        fail(file, refusal)
      }
      return
    }
    // Below a folder, a picture beside a page is an input of its own.
    for message in messages where !isBelowFolder || !message.isBesidePage {
      let isTooLong = message.bytes.count > MessageCheck.sizeLimit && Self.isNamedAsMessage(file)
      if isBelowFolder, message.index == nil, case .binary = message.recognized.content, !isTooLong {
        leftOut.append((file, Self.noMessageReason))
        continue
      }
      if isBelowFolder, message.index == nil, case .text = message.recognized.content, !Self.isNamedAsMessage(file),
        !Self.seemsToBeMessage(message.bytes)
      {
        if message.bytes.contains(0) {
          leftOut.append((file, Self.noMessageReason))
        } else {
          documents.append(file)
        }
        continue
      }
      var report = report(on: message, of: file)
      // A page whose link is in its symbol needs none to tap.
      if message.index == nil, messages.contains(where: \.isScanned) {
        report.check = report.check.ignoring([.pageWithoutLink])
      }
      reports.append(report)
      if command.answer.format == .json { try console.write(report.json.line(as: .check)) }
      if command.answer.format == .text {
        try console.write(command.answer.quiet ? report.lines(from: command.limit) : report.text)
      }
      noteList(message, of: file)
    }
  }

  private static let noMessageReason = "neither a picture nor text"

  /// Whether plain text is probably a broken message, by what is in it: one line with a link or a payload.
  private static func seemsToBeMessage(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(MessageCheck.sizeLimit), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).count == 1
      && ["://", DispatchLink.payloadParameter, "eyJ"].contains { text.contains($0) }
  }

  /// Whether plain text in a file is probably a broken message, by the file's name: not README.md, LICENSE or source code.
  private static func isNamedAsMessage(_ file: String) -> Bool {
    let name = FileSystem.name(of: file).lowercased()
    if name.prefix(while: { $0 != "." }) == "readme" { return false }
    return ["txt", "json", "jwe", "link", "url", "uri", "html", "htm", "xml"].contains(
      FileSystem.fileExtension(of: name)) || name == "apple-app-site-association"
  }

  private mutating func report(on message: MessageInput.Message, of input: String) -> CheckReport {
    let holder = message.index == nil && command.rules.channel != .qr ? LinkHolder(message.recognized) : nil
    let recognized = holder?.link ?? message.recognized
    var options = command.checkOptions.options(
      policy: policy,
      channel: command.rules.channel ?? (message.index != nil ? .qr : holder?.isLink == true ? .link : nil),
      symbolVersion: message.symbolVersion)
    // The symbol of a picture has been made.
    if message.index == nil { addSize(of: recognized.bytes, to: &options) }
    if message.isFile { options.fileName = FileSystem.name(of: input) }
    (options.pageURL, options.symbolFlaws) = (command.rules.pageUrl, message.symbolFlaws)
    let name = input == "-" || message.isFile ? input : "text"
    if let holder, !command.answer.quiet {
      let subject = name == "-" ? "the input" : name
      console.say(
        "note: \(subject) is \(holder.words); only the \(holder.isLink ? "link" : "payload") is checked; --channel qr checks the whole"
      )
    }
    let diagnosis = Diagnosis(
      recognized, options, ignoring: ignored.union([.noPolicy]), isScanned: message.index != nil, files: files,
      openedBy: holder?.isRedirect == true ? .redirect : .tap)
    noteLackOfPolicy(diagnosis.check)
    var report = CheckReport(
      path: name, index: message.index, check: diagnosis.check, diagnosis: diagnosis, bytes: recognized.bytes,
      showsToken: command.answer.showToken, showsSDK: command.answer.sdk)
    if holder != nil {
      report.before = message.bytes.firstRange(of: recognized.bytes).map { Array(message.bytes[..<$0.lowerBound]) }
    }
    return report
  }

  /// Checks a message. That there is no policy is not repeated for each.
  mutating func examined(_ message: RecognizedMessage, _ options: MessageCheck.Options) -> MessageCheck {
    let check = MessageCheck(message, options: options)
    noteLackOfPolicy(check)
    return check.ignoring(ignored.union([.noPolicy]))
  }

  /// A policy is about hosts, schemes and targets: an encrypted payload alone shows none.
  private mutating func noteLackOfPolicy(_ check: MessageCheck) {
    if policy == nil, check.link != nil || check.payload?.redeemURL != nil { lacksPolicy = true }
  }

  mutating func fail(_ input: String, _ error: CommandFailure) {
    if let message = error.message { console.say(message) }
    unread.append((input, error.message ?? "it could not be checked"))
    failure = CommandFailure.worse(failure, error.exitCode)
  }

  /// Says that a file seems to be a list, by its name or its lines.
  private func noteList(_ message: MessageInput.Message, of input: String) {
    guard message.isFile, message.index == nil, !command.answer.quiet else { return }
    let lines = message.bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3).prefix(3)
    guard lines.count > 1 else { return }
    let areMessages = lines.allSatisfy { line in
      switch OutOfBandMessage(line) {
      case .link, .payload(_, .bareJWE): true
      // A line of a payload that is spread over several is not JSON of its own.
      case .payload(let json, _): json.value?.members != nil
      default: false
      }
    }
    if areMessages || MessageList.Format(ofList: input) != nil {
      console.say("note: '\(input)' seems to hold one message per line; --list checks each")
    }
  }

  /// Adds the version of the symbol for a text on its way into one, at level M, the default of `oobqr make`; at level L for
  /// one that needs it.
  func addSize(of bytes: [UInt8], to options: inout MessageCheck.Options) {
    if command.rules.channel != .qr || bytes.isEmpty { return }
    func version(_ level: QRSymbol.ErrorCorrectionLevel, _ bytes: [UInt8]) -> Int? {
      QREncoder(level: level).version(holding: bytes)?.number
    }
    let least = version(.medium, bytes) ?? version(.low, bytes)
    options.symbolSize = least.map { .version($0) } ?? .tooLarge
    options.upperCaseVersion = version(.medium, Self.withCapitals(bytes))
  }

  /// The link with its scheme and host in upper case; other messages unchanged.
  private static func withCapitals(_ bytes: [UInt8]) -> [UInt8] {
    let text = URLText(String(decoding: bytes, as: UTF8.self))
    guard let end = text.authorityRange?.upperBound else { return bytes }
    return bytes[..<end].map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 } + bytes[end...]
  }

  // MARK: End

  /// Prints what can be printed only at the end.
  ///
  /// - Throws: A failure without a message when the check fails.
  func finish() throws {
    switch command.answer.format {
    case .sarif: try console.write("\(SARIF.log(reports + listed, version: Release.version))\n")
    case .junit:
      let isStrict = command.rules.strict
      try console.write(
        JUnit.report(
          reports, listed: listedCases, unread: unread + (isStrict ? leftOut : []),
          leftOut: (isStrict ? [] : leftOut) + documents.map { ($0, "plain text, not named like a message") },
          failingAt: command.limit))
    case .text where (command.answer.quiet || command.recursive) && !reports.isEmpty:
      var summary = CheckSummary()
      for report in reports { summary.add(report) }
      try console.write(summary.headline + "\n")
    case .text, .json: break
    }
    if !command.answer.quiet || command.rules.strict { sayLeftOut() }
    if lacksPolicy && !command.answer.quiet && !ignored.contains(.noPolicy) {
      console.say("note \(Diagnostic.Rule.noPolicy.code): no policy was given; \(Diagnostic.Rule.noPolicy.fix)")
    }
    // A job that could not be done comes before its findings.
    if failure == CommandFailure.noInput { throw CommandFailure(nil, exitCode: failure) }
    let severities = reports.map(\.check.severity) + [worstListed]
    if severities.contains(where: { ($0 ?? .note) >= command.limit }) { throw CommandFailure(nil) }
    if failure != 0 { throw CommandFailure(nil, exitCode: failure) }
    if command.rules.strict && !leftOut.isEmpty { throw CommandFailure(nil, exitCode: CommandFailure.noSymbol) }
  }

  private func sayLeftOut() {
    func shown(_ files: [String]) -> String {
      files.prefix(5).joined(separator: ", ") + (files.count > 5 ? " and \(files.count - 5) more" : "")
    }
    if !documents.isEmpty {
      let count = documents.count
      console.say(
        "note: \(count) \(count == 1 ? "file is" : "files are") plain text and not named like a message: "
          + shown(documents))
    }
    guard !leftOut.isEmpty else { return }
    console.say(
      "\(command.rules.strict ? "" : "note: ")\(leftOut.count) \(leftOut.count == 1 ? "file holds" : "files hold") no message: "
        + shown(leftOut.map { "\($0.path) (\($0.reason))" }))
  }
}
