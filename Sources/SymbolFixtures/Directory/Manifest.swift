import HostSystem
import Imaging
public import PictureDamage
import QRSymbology
public import TextFormats

/// The list of a set's fixtures, written beside the pictures as `manifest.json`.
public struct Manifest: Hashable, Sendable {
  /// The inputs of the set: suite, damage, seed, … Two sets with the same plan have the same pictures.
  public var plan: JSONValue
  public var entries: [Entry]

  public static let fileName = "manifest.json"

  /// A picture.
  public struct Entry: Hashable, Sendable {
    public var path: String
    /// The message of each symbol, in the order of the symbols; none for a negative picture.
    public var messages: [[UInt8]]
    /// The damage as in `Damage.description`, with all options explicit.
    public var damages: [Damage]
    public var fileDigest: String
    /// `scene` for several different symbols, `negative` for none, `nil` for a picture of one message.
    public var content: String?
    /// The whole object, with members that only readers of the file use.
    public var json: JSONValue
  }

  public init(plan: JSONValue, entries: [Entry]) { (self.plan, self.entries) = (plan, entries) }

  /// The file, with one picture per line for `diff` and `grep`.
  public var json: [UInt8] {
    let head = Self.head(plan: plan, count: nil, digest: digest)
    return Array((head + entries.map(\.json.description).joined(separator: ",\n") + "\n]}\n").utf8)
  }

  /// The digest that detects an edited manifest.
  var digest: String {
    SHA256.hexDigest(of: Array(entries.map { "\($0.json)\n" }.joined().utf8))
  }

  static let format = "oobqr-fixtures-1"

  /// - Throws: ``ManifestError`` for the first fault.
  public init(json bytes: [UInt8]) throws(ManifestError) {
    let value: JSONValue
    do { value = try JSONDocument(parsing: bytes).value } catch { throw .notJSON(error) }
    guard value["format"]?.text == Self.format else { throw .notAManifest(format: Self.format) }
    guard let plan = value["plan"], let fixtures = value["fixtures"]?.elements else {
      throw .notAManifest(format: Self.format)
    }
    self.plan = plan
    entries = []
    for (index, object) in fixtures.enumerated() {
      do { entries.append(try Entry(json: object)) } catch { throw .badEntry(index: index, member: error.member) }
    }
    guard value["fixtures_sha256"]?.text == digest else { throw .edited }
  }
}

extension Manifest.Entry {
  /// Makes the entry of a rendered fixture.
  public init(_ fixture: Fixture, _ rendering: Fixture.Rendering) {
    path = fixture.path
    messages = rendering.messages
    damages = rendering.damages
    fileDigest = rendering.fileDigest
    content = fixture.content.folder
    var members = [JSONValue.Member("path", .string(path))]
    members += Self.members(fixture, rendering.symbols, messages)
    if let frame = fixture.frame {
      members += [
        .init("sequence", .string(fixture.content.name)), .init("frame", .number(frame.number)),
        .init("frames", .number(frame.count)),
      ]
    }
    members += [
      .init("damages", .array(damages.map(Self.json))),
      .init("seed", .string(String(fixture.seed))),
      .init("width", .number(rendering.scene.picture.width)),
      .init("height", .number(rendering.scene.picture.height)),
      .init("color", .boolean(rendering.scene.picture.isColor)),
      .init("symbols", .array(rendering.scene.symbols.map(Self.json))),
      .init("pixels_sha256", .string(rendering.scene.picture.pixelDigest)),
      .init("file_sha256", .string(fileDigest)),
    ]
    json = .object(members)
  }

  /// What is encoded in the symbols.
  private static func members(
    _ fixture: Fixture, _ symbols: [QRSymbol], _ messages: [[UInt8]]
  ) -> [JSONValue.Member] {
    guard case .symbol(let message) = fixture.content, let symbol = symbols.first else {
      return [
        .init("kind", .string(fixture.content.folder ?? "")),
        .init("messages_base64", .array(messages.map { .string(Base64.encode($0)) })),
        .init("versions", .array(symbols.map { .number($0.version.number) })),
        .init("levels", .array(symbols.map { .string($0.level.letter) })),
      ]
    }
    let text = String(validating: message.bytes, as: UTF8.self)
    return (text.map { [.init("message", .string($0))] } ?? []) + [
      .init("message_base64", .string(Base64.encode(message.bytes))),
      .init("kind", .string(message.kind)),
      .init(
        "diagnostics",
        .array(message.expectedDiagnostics(symbolVersion: symbol.version.number).map { .string($0) })),
      .init("version", .number(symbol.version.number)),
      .init("level", .string(symbol.level.letter)),
      .init("mask", .number(symbol.mask.reference)),
    ]
  }

  private static func json(_ damage: Damage) -> JSONValue {
    var members = [JSONValue.Member("kind", .string(damage.kind.rawValue))]
    if damage.kind.model.range != nil {
      members += [.init("strength", .number(damage.strength)), .init("unit", .string(damage.kind.model.unit))]
    }
    if let range = damage.range {
      members.append(.init("between", [.number(range.lowerBound), .number(range.upperBound)]))
    }
    members += damage.options.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .number($0.value)) }
    return .object(members)
  }

  /// Encodes the corners, clockwise from the upright symbol's upper left, rounded to hundredths of a pixel.
  private static func json(_ symbol: Scene.PlacedSymbol) -> JSONValue {
    func shown(_ value: Double) -> JSONValue { .number(value, decimals: 2) }
    return .array(symbol.corners.points.map { [shown($0.x), shown($0.y)] })
  }

  /// Reads an entry; the result is `nil` if a member is missing or wrong.
  public init?(_ json: JSONValue) {
    guard let entry = try? Self(json: json) else { return nil }
    self = entry
  }

  /// A member that is missing or wrong.
  struct BadMember: Error { var member: String }

  /// Reads an entry of a manifest.
  init(json: JSONValue) throws(BadMember) {
    guard let path = json["path"]?.text, !path.isEmpty, !path.hasPrefix("/"), !path.split(separator: "/").contains("..")
    else { throw BadMember(member: "path") }
    guard let symbols = json["symbols"]?.elements else { throw BadMember(member: "symbols") }
    let content: String? = (["scene", "negative"] as [String]).first {
      json["kind"]?.text == $0 && json["message_base64"] == nil
    }
    let messages = try Self.messages(json, content, symbols: symbols.count)
    guard let digest = json["file_sha256"]?.text, digest.utf8.count == 64 else {
      throw BadMember(member: "file_sha256")
    }
    guard let damages = json["damages"]?.elements else { throw BadMember(member: "damages") }
    (self.path, self.messages, self.content, fileDigest, self.json) = (path, messages, content, digest, json)
    self.damages = []
    for object in damages { self.damages.append(try Self.damage(object)) }
  }

  private static func messages(
    _ json: JSONValue, _ content: String?, symbols: Int
  ) throws(BadMember) -> [[UInt8]] {
    func decoded(_ value: JSONValue?, _ name: String) throws(BadMember) -> [UInt8] {
      guard let text = value?.text, case .success(let decoded) = Base64.decode(text), !decoded.bytes.isEmpty else {
        throw BadMember(member: name)
      }
      return decoded.bytes
    }
    if content == nil {
      let message = try decoded(json["message_base64"], "message_base64")
      guard symbols > 0 else { throw BadMember(member: "symbols") }
      return Array(repeating: message, count: symbols)
    }
    guard let texts = json["messages_base64"]?.elements, texts.count == symbols else {
      throw BadMember(member: "messages_base64")
    }
    var messages: [[UInt8]] = []
    for text in texts { messages.append(try decoded(text, "messages_base64")) }
    return messages
  }

  private static func damage(_ object: JSONValue) throws(BadMember) -> Damage {
    guard let kind = object["kind"]?.text.flatMap(Damage.Kind.init(rawValue:)) else {
      throw BadMember(member: "damages/kind")
    }
    var strength = 0.0
    var options: [String: Double] = [:]
    for member in object.members ?? [] where !["kind", "unit", "between"].contains(member.name) {
      guard case .number(let text) = member.value, let value = Double(text) else {
        throw BadMember(member: "damages/\(member.name)")
      }
      if member.name == "strength" { strength = value } else { options[member.name] = value }
    }
    let ends = (object["between"]?.elements ?? []).compactMap { value -> Double? in
      if case .number(let text) = value { Double(text) } else { nil }
    }
    do {
      let range = ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
      return try Damage(kind, strength, options: options, drawnFrom: range)
    } catch { throw BadMember(member: "damages: \(error)") }
  }
}

extension Manifest.Entry {
  /// The version and the level of a symbol, as members of a file.
  func code(of symbol: Int) -> (version: JSONValue?, level: JSONValue?) {
    func value(_ name: String) -> JSONValue? {
      guard let values = json["\(name)s"]?.elements, !values.isEmpty else { return json[name] }
      // A page repeats its symbols.
      return values[symbol % values.count]
    }
    return (value("version"), value("level"))
  }

  /// The name of the picture: that of its file, without the extension.
  public var name: String { String(FileSystem.name(of: path).prefix { $0 != "." }) }

  /// The names by which it is selected: its own, and that of its message.
  var selectedNames: [String] {
    let message = frame?.sequence ?? name
    guard let letter = json["level"]?.text,
      let level = QRSymbol.ErrorCorrectionLevel.allCases.first(where: { $0.letter == letter }),
      case let suffix = FixtureMessage.suffix(at: level), !suffix.isEmpty, message.hasSuffix(suffix)
    else { return [name, message] }
    return [name, message, String(message.dropLast(suffix.count))]
  }

  /// The name of the approach of which the picture is a frame, and the frame, from 1; `nil` for a single picture.
  public var frame: (sequence: String, number: Int)? {
    guard let name = json["sequence"]?.text, let number = json["frame"]?.integer else { return nil }
    return (name, number)
  }
}

extension Fixture.Rendering {
  /// The SHA-256 of the file in hexadecimal.
  public var fileDigest: String { SHA256.hexDigest(of: file) }
}

/// The reason why a file is not a manifest.
public enum ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not JSON.
  case notJSON(JSONSyntaxError)
  /// The file has no plan or fixtures, or another format than `format`.
  case notAManifest(format: String)
  /// A member of the entry `index`, from 0, is missing or wrong.
  case badEntry(index: Int, member: String)
  /// The entries do not have the digest of the file.
  case edited

  public var description: String {
    switch self {
    case .notJSON(let error): "not JSON: \(error)"
    case .notAManifest(let format): "not a fixture manifest, which begins with {\"format\":\"\(format)\""
    case .edited: "its list of fixtures has been edited; make the set again"
    case .badEntry(let index, let member): "fixture \(index): '\(member)' is missing or wrong"
    }
  }
}
