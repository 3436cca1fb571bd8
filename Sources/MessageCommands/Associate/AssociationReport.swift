import Association
import CommandSupport
import OutOfBand
import TextFormats

/// How `oobqr associate check` prints its answers and what is wrong with the files.
struct AssociationReport {
  private var verdict: AssociationVerdict
  private var findings: [(file: String, diagnostics: [Diagnostic])] = []

  init(_ association: AppAssociation, link: String, appID: String?, fingerprint: String?) {
    verdict = association.verdict(on: link, appID: appID, fingerprint: fingerprint)
    if let apple = association.apple { findings.append((AppleAppSiteAssociation.fileName, apple.diagnostics)) }
    if let assets = association.assetLinks { findings.append((AssetLinks.fileName, assets.diagnostics)) }
    if let manifest = association.manifest { findings.append(("AndroidManifest.xml", manifest.diagnostics)) }
  }

  private var answers: [(system: String, answer: AssociationVerdict.Answer)] {
    [("iOS", verdict.iOS), ("Android", verdict.android)].compactMap { name, answer in answer.map { (name, $0) } }
  }

  var isRefused: Bool {
    answers.contains { $0.answer.outcome == .doesNotOpen }
      || findings.contains { $0.diagnostics.contains { $0.severity == .error } }
  }

  /// The link without its parameters, which hold the payload.
  private var shownLink: String {
    Secret.withoutParameters(PrintableText.of(verdict.link.text))
  }

  var text: String {
    var lines = ["\(shownLink)"]
    for (system, answer) in answers {
      let app = answer.app.map { " " + PrintableText.of($0) } ?? ""
      lines.append("  \(system.padded(to: 9))\(answer.outcome.rawValue)\(app)")
      lines.append("    why: \(answer.reason)")
      if let file = answer.file { lines.append("    where: \(file)\(answer.place.map { ", \($0)" } ?? "")") }
      if !answer.sources.isEmpty { lines.append("    source: \(answer.sources.joined(separator: "; "))") }
    }
    for (file, diagnostics) in findings where !diagnostics.isEmpty {
      lines += ["\(file):"] + CheckReport.lines(about: diagnostics)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    return [
      "link": .string(shownLink), "ios": verdict.iOS.map(\.json) ?? .null,
      "android": verdict.android.map(\.json) ?? .null,
      "files": .array(
        findings.map { ["file": .string($0.file), "diagnostics": .array($0.diagnostics.map(\.json))] }),
    ]
  }
}
