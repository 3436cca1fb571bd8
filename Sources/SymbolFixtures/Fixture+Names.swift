import PictureDamage
import TextFormats

extension Fixture {
  /// Derives the seed of a picture in a set.
  ///
  /// It depends on what a user recognises the picture by, and on nothing else: not on the place in the set, and not on the
  /// style, so that another scale shows the same damage.
  ///
  /// - Parameter set: The seed of the set.
  static func seed(name: String, bytes: [UInt8] = [], _ damages: [Damage], set: UInt64) -> UInt64 {
    let damage = damages.map(\.label).joined(separator: "+")
    let head = "\(set)\n\(damage)\n\(name)\n"
    return SHA256.digest(of: Array(head.utf8) + bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// `png`, or `jpg` after the JPEG damage.
  public var fileExtension: String { damages.last?.kind == .jpeg ? "jpg" : "png" }

  /// The path of the file in a set: the damage, then the message's name, as in `motion-6/app-link.png`, or
  /// `motion-6/012/app-link.png` in a large set.
  public var path: String {
    let part = part.map { "/" + DecimalText.padded($0, to: 3) } ?? ""
    return "\(Self.folder(damages, of: content.folder, place: place))\(part)/\(name).\(fileExtension)"
  }

  /// The folder for pictures with a list of damage.
  ///
  /// - Parameters:
  ///   - content: The folder of pictures of the same content without damage; `nil` for pictures of one symbol.
  ///   - place: The suite of a place, whose folders are named by it and the resolution.
  static func folder(_ damages: [Damage], of content: String? = nil, place: String? = nil) -> String {
    if let place, let resolution = damages.first(where: { $0.kind == .resolution }) {
      return "\(place)-\(Damage.shown(resolution.strength))"
    }
    let names = damages.map { Self.fileName($0.label) }
    var folder = ((content.map { [$0] } ?? []) + names).joined(separator: "+")
    // File names are limited to 255 bytes; a digest makes truncated ones unique.
    if folder.utf8.count > 100 {
      folder = "\(folder.prefix(80))-\(SHA256.hexDigest(of: Array(folder.utf8)).prefix(12))"
    }
    return folder.isEmpty ? "clean" : folder
  }

  /// Replaces the signs in a label of damage, as in `noise-20-color-1`; the `:~` of a random strength is `-between-`.
  private static func fileName(_ label: String) -> String {
    String(label.replacing(":~", with: "-between-").map { ":,=".contains($0) ? "-" : $0 })
  }
}
