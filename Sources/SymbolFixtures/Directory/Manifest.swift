import HostSystem
public import Imaging
public import PictureDamage
import QRSymbology
public import TextFormats

/// The list of a set's fixtures, which a ``ManifestReader`` reads picture by picture.
public enum Manifest {
  /// The file that lists the pictures, beside them: a line for the set, and one for each picture, for `diff` and `grep`.
  public static let fileName = "manifest.jsonl"
  /// The same as one JSON object, beside it in small sets; deprecated.
  public static let objectFileName = "manifest.json"

  /// What a scanner should do with the symbols of a picture.
  public enum Expectation: String, Hashable, Sendable {
    /// Read all messages.
    case read
    /// Read nothing: there is no symbol, or it must not be read.
    case unread
  }

  /// A picture.
  public struct Entry: Hashable, Sendable {
    public let path: String
    /// The size of the picture in pixels.
    public let width: Int, height: Int
    /// The message of each symbol; none for a negative picture.
    public let messages: [[UInt8]]
    public let expectation: Expectation
    /// The corners of each symbol, clockwise from the upright symbol's upper left, in pixels. They may be outside the picture.
    public let symbols: [[ImagePoint]]
    /// The damage as in `Damage.description`, with all options explicit.
    public let damages: [Damage]
    public let fileDigest: String
    /// `scene` for several different symbols, `negative` for none, `nil` for a picture of one message.
    public let content: String?
    /// The whole object, with members that only readers of the file use.
    public let json: JSONValue
  }
}

extension Manifest.Entry {
  /// Makes the entry of a rendered fixture.
  ///
  /// - Parameters:
  ///   - fixture: What was rendered.
  ///   - rendering: Its picture.
  ///   - isUnreadable: Whether its symbol must not be read.
  public init(_ fixture: Fixture, _ rendering: Fixture.Rendering, isUnreadable: Bool = false) {
    let picture = rendering.scene.picture
    let expectation: Manifest.Expectation = isUnreadable || rendering.messages.isEmpty ? .unread : .read
    let start: JSONValue = [
      "path": .string(fixture.path), "messages_base64": .strings(rendering.messages.map { Base64.encode($0) }),
      "expect": .string(expectation.rawValue),
    ]
    let circumstances: JSONValue = [
      "place": .optional(fixture.place), "variant": .optional(fixture.variant),
      "sequence": .optional(fixture.frame == nil ? nil : fixture.baseName),
      "frame": .optional(fixture.frame?.number), "frames": .optional(fixture.frame?.count),
    ]
    let end: JSONValue = [
      "damages": .array(rendering.damages.map(Self.json)), "seed": .string(String(fixture.seed)),
      "width": .number(picture.width), "height": .number(picture.height), "color": .boolean(picture.isColor),
      "symbols": .array(rendering.scene.symbols.map(Self.json)), "pixels_sha256": .string(picture.pixelDigest),
      "file_sha256": .string(SHA256.hexDigest(of: rendering.file)),
    ]
    let json = JSONValue.joining(start, Self.contents(fixture, rendering), circumstances.withoutNulls, end)
    guard let entry = Self(json) else { preconditionFailure("an entry is read as it is written") }
    self = entry
  }

  /// What is encoded in the symbols.
  private static func contents(_ fixture: Fixture, _ rendering: Fixture.Rendering) -> JSONValue {
    let symbols = rendering.symbols
    guard case .symbol(let message) = fixture.content, let symbol = symbols.first else {
      return [
        "kind": .string(fixture.content.folder ?? ""), "versions": .array(symbols.map { .number($0.version.number) }),
        "levels": .strings(symbols.map(\.level.letter)),
      ]
    }
    let contents: JSONValue = [
      "message": .optional(String(validating: message.bytes, as: UTF8.self)),
      "message_base64": .string(Base64.encode(message.bytes)), "kind": .string(message.kind),
      "diagnostics": .strings(message.expectedDiagnostics(symbolVersion: symbol.version.number)),
      "version": .number(symbol.version.number), "level": .string(symbol.level.letter),
      "mask": .number(symbol.mask.reference),
    ]
    return contents.withoutNulls
  }

  private static func json(_ damage: Damage) -> JSONValue {
    let hasStrength = damage.kind.range != nil
    let members: JSONValue = [
      "kind": .string(damage.kind.rawValue), "strength": hasStrength ? .number(damage.strength) : .null,
      "unit": hasStrength ? .string(damage.kind.unit) : .null,
      "between": .optional(damage.range.map { [.number($0.lowerBound), .number($0.upperBound)] }),
    ]
    let options = damage.options.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .number($0.value)) }
    return .joining(members.withoutNulls, .object(options))
  }

  /// Encodes the corners, rounded to hundredths of a pixel.
  private static func json(_ symbol: Scene.PlacedSymbol) -> JSONValue {
    func shown(_ value: Double) -> JSONValue { .number(value, decimals: 2) }
    return .array(symbol.corners.points.map { [shown($0.x), shown($0.y)] })
  }

  /// Reads an entry; the result is `nil` if a member is missing or wrong.
  public init?(_ json: JSONValue) {
    guard let path = json["path"]?.text, !path.isEmpty, !path.hasPrefix("/"),
      !path.split(separator: "/").contains(".."),
      let width = json["width"]?.integer, let height = json["height"]?.integer, width > 0, height > 0,
      let symbols = json["symbols"]?.elements?.map({ $0.elements?.compactMap { ImagePoint(json: $0) } ?? [] }),
      symbols.allSatisfy({ $0.count == 4 }), let digest = json["file_sha256"]?.text, digest.utf8.count == 64,
      let damages = json["damages"]?.elements?.map(Self.damage), !damages.contains(nil)
    else { return nil }
    (self.path, self.width, self.height, self.symbols) = (path, width, height, symbols)
    (self.damages, fileDigest, self.json) = (damages.compactMap { $0 }, digest, json)
    content = json["kind"]?.text.flatMap { ["scene", "negative"].contains($0) ? $0 : nil }
    guard let expectation = json["expect"]?.text.flatMap(Manifest.Expectation.init(rawValue:)) else { return nil }
    self.expectation = expectation
    messages = (json["messages_base64"]?.elements ?? []).compactMap { $0.text.flatMap(Base64.bytes) }
    if messages.count != symbols.count { return nil }
  }

  private static func damage(_ object: JSONValue) -> Damage? {
    guard let kind = object["kind"]?.text.flatMap(Damage.Kind.init(rawValue:)) else { return nil }
    var options: [String: Double] = [:]
    for member in object.members ?? [] where !["kind", "strength", "unit", "between"].contains(member.name) {
      options[member.name] = member.value.double
    }
    let ends = (object["between"]?.elements ?? []).compactMap(\.double)
    let range = ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
    return try? Damage(kind, object["strength"]?.double ?? 0, options: options, drawnFrom: range)
  }

  /// The version and the level of a symbol, as members of a file.
  func code(of symbol: Int) -> (version: JSONValue?, level: JSONValue?) {
    func value(_ name: String) -> JSONValue? {
      guard let values = json["\(name)s"]?.elements, !values.isEmpty else { return json[name] }
      // A page repeats its symbols.
      return values[symbol % values.count]
    }
    return (value("version"), value("level"))
  }

  /// The suite whose place the damage belongs to; `nil` for other damage.
  public var place: String? { json["place"]?.text }

  /// What a scanner should read.
  public var readableMessages: [[UInt8]] { expectation == .read ? messages : [] }

  /// The name of its message: that of the picture without its frame and variant.
  var messageName: String {
    let name = frame?.sequence ?? name
    let suffix = json["variant"]?.integer.map(Fixture.suffix(variant:)) ?? ""
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }

  /// The name of the picture: that of its file, without the extension.
  public var name: String { String(FileSystem.name(of: path).prefix { $0 != "." }) }

  /// The name of the approach of which the picture is a frame, and the frame, from 1; `nil` for a single picture.
  public var frame: (sequence: String, number: Int)? {
    guard let name = json["sequence"]?.text, let number = json["frame"]?.integer else { return nil }
    return (name, number)
  }
}

extension JSONValue {
  /// The value of a number.
  var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
}

extension ImagePoint {
  /// Reads a point `[x,y]`; `nil` for anything else.
  package init?(json: JSONValue) {
    let numbers = (json.elements ?? []).compactMap(\.double)
    guard numbers.count == 2, json.elements?.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}
