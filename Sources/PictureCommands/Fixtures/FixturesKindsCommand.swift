import ArgumentParser
import CommandSupport
import PictureDamage
import SymbolFixtures
import TextFormats

/// `oobqr fixtures kinds`: the kinds of damage.
struct FixturesKindsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kinds",
    abstract: "List the kinds of damage and the suites of places.",
    usage: "",
    discussion: """
        oobqr fixtures kinds
        oobqr fixtures kinds --pictures kinds/

      More: docs/testing.md.
      """)

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  @Option(help: ArgumentHelp("Write a page that shows each kind in a strip of pictures.", valueName: "dir"))
  var pictures: String?

  func run() throws {
    if let pictures { return try DamageGallery.write(to: pictures) }
    if answer.isJSON {
      let lists: JSONValue = [
        "kinds": .array(Damage.Kind.allCases.map(Self.object)),
        "places": .array(FixtureSuite.allCases.compactMap(Self.object)),
      ]
      try Console.current.write(lists.line(as: .fixturesKinds))
    } else {
      let texts = Damage.Kind.allCases.map(Self.text) + FixtureSuite.allCases.compactMap(Self.text)
      try Console.current.write(texts.joined(separator: "\n"))
    }
  }

  private static func text(_ suite: FixtureSuite) -> String? {
    guard let place = suite.place else { return nil }
    let resolutions = place.distances.map { Damage.shown($0.resolution) }.joined(separator: ", ")
    return
      "--suite \(suite.rawValue)\n  \(place.summary)\n  \(resolutions) pixels per module; the first is --scale \(FixtureSuite.Place.scale) --damage "
      + "'\(place.distances[0].text)'\n"
  }

  private static func object(_ suite: FixtureSuite) -> JSONValue? {
    guard let place = suite.place else { return nil }
    return [
      "suite": .string(suite.rawValue), "summary": .string(place.summary), "scale": .number(FixtureSuite.Place.scale),
      "distances": .array(
        place.distances.map { ["pixels_per_module": .number($0.resolution), "damage": .string($0.text)] }),
    ]
  }

  private static func text(_ kind: Damage.Kind) -> String {
    var text = "\(kind.rawValue)\n  \(kind.summary)\n"
    if let range = kind.range {
      text += "  strength \(shown(range)) \(kind.unit); in suites "
      text += kind.ladder.map(Damage.shown).joined(separator: ", ") + "\n"
    }
    for parameter in kind.parameters {
      let fallback =
        switch parameter.fallback {
        case .fixed(let value): "default \(Damage.shown(value))"
        case .seeded(let range): "by default chosen by the seed from \(shown(range))"
        case .seededWhole(let range):
          "by default a whole number chosen by the seed from \(range.lowerBound)…\(range.upperBound)"
        }
      text += "  \(parameter.name)= \(shown(parameter.range)) \(parameter.unit); \(fallback)\n"
    }
    return text
  }

  private static func shown(_ range: ClosedRange<Double>) -> String {
    "\(Damage.shown(range.lowerBound))…\(Damage.shown(range.upperBound))"
  }

  private static func object(_ kind: Damage.Kind) -> JSONValue {
    let strength = kind.range.map { range -> JSONValue in
      ["unit": .string(kind.unit), "range": json(range), "ladder": .array(kind.ladder.map { .number($0) })]
    }
    let options = kind.parameters.map { parameter -> JSONValue in
      let fallback: JSONValue =
        switch parameter.fallback {
        case .fixed(let value): ["default": .number(value)]
        case .seededWhole(let range): ["seeded": [.number(range.lowerBound), .number(range.upperBound)]]
        case .seeded(let range): ["seeded": json(range)]
        }
      return .joining(
        ["name": .string(parameter.name), "unit": .string(parameter.unit), "range": json(parameter.range)], fallback)
    }
    return .joining(
      ["kind": .string(kind.rawValue), "summary": .string(kind.summary)], strength ?? [:], ["options": .array(options)])
  }

  private static func json(_ range: ClosedRange<Double>) -> JSONValue {
    [.number(range.lowerBound), .number(range.upperBound)]
  }
}
