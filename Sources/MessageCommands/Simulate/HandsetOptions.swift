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
    help: ArgumentHelp(
      "A phone, such as android-14, or a system, such as ios, for its known versions; may be repeated.",
      valueName: "phone"), completion: .list(Self.names), transform: Self.phones)
  var os: [Phones] = []

  @Option(
    help: "A scanner of 'oobqr handsets', or 'camera'.",
    completion: .list(["camera"] + Catalogue.builtIn.scanners.map(\.id)))
  var scanner: String?

  @Option(
    help: "A browser that shows the page with the link.", completion: .list(Catalogue.builtIn.browsers.map(\.id)))
  var browser: String?

  @Option(help: "How the user opens it: on a page, or a push message")
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
      "Give --association or --verified, not both.": association != nil && verified != nil,
      "A push notification has no browser.": by == .push && browser != nil,
    ])
  }

  /// The phones asked for, or the usual ones.
  ///
  /// - Parameter association: Says on which systems the link opens the app.
  func handsets(of catalogue: Catalogue, association: AssociationVerdict? = nil) -> [Handset] {
    var asked: [Handset] = os.isEmpty ? Handset.usual : []
    for phones in os {
      switch phones {
      case .one(let handset): asked.append(handset)
      case .all(let system): asked += catalogue.handsets(of: system)
      }
    }
    var seen: Set<Handset> = []
    return asked.filter { seen.insert($0).inserted }.map { handset in
      Handset(
        handset.system, handset.version, hasGoogleServices: googleServices == .yes, hasApp: app == .installed,
        hasVerifiedLinks: verified != .no
      ).verified(by: association)
    }
  }

  /// The ways in that are asked for: one, or every scanner.
  func entries(of catalogue: Catalogue) throws -> [Entry] {
    if by == .push { return [.push] }
    var trigger = Entry.Trigger.tap
    if case .page(let asked) = by { trigger = asked }
    do {
      if let browser { return [try catalogue.browse(browser, by: trigger, onSameDomain: samePageDomain)] }
      if by != nil { return catalogue.browsers.map { .browse($0, by: trigger, onSameDomain: samePageDomain) } }
      guard let scanner else { return catalogue.scans }
      // Each system has one camera of its own.
      if scanner == "camera" { return try Handset.OperatingSystem.allCases.map(catalogue.camera) }
      return [try catalogue.scan(scanner)]
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
    do { return try overridden(by: json) } catch { throw CommandFailure("'\(file)': \(error)") }
  }
}

extension HandsetOptions {
  /// `android-14`: one phone; `android`: every known version.
  private static func phones(_ argument: String) throws -> Phones {
    if let system = Handset.OperatingSystem(rawValue: argument.lowercased()) { return .all(system) }
    do throws(Fault) { return .one(try Handset(parsing: argument)) } catch {
      throw ValidationError(
        "there is no phone '\(argument)'; write android or ios for all versions, or one of \(Handset.known)")
    }
  }
}
