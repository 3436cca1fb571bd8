import HostSystem
import Imaging
import SymbolFixtures
import Synchronization
import TextFormats

/// What a scanner has found in the pictures of a set, as lines of JSON: those that `oobqr scan --json` prints, one for each
/// symbol, or that `oobqr scan --list` answers with, one for each picture.
///
/// Memory grows by a path and a number for each line.
final class PredictionFile: Sendable {
  private let path: String
  /// The places of the lines of each path, in bytes.
  private let places: [String: [Int]]
  /// The same by the path without the directory of the set: a folder in the set may have the same name.
  private let shortened: [String: [Int]]
  private let reader: Mutex<LineReader>
  private let matched = Mutex(Set<String>())

  /// - Parameter directory: The directory of the set: paths of pictures may begin with it.
  init(_ path: String, directory: String) throws {
    self.path = path
    let reader = try LineReader(path)
    var (places, shortened): ([String: [Int]], [String: [Int]]) = ([:], [:])
    var (number, start) = (0, 0)
    while let line = try reader.next() {
      number += 1
      defer { start = reader.offset }
      if !line.contains(where: { $0 > UInt8(ascii: " ") }) { continue }
      let value: JSONValue
      do { value = try JSONDocument(parsing: Array(line)).value } catch {
        throw CommandFailure("'\(path)', line \(number): not JSON: \(error)")
      }
      guard let name = (value["path"] ?? value["id"])?.text else {
        throw CommandFailure("'\(path)', line \(number): no 'path' of a picture")
      }
      do throws(PredictionFault) { _ = try Self.symbols(value) } catch {
        throw CommandFailure("'\(path)', line \(number): \(error.reason)")
      }
      places[name, default: []].append(start)
      let short = Self.name(name, in: directory)
      if short != name { shortened[short, default: []].append(start) }
    }
    (self.places, self.shortened) = (places, shortened)
    self.reader = Mutex(reader)
  }

  /// The path of a picture in its set.
  private static func name(_ path: String, in directory: String) -> String {
    var (path, directory) = (path[...], directory[...])
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    while directory.hasPrefix("./") { directory = directory.dropFirst(2) }
    while directory.hasSuffix("/") { directory = directory.dropLast() }
    for prefix in [String(directory) + "/", FileSystem.resolved(String(directory)) + "/"] where path.hasPrefix(prefix) {
      return String(path.dropFirst(prefix.count))
    }
    return String(path)
  }

  /// Returns what was found in a picture. One without a line has nothing.
  func result(of entry: Manifest.Entry) throws -> ReadingRates.Result {
    guard let lines = places[entry.path] ?? shortened[entry.path] else {
      return ReadingRates.Result(found: [], in: entry)
    }
    matched.withLock { _ = $0.insert(entry.path) }
    var found: [PredictedSymbol] = []
    var failure: String?
    for place in lines {
      let line = try reader.withLock { reader in
        reader.offset = place
        return Array(try reader.next() ?? [])
      }
      let value = try JSONDocument(parsing: line).value
      if let error = value["error"]?.text { failure = ": \(error)" }
      do throws(PredictionFault) { found += try Self.symbols(value) } catch { throw CommandFailure(error.reason) }
    }
    var result = ReadingRates.Result(found: found, in: entry)
    result.failure = failure
    return result
  }

  /// Refuses a file of another set.
  func checkPaths(example: String) throws {
    if matched.withLock({ $0.isEmpty }) {
      throw CommandFailure(
        "no line of '\(path)' names a picture of the set: 'path' must be as in the manifest, such as '\(example)'")
    }
  }

  struct PredictionFault: Error { var reason: String }

  /// Reads the symbols of a line; one with an error may have those that were found before it.
  static func symbols(_ value: JSONValue) throws(PredictionFault) -> [PredictedSymbol] {
    if let symbols = value["symbols"]?.elements {
      return try symbols.map { symbol throws(PredictionFault) in try Self.symbol(symbol) }
    }
    if value["error"]?.text != nil { return [] }
    return [try symbol(value)]
  }

  private static func symbol(_ value: JSONValue) throws(PredictionFault) -> PredictedSymbol {
    var message = value["message"]?.text.map { Array($0.utf8) }
    if let text = value["message_base64"]?.text {
      guard case .success(let decoded) = Base64.decode(text) else {
        throw PredictionFault(reason: "message_base64 is not base64")
      }
      message = decoded.bytes
    }
    var corners: [ImagePoint]?
    if let elements = value["corners"]?.elements {
      let points = elements.compactMap { ImagePoint(json: $0) }
      guard points.count == elements.count, points.count >= 3 else {
        throw PredictionFault(reason: "corners are not points [x,y] around the symbol")
      }
      corners = points
    }
    guard message != nil || corners != nil else {
      throw PredictionFault(reason: "a symbol has none of message_base64, message and corners")
    }
    let grade = value["grade"]?["overall"]?.integer.flatMap { 0...4 ~= $0 ? $0 : nil }
    return PredictedSymbol(message: message, corners: corners, grade: grade)
  }
}
