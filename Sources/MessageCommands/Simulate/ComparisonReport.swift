import CommandSupport
import HandsetSimulation
import OutOfBand
import QRSymbology
import TextFormats

/// How `oobqr compare` prints the forms of a payload.
struct ComparisonReport {
  /// The app link and the custom URI.
  var sides: [Side]
  var level: QRSymbol.ErrorCorrectionLevel
  var showsToken = false

  struct Side {
    var name: String
    var side: FormComparison.Side
    /// The smallest that holds the link.
    var version: QRSymbol.Version
  }

  var text: String {
    let (link, uri) = (sides[0].side, sides[1].side)
    let answer =
      "When scanned, the app link reaches the app in \(Self.reached(link.scanned)) of \(link.scanned.cases.count) cases and "
      + "the custom URI in \(Self.reached(uri.scanned)); when tapped on a page, in \(Self.reached(link.tapped)) and "
      + "\(Self.reached(uri.tapped)) of \(link.tapped.cases.count).\n"
    return answer + sides.map { text(of: $0) }.joined()
  }

  private func text(of one: Side) -> String {
    let side = one.side
    var lines = ["\(one.name), recommended by \(side.recommendation.key)", "  \(shown(side))"]
    lines.append(
      "  symbol    version \(one.version.number) (\(one.version.size) modules) at level \(level.letter), "
        + "\(side.message.count) bytes")
    lines.append("  scanned   \(Self.sum(side.scanned))")
    lines.append("  tapped    \(Self.sum(side.tapped))")
    for trait in side.traits {
      lines.append(
        "  \(trait.isBenefit ? "benefit " : "drawback")  \(trait.text) [\(trait.sources.joined(separator: ", "))]")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func reached(_ table: VerdictTable) -> Int { table.cases.count { $0.verdict.outcome.reachesApp } }

  private static func sum(_ table: VerdictTable) -> String {
    let unknown = table.cases.count { $0.verdict.outcome == .unknown }
    return "reaches the app in \(reached(table)) of \(table.cases.count) cases"
      + (unknown > 0 ? "; unknown in \(unknown)" : "")
  }

  /// The link, its payload cut unless the token may be seen.
  private func shown(_ side: FormComparison.Side) -> String {
    let text = String(decoding: side.message, as: UTF8.self)
    return PrintableText.of(showsToken ? text : MessageCheck(side.recognized).secrets.redacted(text))
  }

  /// `forms`: an object for each, with `kind`, `link`, `recommended_by`, `bytes`, `version`, `modules`, `level`, `scanned`,
  /// `tapped`, `benefits` and `drawbacks`.
  var json: JSONValue {
    func counts(_ table: VerdictTable) -> JSONValue {
      [
        "cases": .number(table.cases.count), "reaches_app": .number(Self.reached(table)),
        "unknown": .number(table.cases.count { $0.verdict.outcome == .unknown }),
      ]
    }
    func traits(_ side: FormComparison.Side, benefits: Bool) -> JSONValue {
      .array(
        side.traits.filter { $0.isBenefit == benefits }.map {
          ["text": .string($0.text), "sources": .strings($0.sources)]
        })
    }
    let forms = sides.map { one -> JSONValue in
      [
        "kind": .string(one.side.scanned.message.kind.rawValue), "link": .string(shown(one.side)),
        "recommended_by": .string(one.side.recommendation.key), "message_bytes": .number(one.side.message.count),
        "version": .number(one.version.number), "modules": .number(one.version.size),
        "level": .string(level.letter), "scanned": counts(one.side.scanned), "tapped": counts(one.side.tapped),
        "benefits": traits(one.side, benefits: true), "drawbacks": traits(one.side, benefits: false),
      ]
    }
    return ["forms": .array(forms)]
  }
}
