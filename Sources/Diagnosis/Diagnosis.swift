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
  /// What browsers and apps do with a tapped link; `nil` unless it is checked as one.
  public let tapped: VerdictTable?
  /// Whether association files were given, so that nothing about the link's domain is assumed.
  private let hasFiles: Bool

  /// Diagnoses a message.
  ///
  /// - Parameters:
  ///   - message: What a phone gets.
  ///   - options: Also what is known of its symbol. The flaws of association files are added here.
  ///   - ignored: The rules whose findings are left out.
  ///   - isScanned: Whether it comes from a picture. Then phones get whatever it is; otherwise links are taken to be meant for
  ///     them.
  ///   - files: The association files of the link's domain and the app.
  ///   - trigger: How a link that arrives as one is opened.
  public init(
    _ message: RecognizedMessage, _ options: MessageCheck.Options = MessageCheck.Options(),
    ignoring ignored: Set<Diagnostic.Rule> = [], isScanned: Bool = false, files: AppAssociation? = nil,
    openedBy trigger: Entry.Trigger = .tap
  ) {
    let association = files?.verdict(on: message)
    var options = options
    if let files, let association { options.associationFlaws = association.flaws + files.faults(beside: association) }
    let check = MessageCheck(message, options: options)
    (self.check, hasFiles) = (check.ignoring(ignored), association != nil)
    // Also a text in which a link is meant.
    let isForPhones = isScanned || message.content.isForPhones || check.isRecovered
    let simulator = Simulator(policy: options.policy, documents: options.documents)
    func table(_ entries: [Entry]) -> VerdictTable {
      VerdictTable(
        SimulatedMessage(message, options), simulator, entries: entries,
        handsets: Handset.usual.map { $0.verified(by: association) })
    }
    let systems = [Handset.OperatingSystem.android, .iOS]
    switch options.channel {
    case nil where isForPhones, .qr where isForPhones:
      (cameras, tapped) = (table(systems.compactMap { try? simulator.catalogue.camera(of: $0) }), nil)
    case .link where isForPhones: (cameras, tapped) = (nil, table(simulator.catalogue.browses(by: trigger)))
    case nil, .qr, .link, .push: (cameras, tapped) = (nil, nil)
    }
  }

  /// Why the app does not open, or refuses what it gets.
  public enum Cause: Hashable, Sendable {
    /// An error in the symbol, the link, the payload or the association files.
    case finding(Diagnostic)
    /// Phones, named as in `Android 13–16`, do not hand the message to the app.
    case phones(String, Verdict)
  }

  /// In the order in which they stop the login.
  public var causes: [Cause] {
    let findings = check.errors
    return findings.map { .finding($0) }
      + runs.compactMap { run in
        guard let verdict = run.first?.verdict, !verdict.outcome.reachesApp,
          findings.isEmpty || !isExplained(run[0]), verdict.outcome != .unknown || verdict.rule != nil || !hasFiles
        else { return nil }
        return .phones(VerdictTable.phones(of: run), verdict)
      }
  }

  /// The findings that are no causes, without those that a cause says of phones.
  public var lesser: [Diagnostic] {
    let told = causes.contains { cause in
      if case .phones(_, let verdict) = cause { verdict.outcome == .notForwarded } else { false }
    }
    return check.diagnostics.filter { $0.severity < .error && !(told && $0.rule == .recommendedForm) }
  }

  /// Whether the errors that were found are why a phone does not open the app, and not the phone itself.
  private func isExplained(_ one: VerdictTable.Case) -> Bool {
    switch one.message {
    case .web, .text, .other: true
    case _ where check.errors.contains { [.linkHostDenied, .schemeDenied].contains($0.rule) }:
      one.verdict.outcome != .notForwarded
    // That a camera forwards no such link is a cause whatever the files say.
    default:
      one.verdict.outcome == .refused || one.verdict.rule == nil
        || one.handset.linkAnswer?.opens == false && one.verdict.outcome != .notForwarded
    }
  }
}

extension Diagnosis {
  /// Cases that end alike, those that do not reach the app first.
  private var runs: [[VerdictTable.Case]] {
    let runs = (cameras?.cases ?? []).grouped {
      $0.verdict.outcome == $1.verdict.outcome && $0.ownSteps == $1.ownSteps
    }
    return runs.filter { !$0[0].verdict.outcome.reachesApp } + runs.filter { $0[0].verdict.outcome.reachesApp }
  }

  /// What standard cameras do, in one line without its end, as in `standard cameras of Android 13–16 do not open your app, those of
  /// Android 12 and iOS 17–27 open your app; 1 cause`, or how many browsers and apps open it when the link is tapped; `nil` for what
  /// phones do not receive.
  public var answer: String? {
    if let tapped { return answer(tapped) }
    guard let cameras else { return nil }
    let groups = runs.map { (action: action($0[0]), cases: $0) }.grouped { $0.action == $1.action }
    let clauses = groups.enumerated().map { index, group in
      (index == 0 ? "standard cameras of " : "those of ")
        + VerdictTable.phones(of: group.flatMap(\.cases), joinedBy: " and ") + " " + group[0].action
    }
    let reachAll = cameras.cases.allSatisfy { $0.verdict.outcome.reachesApp }
    return clauses.joined(separator: "; ") + condition(cameras) + count(reachAll ? "error" : "cause")
  }

  private func answer(_ tapped: VerdictTable) -> String {
    let reached = tapped.cases.count { $0.verdict.outcome.reachesApp }
    let word = tapped.cases.first?.entry.word ?? ""
    return
      "\(word == "redirect" ? "behind the redirect" : "tapped"), it reaches your app in \(reached) of \(tapped.cases.count) "
      + "cases (apps × phones)"
      + condition(tapped) + "; 'oobqr simulate --by \(word)' lists them" + count("cause")
  }

  /// What the table takes for granted.
  private func condition(_ table: VerdictTable) -> String {
    let isAssumed =
      !hasFiles && table.message.kind == .link && table.cases.contains { $0.verdict.outcome.reachesApp }
    return isAssumed ? ", if its domain is verified" : ""
  }

  private func count(_ noun: String) -> String {
    causes.isEmpty ? "" : "; \(causes.count.counting(noun))"
  }

  private func action(_ one: VerdictTable.Case) -> String {
    switch one.verdict.outcome {
    case .opensApp: "open your app"
    case .chooser: "let the user choose your app"
    case .asksPermission: "ask, then open your app"
    case .refused where check.errors.allSatisfy { $0.rule == .privateHost }:
      "open your app, which cannot reach the server"
    case .refused: "open your app, which refuses the message"
    case .unknown where cameras?.message.symbolFault != nil: "may not read the symbol"
    // What happens instead need not be known.
    case .unknown where one.handset.linkAnswer?.opens == false: "do not open your app"
    case .unknown where hasFiles: "may or may not open your app: the files do not say"
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

extension AppAssociation {
  /// The errors in the files of systems on which the verdict is not that the link opens nothing, which would be said twice.
  fileprivate func faults(beside verdict: AssociationVerdict) -> [MessageCheck.AssociationFlaw] {
    let ofIOS = [
      (AppleAppSiteAssociation.fileName, apple?.diagnostics), ("app.entitlements", entitlements?.diagnostics),
      ("Info.plist", info?.diagnostics),
    ]
    let ofAndroid = [(AssetLinks.fileName, assetLinks?.diagnostics), (manifestName, manifest?.diagnostics)]
    let isRefused = { (answer: AssociationVerdict.Answer?) in answer?.outcome == .doesNotOpen }
    let files = (isRefused(verdict.iOS) ? [] : ofIOS) + (isRefused(verdict.android) ? [] : ofAndroid)
    return files.flatMap { name, findings in
      (findings ?? []).filter { $0.severity == .error }.map {
        .init("\(name), \($0.place): \($0.message) (\($0.rule.code))", remedy: $0.remedy)
      }
    }
  }

  /// The verdict on a message; `nil` for what is no link, or not the one that was meant.
  package func verdict(on message: RecognizedMessage) -> AssociationVerdict? {
    guard SimulatedMessage(message).isLinkOfTheApp, !MessageCheck(message).isRecovered else { return nil }
    return String(validating: message.bytes, as: UTF8.self).map { verdict(on: $0) }
  }
}

extension AssociationVerdict {
  /// Why the link does not open the app on the usual phones, each reason once.
  fileprivate var flaws: [MessageCheck.AssociationFlaw] {
    let answers = Handset.usual.compactMap { handset in answer(on: handset).map { (handset: handset, answer: $0) } }
    return answers.filter { $0.answer.outcome == .doesNotOpen }.grouped { $0.answer == $1.answer }.map { group in
      let answer = group[0].answer
      let place = answer.file.map { " (\($0)\(answer.place.map { ", \($0)" } ?? ""))" } ?? ""
      return .init("\(Handset.names(group.map(\.handset))): \(answer.reason)\(place)", remedy: answer.remedy)
    }
  }

  fileprivate func answer(on handset: Handset) -> Answer? {
    let phones = AndroidPhones(version: handset.version, hasGoogleServices: handset.hasGoogleServices)
    switch handset.system {
    case .android: return android(on: phones)
    case .iOS: return iOS
    // It reads a file of its own.
    case .harmonyOS: return nil
    }
  }
}

extension Handset.LinkAnswer {
  /// Whether the link opens the app; `nil` where the files do not say.
  fileprivate var opens: Bool? { outcome == .unknown ? nil : outcome == .opens }

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
