import HostSystem
import ImageCoding
import OutOfBand
import TextFormats

/// `oobqr scan --list`: one line of JSON for each picture of a list, in its order, so that another program can keep the
/// process open and ask again and again.
///
/// A line of the list is a path, or an object with `path` or `image_base64` and an `id` that is returned. An archive (tar)
/// is a list of its files. Whatever is wrong with a picture is a value in its line.
struct ScanLines {
  var workers: ScanWorkers
  /// Pictures that are scanned at a time; 1 answers each before the next is read.
  var jobs: Int

  /// A line of base64 holds a picture of 96 MiB at most.
  private static let lineLimit = 1 << 27

  /// Bytes of a file in an archive at most.
  private static let memberLimit = ImageFormat.mostFileBytes

  /// What Linux takes, with the zero at the end (limits.h, PATH_MAX).
  private static let mostPathBytes = 4095

  /// Pictures that are held at a time, in bytes.
  private static let roundLimit = 1 << 28

  /// A picture to scan, or the reason why there is none.
  private struct Entry: Sendable {
    var line: Int
    var id: JSONValue?
    var picture: Result<Source, Refusal>
  }

  private enum Source: Sendable {
    case path(String)
    case file([UInt8])

    /// As in sentences.
    var name: String { if case .path(let path) = self { path } else { "-" } }
  }

  private struct Refusal: Error, Sendable {
    var reason: String
  }

  /// Answers every line of a list.
  ///
  /// - Throws: Errors of the list itself, or of the output.
  func answer(_ path: String) throws {
    var stream = try Console.current.list(path, allowing: [.tar, .picture])
    var archive = try stream.beginsArchive() ? TarReader(stream, limit: Self.memberLimit) : nil
    if archive == nil, ["tar", "tgz", "gz", "zip"].contains(FileSystem.fileExtension(of: path)) {
      throw CommandFailure(
        "\(CommandFailure.name(ofInput: path)) is not a tar archive; unpack it, or give a list of paths")
    }
    if let signature = try stream.signature(), [.png, .jpeg].contains(signature) {
      throw CommandFailure("\(CommandFailure.name(ofInput: path)) is a picture, not a list; leave out --list")
    }
    var line = 0
    var isFirst = true
    while true {
      var entries: [Entry] = []
      var failure: (any Error)?
      var bytes = 0
      while entries.count < (jobs == 1 ? 1 : 8 * jobs), bytes < Self.roundLimit {
        do {
          if archive != nil {
            guard let member = try archive?.next() else { break }
            line += 1
            bytes += (try? member.content.get().count) ?? 0
            entries.append(Self.entry(member, line))
          } else {
            if isFirst { try stream.skipByteOrderMark() }
            isFirst = false
            guard let text = try stream.line(limit: Self.lineLimit) else { break }
            line += 1
            bytes += text.count
            entries.append(Self.entry(text, line))
          }
        } catch {
          failure = error
          break
        }
      }
      for case .success(.path(let path)) in entries.map(\.picture) { try Console.refuseStandardOutput(path) }
      let answers = ParallelWork.map(entries.count, jobs: jobs) { [entries] in answer(to: entries[$0]) }
      for answer in answers { try Console.current.write(answer + "\n") }
      if let failure {
        throw CommandFailure("\(CommandFailure.name(ofList: path)): \(CommandFailure.sentence(failure))")
      }
      if entries.isEmpty { return }
    }
  }

  private static func entry(_ member: TarReader.Member, _ line: Int) -> Entry {
    let picture = member.content.mapError { Refusal(reason: "\($0)") }.map { Source.file($0) }
    return Entry(line: line, id: .string(member.name), picture: picture)
  }

  private static func entry(_ bytes: [UInt8], _ line: Int) -> Entry {
    var id: JSONValue?
    let picture = Result { () throws(Refusal) in try request(bytes, id: &id) }
    return Entry(line: line, id: id, picture: picture)
  }

  private static func request(_ bytes: [UInt8], id: inout JSONValue?) throws(Refusal) -> Source {
    if bytes.count > lineLimit { throw Refusal(reason: "the line is longer than \(lineLimit) bytes") }
    guard bytes.first == UInt8(ascii: "{") else {
      if bytes.count > mostPathBytes { throw Refusal(reason: "the path is longer than \(mostPathBytes) bytes") }
      guard let path = String(validating: bytes, as: UTF8.self) else { throw Refusal(reason: "the path is not UTF-8") }
      if path.isEmpty { throw Refusal(reason: "the line is empty") }
      id = .string(CommandFailure.shown(path))
      return try request(path: path)
    }
    let value: JSONValue
    do { value = try JSONDocument(parsing: bytes).value } catch { throw Refusal(reason: "not JSON: \(error)") }
    id = value["id"]
    switch (value["path"]?.text, value["image_base64"]?.text) {
    case (let path?, nil): return try request(path: path)
    case (nil, let text?):
      guard case .success(let decoded) = Base64.decode(text) else {
        throw Refusal(reason: "image_base64 is not base64")
      }
      return .file(decoded.bytes)
    case (nil, nil): throw Refusal(reason: "neither path nor image_base64 is given as a string")
    case (_?, _?): throw Refusal(reason: "path and image_base64 are both given")
    }
  }

  /// Standard input carries the list.
  private static func request(path: String) throws(Refusal) -> Source {
    if path.utf8.contains(0) { throw Refusal(reason: "the path contains a NUL") }
    if path == "-" { throw Refusal(reason: "'-' is not a picture here; give a path or image_base64") }
    return .path(path)
  }

  private func answer(to entry: Entry) -> String {
    var symbols = ""
    var error: String?
    switch entry.picture {
    case .failure(let refusal): error = refusal.reason
    case .success(let picture):
      let outcome =
        switch picture {
        case .path(let path): workers.outcome(of: path)
        case .file(let bytes): workers.outcome(of: ScanPicture(name: picture.name, file: bytes))
        }
      // There is one object for each symbol, on its own line.
      symbols = outcome.output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        .joined(separator: ",")
      if outcome.status.isFailed { error = Self.reason(outcome.errors, name: picture.name) }
    }
    var members: [JSONValue.Member] = [.init("line", .number(entry.line))]
    if let id = entry.id { members.append(.init("id", id)) }
    let start = "\(JSONValue.object(members))".dropLast()
    return start + ",\"symbols\":[\(symbols)]" + (error.map { ",\"error\":\(JSONValue.string($0))" } ?? "") + "}"
  }

  /// The last sentence about a picture, without the names that the line has already.
  private static func reason(_ errors: String, name: String) -> String {
    var reason = errors.split(separator: "\n").last.map(String.init) ?? "the picture was not scanned"
    for prefix in ["oobqr: ", "\(PrintableText.of(name)): "] where reason.hasPrefix(prefix) {
      reason.removeFirst(prefix.count)
    }
    return reason
  }
}

extension ByteStream {
  /// Whether an archive begins here. Does not wait for more than a first line.
  fileprivate mutating func beginsArchive() throws -> Bool {
    let start = try start(TarWriter.block)
    // Names in archives are followed by NUL, and lines of text have none.
    guard start.contains(0) else { return false }
    return TarReader.isArchive(try prefix(TarWriter.block))
  }
}
