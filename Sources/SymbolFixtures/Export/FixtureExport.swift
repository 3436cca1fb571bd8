import HostSystem
import Imaging
import PictureDamage
import TextFormats

/// A set of fixtures in the formats of other tools, for training and testing detectors.
///
/// The set is read picture by picture: memory does not grow with it.
///
/// ```swift
/// let export = FixtureExport(ofDirectory: "fixtures")
/// try export.writeCSV { print(String(decoding: $0, as: UTF8.self), terminator: "") }
/// ```
public struct FixtureExport: Sendable {
  let directory: String
  private let includes: @Sendable (Manifest.Entry) -> Bool

  /// The name of the only category, in COCO and YOLO.
  static let category = "qr-code"

  /// - Parameters:
  ///   - directory: The directory of the set.
  ///   - includes: Which pictures to export.
  public init(ofDirectory directory: String, includes: @escaping @Sendable (Manifest.Entry) -> Bool = { _ in true }) {
    (self.directory, self.includes) = (directory, includes)
  }

  /// Calls a closure for each picture, with its index in the whole set, and returns their number.
  func forEach(_ body: (Int, Manifest.Entry) throws -> Void) throws -> Int {
    let manifest = try ManifestReader(ofDirectory: directory)
    var count = 0
    while let (index, entry) = try manifest.next() {
      guard includes(entry) else { continue }
      try body(index, entry)
      count += 1
    }
    return count
  }

  // MARK: Tables

  /// Writes CSV (RFC 4180): a line for each symbol, with its corners in pixels. A picture without a symbol has a line without
  /// corners and message.
  ///
  /// - Parameter write: Receives the next bytes.
  /// - Returns: The number of pictures.
  /// - Throws: ``FixtureFault``, `FileFailure`, and what `write` throws.
  @discardableResult
  public func writeCSV(_ write: ([UInt8]) throws -> Void) throws -> Int {
    try write(
      Array("path,width,height,x1,y1,x2,y2,x3,y3,x4,y4,damages,version,level,message,message_base64,expect\r\n".utf8))
    return try forEach { _, entry in
      let damages = entry.damages.map(\.description).joined(separator: "+")
      func writeLine(_ ends: [String]) throws {
        let fields = [entry.path, "\(entry.width)", "\(entry.height)"] + ends
        try write(Array((fields.map(Self.field).joined(separator: ",") + "\r\n").utf8))
      }
      for (index, symbol) in entry.symbols.enumerated() {
        let message = entry.messages[index]
        let code = entry.code(of: index)
        try writeLine(
          symbol.flatMap { ["\($0.x)", "\($0.y)"] } + [
            damages, code.version.map { "\($0)" } ?? "", code.level?.text ?? "",
            String(validating: message, as: UTF8.self) ?? "", Base64.encode(message), entry.expectation.rawValue,
          ])
      }
      if entry.symbols.isEmpty {
        try writeLine(Array(repeating: "", count: 8) + [damages, "", "", "", "", entry.expectation.rawValue])
      }
    }
  }

  private static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0D, 0x0A].contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  // MARK: Archives

  /// Writes a shard of WebDataset: a tar archive in which each picture, `000000012.png`, is followed by what the manifest
  /// says of it, `000000012.json`. The number is the picture's index in the whole set.
  ///
  /// - Parameter write: Receives the next bytes.
  /// - Returns: The number of pictures.
  /// - Throws: ``FixtureFault``, `FileFailure`, and what `write` throws.
  @discardableResult
  public func writeWebDataset(_ write: ([UInt8]) throws -> Void) throws -> Int {
    let count = try forEach { index, entry in
      let key = DecimalText.padded(index, to: 9)
      try write(TarWriter.member("\(key).\(FileSystem.fileExtension(of: entry.path))", entry.file(in: directory)))
      try write(TarWriter.member("\(key).json", Array("\(entry.json)\n".utf8)))
    }
    try write(TarWriter.end)
    return count
  }
}
