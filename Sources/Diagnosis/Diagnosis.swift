public import Association
public import HandsetSimulation
public import OutOfBand
import TextFormats

/// Why a message does not open the app, or that it does: the symbol, the message, the association files and the phones together.
///
/// ```swift
/// let diagnosis = Diagnosis(RecognizedMessage(Array(link.utf8)))
/// diagnosis.answer  // standard cameras of Android 13–16 do not open your app; …
/// diagnosis.causes  // each with its place, fix and source, in the order in which they stop the login
/// ```
public struct Diagnosis: Sendable {
  public let check: MessageCheck
  /// What the standard cameras do; `nil` for what phones do not receive by a symbol.
  public let cameras: VerdictTable?
  /// Whether the association files let the link open the app; `nil` when none were given.
  public let association: AssociationVerdict?

  /// Diagnoses a message.
  ///
  /// - Parameters:
  ///   - message: What a phone gets.
  ///   - options: Also what is known of its symbol.
  ///   - check: The check with these options, if it has been made.
  ///   - isScanned: Whether it comes from a picture. Then phones get whatever it is; otherwise links are taken to be meant for
  ///     them.
  ///   - files: The association files of the link's domain and the app.
  public init(
    _ message: RecognizedMessage, _ options: MessageCheck.Options = MessageCheck.Options(), check: MessageCheck? = nil,
    isScanned: Bool = false, files: AppAssociation? = nil
  ) {
    self.check = check ?? MessageCheck(message, options: options)
    // Also a text in which a link is meant.
    let isForPhones = isScanned || message.content.isForPhones || self.check.link != nil
    guard isForPhones, options.channel == nil || options.channel == .qr else {
      (cameras, association) = (nil, nil)
      return
    }
    let association = files.flatMap { files in
      String(validating: message.bytes, as: UTF8.self).map { files.verdict(on: $0) }
    }
    self.association = association
    let simulator = Simulator(policy: options.policy, documents: options.documents)
    let entries = Handset.OperatingSystem.allCases.compactMap { try? simulator.catalogue.camera(of: $0) }
    let handsets = Handset.usual.map { $0.verified(by: association) }
    cameras = VerdictTable(SimulatedMessage(message, options), simulator, entries: entries, handsets: handsets)
  }

  /// Why the app does not open, or refuses what it gets.
  public enum Cause: Hashable, Sendable {
    /// An error in the symbol, the link or the payload.
    case finding(Diagnostic)
    /// The association files do not let the link open the app on phones, named as in `Android 15–16`.
    case association(String, AssociationVerdict.Answer)
    /// Phones, named as in `Android 13–16`, do not hand the message to the app.
    case phones(String, Verdict)
  }

  /// In the order in which they stop the login.
  public var causes: [Cause] {
    let findings = check.errors
    return findings.map { .finding($0) }
      + unverified.map { .association(Handset.names($0.handsets), $0.answer) }
      + runs.compactMap { run in
        // What a finding or a file explains is not a cause of its own.
        guard let verdict = run.first?.verdict, !verdict.outcome.reachesApp, verdict.outcome != .refused,
          verdict.outcome != .unknown || verdict.rule != nil || findings.isEmpty && association == nil,
          ![.web, .text, .other].contains(run[0].message) || findings.isEmpty,
          !unverified.contains(where: { $0.handsets.contains(run[0].handset) })
        else { return nil }
        return .phones(VerdictTable.phones(of: run), verdict)
      }
  }

  /// The phones whose files say that the link does not open the app.
  private var unverified: [(handsets: [Handset], answer: AssociationVerdict.Answer)] {
    var groups: [(handsets: [Handset], answer: AssociationVerdict.Answer)] = []
    for handset in cameras?.cases.map(\.handset) ?? [] {
      guard let answer = association?.answer(on: handset), answer.outcome == .doesNotOpen else { continue }
      if let index = groups.firstIndex(where: { $0.answer == answer }) {
        groups[index].handsets.append(handset)
      } else {
        groups.append(([handset], answer))
      }
    }
    return groups
  }
}

extension Diagnosis {
  /// Cases that end alike, those that do not reach the app first.
  private var runs: [[VerdictTable.Case]] {
    var runs: [[VerdictTable.Case]] = []
    for one in cameras?.cases ?? [] {
      if let index = runs.firstIndex(where: {
        $0[0].verdict.outcome == one.verdict.outcome && $0[0].verdict.steps == one.verdict.steps
      }) {
        runs[index].append(one)
      } else {
        runs.append([one])
      }
    }
    return runs.filter { !$0[0].verdict.outcome.reachesApp } + runs.filter { $0[0].verdict.outcome.reachesApp }
  }

  /// What standard cameras do, in one line without its end, as in `standard cameras of Android 13–16 do not open your app, those of
  /// Android 12 and iOS 17–18 open your app; 1 cause`; `nil` for what phones do not receive by a symbol.
  public var answer: String? {
    guard let cameras else { return nil }
    var groups: [(deed: String, cases: [VerdictTable.Case])] = []
    for run in runs {
      let deed = deed(run[0].verdict.outcome)
      if let index = groups.firstIndex(where: { $0.deed == deed }) {
        groups[index].cases += run
      } else {
        groups.append((deed, run))
      }
    }
    let clauses = groups.enumerated().map { index, group in
      (index == 0 ? "standard cameras of " : "those of ") + VerdictTable.phones(of: group.cases, joinedBy: " and ")
        + " " + group.deed
    }
    let reachAll = cameras.cases.allSatisfy { $0.verdict.outcome.reachesApp }
    let isAssumed = association == nil && cameras.message.kind == .link && groups.contains { $0.deed == Self.opens }
    let condition = isAssumed ? ", if its domain is verified" : ""
    let count = causes.count
    let noun = reachAll ? "error" : "cause"
    return clauses.joined(separator: "; ") + condition + (count > 0 ? "; \(count) \(noun)\(count == 1 ? "" : "s")" : "")
  }

  private static let opens = "open your app"

  private func deed(_ outcome: Verdict.Outcome) -> String {
    switch outcome {
    case .opensApp: Self.opens
    case .chooser: "let the user choose your app"
    case .asksPermission: "ask, then open your app"
    case .refused: "open your app, which refuses the message"
    case .unknown where cameras?.message.symbolFault != nil: "may not read the symbol"
    case .unknown where association != nil: "may or may not open your app: the files do not say"
    case .unknown: "may or may not open your app: no source says"
    case .notPossible, .opensBrowser, .showsText, .webSearch, .notForwarded, .invalidAddress, .storePage:
      "do not open your app"
    }
  }
}

extension Handset {
  /// The phone, with what association files say of the link.
  package func verified(by association: AssociationVerdict?) -> Handset {
    guard let association else { return self }
    var handset = self
    let answer = LinkAnswer(association.answer(on: self))
    (handset.linkAnswer, handset.hasVerifiedLinks) = (answer, answer.outcome == .opens)
    return handset
  }
}

extension AssociationVerdict {
  fileprivate func answer(on handset: Handset) -> Answer? {
    let phones = AndroidPhones(version: handset.version, hasGoogleServices: handset.hasGoogleServices)
    return handset.system == .iOS ? iOS : android(on: phones)
  }
}

extension Handset.LinkAnswer {
  /// - Parameter answer: `nil` when no file of the system was given.
  fileprivate init(_ answer: AssociationVerdict.Answer?) {
    guard let answer else {
      self.init(.unknown, reason: "no file of this system was given", remedy: nil, sources: [])
      return
    }
    let outcome: Outcome =
      switch answer.outcome {
      case .opens: .opens
      case .doesNotOpen: answer.isOffered ? .isNotVerified : .isNotTaken
      case .unknown: .unknown
      }
    self.init(outcome, reason: answer.reason, remedy: answer.remedy, sources: answer.sources)
  }
}

extension OutOfBandMessage {
  /// Whether it is a link, and not a file, a server's object or a payload that will be put in one.
  fileprivate var isForPhones: Bool {
    switch self {
    case .link, .uaePass, .web, .uri: true
    case .payload, .server, .association, .page, .foreign, .text, .utf16, .binary: false
    }
  }
}
