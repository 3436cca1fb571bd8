import CommandSupport
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
  var scan: PictureScan
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

  private struct Entry: Sendable {
    var line: Int
    var id: JSONValue?
    var source: Source
  }

  private enum Source: Sendable {
    case path(String)
    case picture(Result<ScanPicture, ScanFailure>)
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
    if archive == nil { try stream.skipByteOrderMark() }
    var line = 0
    while true {
      var (entries, bytes): ([Entry], Int) = ([], 0)
      var failure: (any Error)?
      do {
        while entries.count < (jobs == 1 ? 1 : 8 * jobs), bytes < Self.roundLimit {
          let member = try archive?.next()
          let text = archive == nil ? try stream.line(limit: Self.lineLimit) : nil
          line += 1
          if let member { entries.append(Self.entry(member, line)) }
          if let text { entries.append(Self.entry(text, line)) }
          if member == nil, text == nil { break }
          bytes += text?.count ?? (try? member?.content.get().count) ?? 0
        }
      } catch { failure = error }
      for case .path(let path) in entries.map(\.source) { try Console.refuseStandardOutput(path) }
      let answers = ParallelWork.map(entries.count, jobs: jobs) { [entries] in answer(to: entries[$0]) }
      for answer in answers { try Console.current.write("\(answer)\n") }
      if let failure {
        throw CommandFailure("\(CommandFailure.name(ofList: path)): \(CommandFailure.sentence(failure))")
      }
      if entries.isEmpty { return }
    }
  }

  private static func entry(_ member: TarReader.Member, _ line: Int) -> Entry {
    let picture = member.content.map { ScanPicture(name: "-", file: $0) }.mapError { ScanFailure(sentence: "\($0)") }
    return Entry(line: line, id: .string(member.name), source: .picture(picture))
  }

  private static func entry(_ bytes: [UInt8], _ line: Int) -> Entry {
    var id: JSONValue?
    do throws(ScanFailure) {
      let source = try source(bytes, id: &id)
      return Entry(line: line, id: id, source: source)
    } catch { return Entry(line: line, id: id, source: .picture(.failure(error))) }
  }

  private static func source(_ bytes: [UInt8], id: inout JSONValue?) throws(ScanFailure) -> Source {
    func refusal(_ sentence: String) -> ScanFailure { ScanFailure(sentence: sentence) }
    if bytes.count > lineLimit { throw refusal("the line is longer than \(lineLimit) bytes") }
    guard bytes.first == UInt8(ascii: "{") else {
      if bytes.count > mostPathBytes { throw refusal("the path is longer than \(mostPathBytes) bytes") }
      guard let path = String(validating: bytes, as: UTF8.self) else { throw refusal("the path is not UTF-8") }
      if path.isEmpty { throw refusal("the line is empty") }
      id = .string(CommandFailure.shown(path))
      return try source(path: path)
    }
    let value: JSONValue
    do { value = try JSONDocument(parsing: bytes).value } catch { throw refusal("not JSON: \(error)") }
    id = value["id"]
    switch (value["path"]?.text, value["image_base64"]?.text) {
    case (let path?, nil): return try source(path: path)
    case (nil, let text?):
      guard let file = Base64.bytes(text) else { throw refusal("image_base64 is not base64") }
      return .picture(.success(ScanPicture(name: "-", file: file)))
    case (nil, nil): throw refusal("neither path nor image_base64 is given as a string")
    case (_?, _?): throw refusal("path and image_base64 are both given")
    }
  }

  /// Standard input carries the list.
  private static func source(path: String) throws(ScanFailure) -> Source {
    if path.utf8.contains(0) { throw ScanFailure(sentence: "the path contains a NUL") }
    if path == "-" { throw ScanFailure(sentence: "'-' is not a picture here; give a path or image_base64") }
    return .path(path)
  }

  private func answer(to entry: Entry) -> JSONValue {
    let outcome =
      switch entry.source {
      case .path(let path): scan.outcome(of: scan.picture(.success(path)))
      case .picture(let picture): scan.outcome(of: picture)
      }
    let error = outcome.failure.map { PrintableText.of(CommandFailure.shown($0.sentence)) }
    return JSONValue.joining(
      ["line": .number(entry.line)], entry.id.map { ["id": $0] } ?? [:], ["symbols": .array(outcome.objects)],
      error.map { ["error": .string($0)] } ?? [:]
    ).answer(.scanLine)
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
