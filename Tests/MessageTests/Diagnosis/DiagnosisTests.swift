import Association
import Diagnosis
import HandsetSimulation
import OutOfBand
import Testing
import TextFormats

/// One input has one answer, whichever part of the program is asked.
struct DiagnosisTests {
  private static let query = "dispatchTokenResponse=\(StatementTests.payload.base64URL)"
  private static let link = "https://access.example.com/open?\(query)"

  private static func diagnosis(_ text: String, _ files: AppAssociation? = nil) -> Diagnosis {
    Diagnosis(RecognizedMessage(Array(text.utf8)), files: files)
  }

  /// What `open` is in the files, as iOS and Android see it.
  private static func files(apple: String?, android: String?, verifies: Bool = true) throws -> AppAssociation {
    var files = try apple.map { try AssociationTests.components(#"{"/":"\#($0)"}"#) } ?? AppAssociation()
    if let android {
      let data =
        #"<data android:scheme="https"/><data android:host="access.example.com"/><data android:path="\#(android)"/>"#
      files.manifest = try AssociationTests.manifest(data, verify: verifies)
      files.assetLinks = try AssociationTests.assetLinks()
    }
    return files
  }

  private static func everyAssociation() throws -> [AppAssociation?] {
    var all: [AppAssociation?] = [nil]
    for apple in ["/open", "/other", nil] {
      for android in ["/open", "/other", nil] {
        for verifies in [true, false] where apple != nil || android != nil {
          all.append(try files(apple: apple, android: android, verifies: verifies))
        }
      }
    }
    return all
  }

  @Test(arguments: [
    (link, "standard cameras of Android 12–16 and iOS 17–27 open your app, if its domain is verified"),
    (
      "myaccessapp://x-callback-url/authenticate?\(query)",
      "standard cameras of Android 13–16 do not open your app; those of Android 12 and iOS 17–27 open your app; 1 cause"
    ),
    (
      "https://access.example.com/open", "standard cameras of Android 12–16 and iOS 17–27 do not open your app; 1 cause"
    ),
    (
      "https://access.example.com/open?dispatchTokenResponse=eyJh",
      "standard cameras of Android 12–16 and iOS 17–27 open your app, which refuses the message; 1 cause"
    ),
  ])
  func `one line answers`(text: String, answer: String) {
    #expect(Self.diagnosis(text).answer == answer)
  }

  @Test func `what stops a symbol comes first, and no phone is said to open the app`() {
    let flaw = MessageCheck.SymbolFlaw(.contrast, "the contrast is 23 % (grade D)", isSevere: true)
    let diagnosis = Diagnosis(
      RecognizedMessage(Array(Self.link.replacing("https", with: "http").utf8)), .init(symbolFlaws: [flaw]),
      isScanned: true)
    #expect(diagnosis.answer == "standard cameras of Android 12–16 and iOS 17–27 may not read the symbol; 2 causes")
    let codes = diagnosis.causes.map { if case .finding(let finding) = $0 { finding.rule.code } else { "" } }
    #expect(codes == ["OOB607", "OOB410"])
    let mild = MessageCheck.SymbolFlaw(.contrast, "the contrast is 45 % (grade C)", isSevere: false)
    let warned = Diagnosis(RecognizedMessage(Array(Self.link.utf8)), .init(symbolFlaws: [mild]), isScanned: true)
    #expect(warned.causes.isEmpty && warned.check.diagnostics.contains { $0.rule == .lowContrast })
  }

  @Test func `a file that does not verify the link is the cause on its system alone`() throws {
    let diagnosis = Self.diagnosis(Self.link, try Self.files(apple: "/other", android: "/open"))
    #expect(diagnosis.answer?.hasPrefix("standard cameras of iOS 17–27 do not open your app; ") == true)
    guard case .finding(let finding) = diagnosis.causes.first else {
      Issue.record("\(diagnosis.causes)")
      return
    }
    #expect(finding.rule == .notAssociated && finding.message.hasPrefix("iOS 17–27: "), "\(finding)")
    #expect(diagnosis.causes.count == 1)
  }

  @Test(arguments: [
    ("HTTPS://ACCESS.EXAMPLE.COM/open", "write scheme and host in lower case: Android compares them as they are"),
    ("https://www.example.com/open", "add the host 'www.example.com' to an intent filter, or use 'access.example.com'"),
    ("https://access.example.com/Open", "add the path '/Open' to the intent filter, or change the link's"),
  ])
  func `the remedy is the one that helps`(base: String, remedy: String) throws {
    let diagnosis = Self.diagnosis("\(base)?\(Self.query)", try Self.files(apple: nil, android: "/open"))
    #expect(diagnosis.check.errors.map(\.remedy) == [remedy], "\(diagnosis.answer ?? "")")
  }

  @Test func `a host that the policy does not list is not the app's`() {
    let policy = TrustPolicy(linkHosts: ["access.example.com"])
    let message = RecognizedMessage(Array(Self.link.replacing("access.", with: "acces.").utf8))
    let diagnosis = Diagnosis(message, .init(policy: policy))
    #expect(diagnosis.answer == "standard cameras of Android 12–16 and iOS 17–27 do not open your app; 1 cause")
  }

  @Test func `a custom URI that the manifest does not take is not opened, and the camera remains a cause`() throws {
    let data = #"<data android:scheme="otherapp"/>"#
    let files = AppAssociation(manifest: try AssociationTests.manifest(data))
    let diagnosis = Self.diagnosis("myaccessapp://x-callback-url/authenticate?\(Self.query)", files)
    #expect(diagnosis.answer?.hasPrefix("standard cameras of Android 12–16 do not open your app") == true)
    let causes = diagnosis.causes.map { if case .phones(let phones, _) = $0 { phones } else { "files" } }
    #expect(causes == ["files", "Android 13–16"], "\(diagnosis.answer ?? "")")
  }

  @Test func `an error in a file is one of the link`() throws {
    var files = try Self.files(apple: "/open", android: nil)
    files.apple = try AssociationTests.apple(
      #"{"applinks":{"details":[{"appIDs":["ch.example.app"],"components":[{"/":"/open"}]}]}}"#)
    let errors = Self.diagnosis(Self.link, files).check.errors
    #expect(errors.map(\.rule) == [.notAssociated] && errors[0].message.contains("no app has it"), "\(errors)")
  }

  @Test func `a text that is no link, and a link that is wrapped, are not compared with files`() throws {
    let files = try Self.files(apple: "/other", android: "/other")
    for text in ["hello", "https://eur03.safelinks.protection.outlook.com/?url=\(PercentEncoding.encode(Self.link))"] {
      let diagnosis = Diagnosis(RecognizedMessage(Array(text.utf8)), isScanned: true, files: files)
      #expect(diagnosis.causes.count == 1 && !diagnosis.check.errors.contains { $0.rule == .notAssociated }, "\(text)")
    }
  }

  /// What was ignored is no cause; that phones refuse the message remains one.
  @Test func `an ignored finding leaves the answer with a cause`() {
    let message = RecognizedMessage(Array("https://access.example.com/open?dispatchTokenResponse=undefined".utf8))
    let diagnosis = Diagnosis(message, ignoring: Set(Diagnostic.Rule.all))
    #expect(diagnosis.check.diagnostics.isEmpty && !diagnosis.causes.isEmpty)
  }

  /// Time grows with the length of a text and no faster: these took minutes by regular expressions.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "https://urldefense.com/v3/" + String(repeating: "_", count: 60_000),
      "https://urldefense.com/v3/__x?dispatchTokenResponse=" + String(repeating: "_", count: 60_000),
      String(repeating: "a", count: 60_000) + " b=1",
      "%3F" + String(repeating: "?", count: 60_000) + "=",
    ])
  func `long texts are searched once`(text: String) { _ = Self.diagnosis(text) }

  /// The examples of all rules with all kinds of files: check, simulation and association tell one story.
  @Test(arguments: Diagnostic.Rule.all)
  func `no two parts contradict each other`(rule: Diagnostic.Rule) throws {
    let options = rule.example.options
    let message = RecognizedMessage(Array(rule.example.input.utf8))
    if rule.example.input.utf8.count > 100_000 { return }
    for files in try Self.everyAssociation() {
      let diagnosis = Diagnosis(message, options, isScanned: true, files: files)
      guard let cameras = diagnosis.cameras, let answer = diagnosis.answer else { continue }
      let isUseless = diagnosis.check.message.isOutOfBand && diagnosis.check.payload == nil
      let simulator = Simulator(policy: options.policy, documents: options.documents)
      let seen = SimulatedMessage(message, options)
      for one in cameras.cases {
        #expect(simulator.verdict(on: seen, one.entry, one.handset) == one.verdict)
        if isUseless { #expect(!one.verdict.outcome.reachesApp, "\(one.entry.name): \(answer)") }
        guard let association = files?.verdict(on: message), cameras.message.kind == .link else { continue }
        let version = AndroidPhones(version: one.handset.version, hasGoogleServices: true)
        let answer = one.handset.system == .iOS ? association.iOS : association.android(on: version)
        #expect(one.handset.hasVerifiedLinks == (answer?.outcome == .opens))
        if answer?.outcome == .doesNotOpen { #expect(one.verdict.outcome != .opensApp) }
      }
      let reachesAll = cameras.cases.allSatisfy { $0.verdict.outcome.reachesApp }
      if reachesAll { #expect(!answer.contains("cause"), "\(answer)") }
      if !reachesAll, !diagnosis.causes.isEmpty { #expect(answer.contains(" cause"), "\(answer)") }
      #expect(answer.contains("error") || diagnosis.check.errors.isEmpty || !reachesAll, "\(answer)")
    }
  }

  /// The link as it was meant has fewer errors, and is not worse on any phone.
  @Test(arguments: Diagnostic.Rule.all)
  func `a link as it was meant is better`(rule: Diagnostic.Rule) {
    let before = Self.diagnosis(rule.example.input)
    guard let link = before.check.link, MessageCheck.isBetter(link, than: Array(rule.example.input.utf8)) else {
      return
    }
    let after = Self.diagnosis(link.description)
    #expect(after.check.errors.count <= before.check.errors.count)
    func reached(_ diagnosis: Diagnosis) -> Int {
      diagnosis.cameras?.cases.count { $0.verdict.outcome.reachesApp } ?? 0
    }
    #expect(reached(after) >= reached(before), "\(link): \(after.answer ?? "")")
  }

  @Test func `the comparison of forms agrees`() {
    let comparison = FormComparison(
      of: PayloadJSON(StatementTests.payload.json), base: "https://access.example.com/open", scheme: "myaccessapp")
    for side in [comparison.appLink, comparison.customURI] {
      let diagnosis = Diagnosis(side.recognized, isScanned: true)
      for one in diagnosis.cameras?.cases ?? [] {
        let same = side.scanned.cases.first { $0.entry == one.entry && $0.handset == one.handset }
        #expect(same?.verdict == one.verdict)
      }
    }
  }
}
