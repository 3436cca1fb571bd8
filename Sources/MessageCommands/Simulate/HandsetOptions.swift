import ArgumentParser
import Association
import CommandSupport
import Diagnosis
import HandsetSimulation
import OutOfBand
import TextFormats

/// Which phones, scanners and browsers are simulated.
struct HandsetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Such as android-14, or ios for all; may be repeated.", valueName: "system"),
    completion: .list(Self.names), transform: Self.phones)
  var os: [Phones] = []

  @Option(
    help: ArgumentHelp(
      "Such as pixel-9, for its camera and browser; may be repeated.", valueName: "name"),
    completion: .list(Catalogue.builtIn.phones.map(\.id)))
  var phone: [String] = []

  @Option(
    help: "One of 'oobqr handsets'; 'camera' is the standard one.",
    completion: .list(["camera"] + Catalogue.builtIn.scanners.map(\.id)))
  var scanner: String?

  @Option(
    help: "A browser that shows the page with the link.", completion: .list(Catalogue.builtIn.browsers.map(\.id)))
  var browser: String?

  @Option(help: "How the link is opened")
  var by: Opening?

  @Option(help: "Whether the app is installed")
  var app = Presence.installed

  @Option(help: .more("Whether Google Play services are installed", valueName: "answer"))
  var googleServices = Answer.yes

  @Option(help: .more("Whether the system has verified the link's domain for the app; yes, unless it is given"))
  var verified: Answer?

  @Option(
    help: ArgumentHelp("A folder of files that verify the link.", valueName: "folder"))
  var association: String?

  @Flag(help: .more("The page is on the same domain as the link."))
  var samePageDomain = false

  @Flag(help: .more("The page is in a private (incognito) tab."))
  var `private` = false

  @Option(help: .more("A JSON file with scanners, browsers or rules to add or replace.", valueName: "file"))
  var catalogue: String?

  /// The systems, and their known versions.
  private static var names: [String] {
    Handset.OperatingSystem.allCases.flatMap { system in
      [system.rawValue]
        + (Catalogue.builtIn.knownVersions(of: system).map { $0.map { "\(system.rawValue)-\($0)" } } ?? [])
    }
  }

  /// One phone, or every known version of a system.
  enum Phones {
    case one(Handset)
    case all(Handset.OperatingSystem)
  }

  enum Presence: String, CaseIterable, ExpressibleByArgument {
    case installed, missing
  }

  enum Answer: String, CaseIterable, ExpressibleByArgument {
    case yes, no
  }

  /// A trigger of the simulation, or a push notification.
  enum Opening: Equatable, ExpressibleByArgument {
    case page(Entry.Trigger)
    case push

    init?(argument: String) {
      if argument == "push" {
        self = .push
      } else if let trigger = Entry.Trigger(rawValue: argument) {
        self = .page(trigger)
      } else {
        return nil
      }
    }

    static var allValueStrings: [String] { Entry.Trigger.allCases.map(\.rawValue) + ["push"] }
  }

  func validate() throws {
    try refuse([
      "Give --scanner, or --browser and --by, not both.": scanner != nil && (browser != nil || by != nil),
      "--same-page-domain is about a page in a browser.": scanner != nil && samePageDomain,
      "--private is about a page in a browser: give --browser or --by.": `private`
        && (by == .push || browser == nil && by == nil),
      "--phone has a scanner: leave out --scanner.": !phone.isEmpty && scanner != nil,
      "Give --association or --verified, not both.": association != nil && verified != nil,
      "A push notification has no browser.": by == .push && browser != nil,
    ])
  }

  /// The phones asked for, or the usual ones.
  ///
  /// - Parameter association: Says on which systems the link opens the app.
  func handsets(of catalogue: Catalogue, association: AssociationVerdict? = nil) -> [Handset] {
    let own = named(in: catalogue).compactMap { catalogue.handsets(of: $0.system).last }
    var asked: [Handset] = os.isEmpty ? own.isEmpty ? Handset.usual : own : []
    for phones in os {
      switch phones {
      case .one(let handset): asked.append(handset)
      case .all(let system): asked += catalogue.handsets(of: system)
      }
    }
    return asked.uniqued.map { handset in
      Handset(
        handset.system, handset.version, hasGoogleServices: googleServices == .yes, hasApp: app == .installed,
        hasVerifiedLinks: verified != .no
      ).verified(by: association)
    }
  }

  private func named(in catalogue: Catalogue) -> [Catalogue.Phone] { phone.compactMap { try? catalogue.phone($0) } }

  /// Says what the names of phones were taken for.
  func notePhones(of catalogue: Catalogue) throws {
    let hint = os.isEmpty ? "; --os chooses another version" : ""
    for (name, phone) in zip(phone, named(in: catalogue)) {
      var one = self
      one.phone = [name]
      guard let handset = handsets(of: catalogue).first(where: { $0.system == phone.system }),
        let entry = try one.entries(of: catalogue).first
      else { continue }
      Console.current.say(
        "note: \(name) is simulated as \(handset) with \(entry.name): only the family counts, not the model\(hint)")
    }
  }

  /// The ways in that are asked for: one, or every scanner.
  func entries(of catalogue: Catalogue) throws -> [Entry] {
    if by == .push { return [.push] }
    var trigger = Entry.Trigger.tap
    if case .page(let asked) = by { trigger = asked }
    func browse(_ program: String) throws(UnknownProgram) -> Entry {
      try catalogue.browse(program, by: trigger, onSameDomain: samePageDomain, isPrivate: `private`)
    }
    do {
      let phones = try phone.map(catalogue.phone)
      if let browser { return [try browse(browser)] }
      if by != nil {
        return try (phones.isEmpty ? catalogue.browsers.map(\.id) : phones.map(\.browser).uniqued).map(browse)
      }
      // Each system has one camera of its own.
      if scanner == "camera" { return try Handset.OperatingSystem.allCases.map(catalogue.camera) }
      if let scanner { return [try catalogue.scan(scanner)] }
      return phones.isEmpty ? catalogue.scans : try phones.map(\.scanner).uniqued.map(catalogue.scan)
    } catch let unknown {
      let others = unknown.kind == "scanner" ? ["camera"] : []
      throw CommandFailure(
        "\(UnknownProgram(kind: unknown.kind, id: unknown.id, known: others + unknown.known))",
        exitCode: CommandFailure.misuse)
    }
  }
}

extension Catalogue {
  /// The catalogue with the entries of a user's file.
  func overridden(byFile file: String?) throws -> Catalogue {
    guard let file else { return self }
    let json = try Console.current.read(file, limit: 1 << 20)
    // One object, or one a line, as --observe prints them.
    let lines = json.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let areObjects =
      lines.count > 1 && lines.allSatisfy { $0.first == UInt8(ascii: "{") && $0.last == UInt8(ascii: "}") }
    return try CommandFailure.about("'\(file)'") {
      try overridden(byAll: areObjects ? lines.map { Array($0) } : [json])
    }
  }
}

extension HandsetOptions {
  /// `android-14`, `Android 14` or `android14`: one phone; `android`: every known version.
  private static func phones(_ argument: String) throws -> Phones {
    let system = argument.prefix { $0.isLetter }
    let version = argument.dropFirst(system.count).drop { $0 == " " || $0 == "-" }
    let argument = system.isEmpty || version.isEmpty ? argument : "\(system)-\(version)"
    if let system = Handset.OperatingSystem(rawValue: argument.lowercased()) { return .all(system) }
    do throws(Fault) { return .one(try Handset(parsing: argument)) } catch {
      if (try? Catalogue.builtIn.phone(argument)) != nil {
        throw ValidationError("--os takes a system, such as android-16; write --phone \(argument)")
      }
      let isVersion = Handset.OperatingSystem.allCases.contains { argument.lowercased().hasPrefix($0.rawValue + "-") }
      throw ValidationError(
        isVersion
          ? "\(error)"
          : "there is no system '\(argument)'; write android, ios or harmonyos for all versions, or one of \(Handset.known)"
      )
    }
  }
}
