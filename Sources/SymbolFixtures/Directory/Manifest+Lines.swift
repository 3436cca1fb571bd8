import TextFormats

/// The manifest of a large set, `manifest.jsonl`: a line for the set, and one for each picture.
///
/// The digest in the first line is that of all other lines, as `tail -n +2 manifest.jsonl | sha256sum` prints it.
extension Manifest {
  /// The file that lists the pictures of a large set.
  public static let linesFileName = "manifest.jsonl"

  static let linesFormat = "oobqr-fixtures-lines-1"

  /// The start of the file, before the lines of the pictures.
  ///
  /// - Parameters:
  ///   - count: Of the pictures, for a file of lines; `nil` for `manifest.json`.
  ///   - digest: SHA-256 of the lines with their ends, in hexadecimal.
  static func head(plan: JSONValue, count: Int?, digest: String) -> String {
    guard let count else {
      return "{\"format\":\"\(format)\",\"plan\":\(plan),\"fixtures_sha256\":\"\(digest)\",\"fixtures\":[\n"
    }
    return "{\"format\":\"\(linesFormat)\",\"plan\":\(plan),\"fixtures\":\(count),\"fixtures_sha256\":\"\(digest)\"}\n"
  }

  /// The first line of a file of lines.
  struct LinesHead {
    var plan: JSONValue
    var count: Int
    var digest: String

    init(parsing line: [UInt8]) throws(ManifestError) {
      let value: JSONValue
      do { value = try JSONDocument(parsing: line).value } catch { throw .notJSON(error) }
      guard value["format"]?.text == Manifest.linesFormat, let plan = value["plan"],
        let count = value["fixtures"]?.integer, count > 0, let digest = value["fixtures_sha256"]?.text
      else { throw .notAManifest(format: Manifest.linesFormat) }
      (self.plan, self.count, self.digest) = (plan, count, digest)
    }
  }
}
