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
    if let manifest = association.manifest { findings.append((association.manifestName, manifest.diagnostics)) }
    if let entitlements = association.entitlements { findings.append(("app.entitlements", entitlements.diagnostics)) }
    if let info = association.info { findings.append(("Info.plist", info.diagnostics)) }
  }

  /// The answers with the phones of each, where not all phones with Android have the same.
  private var answers: [(system: String, phones: String?, answer: AssociationVerdict.Answer)] {
    let groups = verdict.androidGroups
    return (verdict.iOS.map { [("iOS", nil, $0)] } ?? [])
      + groups.map { group in ("Android", groups.count > 1 ? AndroidPhones.name(of: group.phones) : nil, group.answer) }
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
    for (system, phones, answer) in answers {
      let app = answer.app.map { " " + PrintableText.of($0) } ?? ""
      lines.append("  \(system.padded(to: 9))\(answer.outcome.rawValue)\(app)")
      if let phones { lines.append("    on: \(phones)") }
      lines.append("    why: \(answer.reason)")
      if let file = answer.file { lines.append("    where: \(file)\(answer.place.map { ", \($0)" } ?? "")") }
      if let remedy = answer.remedy { lines.append("    fix: \(remedy)") }
      if !answer.sources.isEmpty { lines.append("    source: \(answer.sources.joined(separator: "; "))") }
    }
    for (file, diagnostics) in findings where !diagnostics.isEmpty {
      lines += ["\(file):"] + CheckReport.lines(about: diagnostics)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    [
      "link": .string(shownLink), "ios": .optional(verdict.iOS?.json), "android": .optional(verdict.android?.json),
      "files": .array(
        findings.map { ["file": .string($0.file), "diagnostics": .array($0.diagnostics.map(\.json))] }),
      "android_elsewhere": .array(
        verdict.androidGroups.dropFirst().map { group in
          .joining(["phones": .string(AndroidPhones.name(of: group.phones))], group.answer.json)
        }),
    ]
  }
}

extension AssociationVerdict.Answer {
  fileprivate var json: JSONValue {
    [
      "outcome": .string(outcome.rawValue), "app": .optional(app), "file": .optional(file),
      "place": .optional(place?.description), "text": .string(reason), "remedy": .optional(remedy),
      "sources": .strings(sources),
    ]
  }
}
