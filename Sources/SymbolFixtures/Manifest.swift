import Imaging
public import PictureDamage
import QRSymbology
public import TextFormats

/// The list of a set's fixtures, written beside the pictures as `manifest.json`.
public struct Manifest: Hashable, Sendable {
  /// The inputs of the set: suite, damages, seed, … Two sets with the same plan have the same pictures.
  public var plan: JSONValue
  public var entries: [Entry]

  public static let fileName = "manifest.json"

  /// A picture.
  public struct Entry: Hashable, Sendable {
    public var path: String
    /// The message, the same in all symbols of the picture.
    public var message: [UInt8]
    /// The number of symbols.
    public var symbols: Int
    /// The damages as in `Damage.description`, with all options explicit.
    public var damages: [Damage]
    public var fileDigest: String
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
  private var digest: String {
    SHA256.hexDigest(of: Array(entries.map { "\($0.json)\n" }.joined().utf8))
  }

  static let format = "oobqr-fixtures-1"

  /// - Throws: ``ManifestError`` for the first fault.
  public init(json bytes: [UInt8]) throws(ManifestError) {
    let value: JSONValue
    do { value = try JSONDocument(parsing: bytes).value } catch { throw .noJSON(error) }
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
    message = fixture.message.bytes
    symbols = rendering.scene.symbols.count
    damages = rendering.damages
    fileDigest = rendering.fileDigest
    var members = [JSONValue.Member("path", .string(path))]
    if let text = String(validating: message, as: UTF8.self) { members.append(.init("message", .string(text))) }
    members += [
      .init("message_base64", .string(Base64.encode(message))),
      .init("kind", .string(fixture.message.kind)),
      .init(
        "diagnostics",
        .array(fixture.message.expectedDiagnostics(symbolVersion: rendering.symbol.version.number).map { .string($0) })),
      .init("version", .number(rendering.symbol.version.number)),
      .init("level", .string(rendering.symbol.level.letter)),
      .init("mask", .number(rendering.symbol.mask.reference)),
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

  private static func json(_ damage: Damage) -> JSONValue {
    var members = [JSONValue.Member("kind", .string(damage.kind.rawValue))]
    if damage.kind.model.range != nil {
      members += [.init("strength", .number(damage.strength)), .init("unit", .string(damage.kind.model.unit))]
    }
    members += damage.options.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .number($0.value)) }
    return .object(members)
  }

  /// Encodes the corners, clockwise from the upright symbol's upper left, rounded to hundredths of a pixel.
  private static func json(_ symbol: Scene.PlacedSymbol) -> JSONValue {
    func shown(_ value: Double) -> JSONValue { .number((value * 100).rounded() / 100) }
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
    guard let text = json["message_base64"]?.text, case .success(let decoded) = Base64.decode(text),
      !decoded.bytes.isEmpty
    else { throw BadMember(member: "message_base64") }
    guard let symbols = json["symbols"]?.elements, !symbols.isEmpty else { throw BadMember(member: "symbols") }
    guard let digest = json["file_sha256"]?.text, digest.utf8.count == 64 else {
      throw BadMember(member: "file_sha256")
    }
    guard let damages = json["damages"]?.elements else { throw BadMember(member: "damages") }
    (self.path, message, self.symbols, fileDigest, self.json) = (path, decoded.bytes, symbols.count, digest, json)
    self.damages = []
    for object in damages { self.damages.append(try Self.damage(object)) }
  }

  private static func damage(_ object: JSONValue) throws(BadMember) -> Damage {
    guard let kind = object["kind"]?.text.flatMap(Damage.Kind.init(rawValue:)) else {
      throw BadMember(member: "damages/kind")
    }
    var strength = 0.0
    var options: [String: Double] = [:]
    for member in object.members ?? [] where member.name != "kind" && member.name != "unit" {
      guard case .number(let text) = member.value, let value = Double(text) else {
        throw BadMember(member: "damages/\(member.name)")
      }
      if member.name == "strength" { strength = value } else { options[member.name] = value }
    }
    do { return try Damage(kind, strength, options: options) } catch { throw BadMember(member: "damages: \(error)") }
  }
}

extension Fixture.Rendering {
  /// The SHA-256 of the file in hexadecimal.
  public var fileDigest: String { SHA256.hexDigest(of: file) }
}

/// The reason why a file is not a manifest.
public enum ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not JSON.
  case noJSON(JSONSyntaxError)
  /// The file has no plan or fixtures, or another format than `format`.
  case notAManifest(format: String)
  /// A member of the entry `index`, from 0, is missing or wrong.
  case badEntry(index: Int, member: String)
  /// The entries do not have the digest of the file.
  case edited

  public var description: String {
    switch self {
    case .noJSON(let error): "not JSON: \(error)"
    case .notAManifest(let format): "not a fixture manifest, which begins with {\"format\":\"\(format)\""
    case .edited: "its list of fixtures has been edited; make the set again"
    case .badEntry(let index, let member): "fixture \(index): '\(member)' is missing or wrong"
    }
  }
}
