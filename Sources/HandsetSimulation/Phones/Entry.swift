import OutOfBand
import TextFormats

/// How a message meets the phone.
///
/// ```swift
/// let camera = try Catalogue.builtIn.scan("android-camera")
/// let page = try Catalogue.builtIn.browse("chrome", by: .tap)
/// ```
/// Scanners and browsers come from a catalogue, which refuses names that it does not list.
public enum Entry: Hashable, Sendable {
  /// A symbol is scanned by this scanner.
  case scan(Catalogue.Program)
  /// A link on a page is opened in this browser.
  case browse(Catalogue.Program, by: Trigger, onSameDomain: Bool = false, isPrivate: Bool = false)
  /// A push notification.
  case push

  /// How a page's link is opened.
  public enum Trigger: String, Hashable, Sendable, CaseIterable {
    /// The user taps it.
    case tap
    /// A script opens it, by click or by location.href.
    case javascript
    /// It targets an iframe.
    case iframe
    /// It targets a new window.
    case blank
    /// The user taps another link, and its server redirects to this one.
    case redirect
  }

  /// The scanner or browser; `nil` for a push notification.
  public var program: Catalogue.Program? {
    switch self {
    case .scan(let program), .browse(let program, _, _, _): program
    case .push: nil
    }
  }

  /// `scan`, `tap`, `javascript`, `iframe`, `blank`, `redirect` or `push`: the values of the catalogue's attribute `entry`.
  public var word: String {
    switch self {
    case .scan: "scan"
    case .browse(_, let trigger, _, _): trigger.rawValue
    case .push: "push"
    }
  }
}

extension Entry {
  /// The scanner's or browser's name, or `push notification`.
  public var name: String { program?.name ?? "push notification" }

  /// Whether the page is in a private tab.
  var isPrivate: Bool { if case .browse(_, _, _, isPrivate: true) = self { true } else { false } }

  /// Whether it is the camera app of the system itself.
  var isStandardCamera: Bool {
    ["android-camera", "ios-camera", "harmonyos-camera"].contains(program?.id) && word == "scan"
  }
}

/// A scanner or browser that a catalogue does not list.
public struct UnknownProgram: Error, Hashable, Sendable, CustomStringConvertible {
  /// `scanner`, `browser` or `phone`.
  public let kind: String
  public let id: String
  /// The names that there are.
  public let known: [String]

  package init(kind: String, id: String, known: [String]) {
    (self.kind, self.id, self.known) = (kind, id, known)
  }

  fileprivate var nearest: String? { Spelling.nearest(to: id, among: known, least: 4) }

  public var description: String {
    let rest =
      nearest.map { "did you mean '\($0)'?" }
      ?? "the \(kind)s are \(known.joined(separator: ", "))"
    return "there is no \(kind) '\(id)'; \(rest)"
  }
}

extension Catalogue {
  /// Returns the way in of a symbol that a scanner of this catalogue scans.
  ///
  /// - Throws: ``UnknownProgram`` when no scanner has this id.
  public func scan(_ id: String) throws(UnknownProgram) -> Entry {
    .scan(try Self.program(id, "scanner", in: scanners))
  }

  /// Returns the way in of a symbol that the standard camera of a system scans.
  ///
  /// - Throws: ``UnknownProgram`` when this catalogue has none.
  public func camera(of system: Handset.OperatingSystem) throws(UnknownProgram) -> Entry {
    try scan("\(system.rawValue)-camera")
  }

  /// Returns the way in of a link that a page shows in a browser of this catalogue.
  ///
  /// - Throws: ``UnknownProgram`` when no browser has this id.
  public func browse(
    _ id: String, by trigger: Entry.Trigger = .tap, onSameDomain: Bool = false, isPrivate: Bool = false
  ) throws(UnknownProgram) -> Entry {
    .browse(
      try Self.program(id, "browser", in: browsers), by: trigger, onSameDomain: onSameDomain, isPrivate: isPrivate)
  }

  /// Returns the family of a phone by its name, as in `pixel-9`, `Galaxy S25` or `google-pixel-9`.
  ///
  /// - Throws: ``UnknownProgram`` when no family has this name.
  public func phone(_ name: String) throws(UnknownProgram) -> Phone {
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    if let phone = phones.first(where: { words.contains($0.id) }) { return phone }
    let unknown = ([name] + words).map { UnknownProgram(kind: "phone", id: $0, known: phones.map(\.id)) }
    throw unknown.first { $0.nearest != nil } ?? unknown[0]
  }

  /// Every scanner, as a way in.
  public var scans: [Entry] { scanners.map { .scan($0) } }

  /// Every browser, as a way in of a link.
  package func browses(by trigger: Entry.Trigger) -> [Entry] { browsers.map { .browse($0, by: trigger) } }

  private static func program(
    _ id: String, _ kind: String, in programs: [Program]
  ) throws(UnknownProgram) -> Program {
    guard let program = programs.first(where: { $0.id == id }) else {
      throw UnknownProgram(kind: kind, id: id, known: programs.map(\.id))
    }
    return program
  }
}
