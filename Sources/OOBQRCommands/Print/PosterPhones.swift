import HandsetSimulation
import KioskPrinting
import OutOfBand

/// What a poster says about phones, from the simulation of its message.
struct PosterPhones {
  let way: PosterTexts.Way
  let answers: [PosterTexts.Answer]
  /// The name of the headline: `authentication`, `registration` or `other`.
  let operation: String

  /// - Parameters:
  ///   - message: The exact bytes, recognised.
  ///   - policy: What the app allows; `nil` when that is not known.
  ///   - documents: The vendor's documents to follow where they disagree.
  init(_ message: RecognizedMessage, policy: TrustPolicy?, documents: MessageCheck.Documents) throws {
    let simulator = Simulator(policy: policy, documents: documents)
    let examined = SimulatedMessage(message, policy: policy, documents: documents)
    let isForApp = message.content.isOutOfBand
    let ownScanner = try simulator.catalogue.scan("access-app")
    var cases: [(handset: Handset, camera: Verdict, app: Verdict)] = []
    for (system, camera) in [(Handset.OperatingSystem.android, "android-camera"), (.iOS, "ios-camera")] {
      let entry = try simulator.catalogue.scan(camera)
      for handset in simulator.catalogue.handsets(of: system) {
        cases.append(
          (
            handset, simulator.verdict(on: examined, entry, handset),
            simulator.verdict(on: examined, ownScanner, handset)
          ))
      }
    }
    let usual = cases.filter { Handset.usual.contains($0.handset) }
    if !isForApp {
      way = .other
    } else if usual.allSatisfy(\.camera.outcome.reachesApp) {
      way = .camera
    } else if usual.allSatisfy(\.app.outcome.reachesApp) {
      way = .app
    } else {
      way = usual.contains { $0.camera.outcome.reachesApp } ? .camera : .other
    }
    operation = isForApp ? message.payload?.redeemURL?.operation?.rawValue ?? "other" : "other"
    var answers: [PosterTexts.Answer] = []
    for one in cases {
      let newest = simulator.catalogue.knownVersions(of: one.handset.system)?.upperBound
      var answer = PosterTexts.Answer(
        phones: [
          .init(
            system: one.handset.system.name, versions: one.handset.version...one.handset.version,
            isNewest: one.handset.version == newest)
        ],
        outcome: one.camera.outcome.rawValue,
        // A report that says otherwise makes it uncertain.
        isSure: one.camera.confidence > .inferred && one.camera.reports.isEmpty || one.camera.outcome == .unknown,
        helpsInApp: isForApp && !one.camera.outcome.reachesApp && one.app.outcome.reachesApp)
      guard let index = answers.firstIndex(where: { Self.isSame($0, answer) }) else {
        answers.append(answer)
        continue
      }
      if let last = answers[index].phones.last, last.system == one.handset.system.name,
        last.versions.upperBound + 1 == one.handset.version
      {
        answer.phones[0].versions = last.versions.lowerBound...one.handset.version
        answers[index].phones[answers[index].phones.count - 1] = answer.phones[0]
      } else {
        answers[index].phones += answer.phones
      }
    }
    self.answers = answers
  }

  /// Whether two answers differ in nothing but the phones.
  private static func isSame(_ a: PosterTexts.Answer, _ b: PosterTexts.Answer) -> Bool {
    a.outcome == b.outcome && a.isSure == b.isSure && a.helpsInApp == b.helpsInApp
  }
}
