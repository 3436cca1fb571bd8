import CommandSupport
import HostSystem
import SymbolFixtures
import Synchronization
import TextFormats

/// What a scanner has found in the pictures of a set, as lines of JSON.
final class PredictionFile: Sendable {
  private let path: String
  /// By the path of the picture, as the scanner has printed it.
  private let answers: [String: ScannerAnswer]
  /// What may be before the path of a picture in its set.
  private let prefixes: [String]
  private let isMatched = Atomic(false)

  /// - Parameter directory: The directory of the set: paths of pictures may begin with it.
  init(_ path: String, directory: String) throws {
    let lines = try LineReader(path)
    var (answers, number): ([String: ScannerAnswer], Int) = ([:], 0)
    while let line = try lines.next() {
      number += 1
      if !line.contains(where: { $0 > UInt8(ascii: " ") }) { continue }
      do {
        let value = try JSONDocument(parsing: Array(line)).value
        guard let name = (value["path"] ?? value["id"])?.text else {
          throw Fault("no 'path' of a picture")
        }
        let (key, answer) = (Self.plain(name), try ScannerAnswer(value))
        if answers[key]?.add(answer) == nil { answers[key] = answer }
      } catch let error as SyntaxError {
        throw CommandFailure("'\(path)', line \(number): not JSON: \(error)")
      } catch {
        throw CommandFailure("'\(path)', line \(number): \(error)")
      }
    }
    (self.path, self.answers) = (path, answers)
    prefixes = [""] + [Self.plain(directory), FileSystem.resolved(directory)].map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  /// Leaves out `./` at the beginning of a path.
  private static func plain(_ path: String) -> String {
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    return String(path)
  }

  /// Returns what was found in a picture. One without a line has nothing.
  func result(of entry: Manifest.Entry) -> ReadingRates.Result {
    // A folder in the set may have the same name as the set.
    guard let answer = prefixes.lazy.compactMap({ self.answers[$0 + entry.path] }).first else {
      return ReadingRates.Result(found: [], in: entry)
    }
    isMatched.store(true, ordering: .relaxed)
    return answer.result(in: entry)
  }

  /// Refuses a file of another set. One without lines is right where there is nothing to read.
  func checkPaths(example: String, isNothingToRead: Bool) throws {
    if isMatched.load(ordering: .relaxed) || answers.isEmpty && isNothingToRead { return }
    throw CommandFailure(
      "no line of '\(path)' names a picture of the set: 'path' must be as in the manifest, such as '\(example)'")
  }
}
