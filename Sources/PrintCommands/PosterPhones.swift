import CommandSupport
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
    let examined = SimulatedMessage(message, .init(policy: policy, documents: documents))
    let isForApp = message.content.isOutOfBand
    let ownScanner = try simulator.catalogue.scan("access-app")
    let cameras = [(Handset.OperatingSystem.android, "android-camera"), (.iOS, "ios-camera")]
    let cases = try cameras.flatMap { system, name in
      let camera = try simulator.catalogue.scan(name)
      // A version that no source is about is covered by "or newer".
      return simulator.catalogue.handsets(of: system).filter { !$0.isLaterThanSources }.map { handset in
        (
          handset: handset, camera: simulator.verdict(on: examined, camera, handset),
          app: simulator.verdict(on: examined, ownScanner, handset)
        )
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
    for (handset, camera, app) in cases {
      let newest = simulator.catalogue.knownVersions(of: handset.system)?.upperBound
      var phones = PosterTexts.Answer.Phones(
        system: handset.system.name, versions: handset.version...handset.version, isNewest: handset.version == newest)
      let answer = PosterTexts.Answer(
        phones: [], outcome: camera.outcome.rawValue,
        // A report that says otherwise makes it uncertain.
        isSure: camera.confidence > .inferred && camera.reports.isEmpty || camera.outcome == .unknown,
        helpsInApp: isForApp && !camera.outcome.reachesApp && app.outcome.reachesApp)
      let known = answers.firstIndex { other in
        other.outcome == answer.outcome && other.isSure == answer.isSure && other.helpsInApp == answer.helpsInApp
      }
      if known == nil { answers.append(answer) }
      let index = known ?? answers.count - 1
      if let last = answers[index].phones.last, last.system == phones.system,
        last.versions.upperBound + 1 == handset.version
      {
        phones.versions = last.versions.lowerBound...handset.version
        answers[index].phones.removeLast()
      }
      answers[index].phones.append(phones)
    }
    self.answers = answers
  }
}
