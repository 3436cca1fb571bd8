import HostSystem
import TextFormats

/// The destination of a batch.
public protocol BatchSink {
  /// The rows that an interrupted run left behind here, which are not made again.
  var finishedRows: [FinishedRow] { get }
  /// Whether rows must be answered one by one, as they come.
  var isInteractive: Bool { get }
  /// Adds the outcomes of the next rows, in order.
  func add(_ outcomes: [BatchOutcome]) throws
  /// Ends the batch: all rows have been added.
  func finish() throws
}

/// What the index of an interrupted run says of a row.
public struct FinishedRow: Hashable, Sendable {
  /// The line in the list.
  public var line: Int
  public var isRefused: Bool
  /// A hash of the name; 0 for a row without one.
  public var name: Int
  /// A hash of the digest of the message; 0 for a row without one.
  public var message: Int
  /// A hash of the digest of the file; 0 for a row without one.
  public var file: Int

  public init(line: Int, name: String?, messageDigest: String?, fileDigest: String? = nil, isRefused: Bool) {
    (self.line, self.isRefused, self.name) = (line, isRefused, name?.hashValue ?? 0)
    (message, file) = (messageDigest?.hashValue ?? 0, fileDigest?.hashValue ?? 0)
  }
}

/// JSON lines with the pictures in them: one for each row, as soon as it is made.
public struct LineSink: BatchSink {
  private let write: ([UInt8]) throws -> Void

  public init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

  public var finishedRows: [FinishedRow] { [] }
  public var isInteractive: Bool { true }

  public func add(_ outcomes: [BatchOutcome]) throws {
    for outcome in outcomes { try write(Array((outcome.indexLine(includesImage: true) + "\n").utf8)) }
  }

  public func finish() {}
}

/// The files of a run in progress: an index, and an archive or a folder with the pictures.
///
/// A picture is written before its line in the index, so the index never names a missing picture. An unfinished file
/// has the name `NAME.part`, and a later run can resume it.
public final class FileSink: BatchSink {
  private enum Pictures {
    case archive(ResumableFile)
    case folder(String)
  }

  private let pictures: Pictures
  private let index: ResumableFile
  private let fileExtension: String
  private let isInput: (String) -> Bool
  public let finishedRows: [FinishedRow]
  public var isInteractive: Bool { false }

  /// - Parameters:
  ///   - path: The archive if it ends in `.tar`, otherwise a folder, which is created.
  ///   - fileExtension: Of the pictures, without a dot.
  ///   - shard: The part that is made, which names the index in a folder.
  ///   - resumes: Whether to continue what an interrupted run left behind.
  ///   - isInput: Whether a path is that of a file that is read, which no picture may replace.
  /// - Throws: `FileFailure`.
  public init(
    _ path: String, fileExtension: String, shard: BatchShard? = nil, resumes: Bool,
    isInput: @escaping (String) -> Bool = { _ in false }
  ) throws {
    let isArchive = FileSystem.fileExtension(of: path) == "tar"
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    (self.fileExtension, self.isInput) = (fileExtension, isInput)
    if !isArchive { try FileSystem.makeDirectory(folder) }
    index = try ResumableFile(Self.indexPath(of: path, shard: shard), resumes: resumes)
    do {
      let archive = isArchive ? try ResumableFile(path, resumes: resumes) : nil
      pictures = archive.map { .archive($0) } ?? .folder(folder)
      let (rows, indexBytes, archiveBytes) = try Self.finished(index, pictures, fileExtension: fileExtension)
      finishedRows = rows
      try index.truncate(to: indexBytes)
      try archive?.truncate(to: archiveBytes)
    } catch {
      if !resumes { index.remove() }
      throw error
    }
  }

  /// The index of an archive or a folder: `codes.jsonl` for `codes.tar`, `codes/index.jsonl` for `codes`, and
  /// `codes/index-3-of-16.jsonl` for a part in that folder.
  public static func indexPath(of path: String, shard: BatchShard?) -> String {
    if FileSystem.fileExtension(of: path) == "tar" { return String(path.dropLast("tar".count)) + "jsonl" }
    let part = shard.map { "-\($0.number)-of-\($0.count)" } ?? ""
    return (path.hasSuffix("/") ? path : path + "/") + "index\(part).jsonl"
  }

  /// The most bytes of a picture, far above those of the largest symbol. A line with another number was not written by us.
  private static let mostPictureBytes = 1 << 40

  /// Reads the lines of an index up to the first whose picture is not there as the line says.
  private static func finished(
    _ index: ResumableFile, _ pictures: Pictures, fileExtension: String
  ) throws -> (rows: [FinishedRow], indexBytes: Int, archiveBytes: Int) {
    guard index.length > 0 else { return ([], 0, 0) }
    let reader = try FileReader(index.partial)
    var stream = ByteStream { try reader.next() }
    guard try BatchOutcome.lineStart.starts(with: stream.start(BatchOutcome.lineStart.count)) else {
      throw FileFailure.cannotWrite(path: index.partial, reason: "it is not what an interrupted run left behind")
    }
    var finished = try FinishedPictures(pictures)
    var rows: [FinishedRow] = []
    var (indexBytes, archiveBytes) = (0, 0)
    while let line = try stream.line(limit: 1 << 20) {
      // A line that was cut off has no line end, or is not JSON.
      guard indexBytes + line.count < index.length, let value = try? JSONDocument(parsing: line).value else { break }
      if let size = value["file_bytes"]?.integer {
        guard 0...mostPictureBytes ~= size, let name = value["name"]?.text,
          let content = try finished.next("\(name).\(fileExtension)", bytes: size),
          SHA256.hexDigest(of: content) == value["sha256"]?.text
        else { break }
        archiveBytes += TarWriter.memberBytes(size)
      }
      indexBytes += line.count + 1
      rows.append(
        FinishedRow(
          line: value["line"]?.integer ?? 0, name: value["name"]?.text,
          messageDigest: value["message_sha256"]?.text, fileDigest: value["sha256"]?.text,
          isRefused: value["error"] != nil))
    }
    return (rows, indexBytes, archiveBytes)
  }

  /// The pictures that an interrupted run left behind, in order.
  private struct FinishedPictures {
    private var archive: ByteStream?
    /// Bytes of the archive that were not read.
    private var left = 0
    private var folder = ""

    init(_ pictures: Pictures) throws {
      switch pictures {
      case .archive(let file):
        let reader = try FileReader(file.partial)
        archive = ByteStream { try reader.next() }
        left = file.length
      case .folder(let path): folder = path
      }
    }

    /// The content of a picture; `nil` if it is not there.
    ///
    /// - Parameter bytes: Its size according to the index.
    mutating func next(_ file: String, bytes: Int) throws -> [UInt8]? {
      guard archive != nil else {
        let path = "\(folder)/\(file)"
        return FileSystem.isRegularEntry(path) ? try? FileSystem.read(path, limit: bytes) : nil
      }
      let size = TarWriter.memberBytes(bytes)
      guard size <= left, let member = try archive?.take(size), member.count == size else { return nil }
      left -= size
      let content = Array(member[TarWriter.block...].prefix(bytes))
      return member == TarWriter.member(file, content) ? content : nil
    }
  }

  /// - Throws: `FileFailure`.
  public func add(_ outcomes: [BatchOutcome]) throws {
    var archived: [UInt8] = []
    var lines = ""
    for outcome in outcomes {
      if case .success(let picture) = outcome.result, let name = outcome.name {
        switch pictures {
        case .archive: archived += TarWriter.member("\(name).\(fileExtension)", picture.file)
        case .folder(let folder):
          let path = "\(folder)/\(name).\(fileExtension)"
          let reason = isInput(path) ? "this command reads it; give another folder" : nil
          if let reason = reason ?? FileSystem.reasonNotToReplaceEntry(path) {
            throw FileFailure.cannotWrite(path: path, reason: reason)
          }
          try FileSystem.write(picture.file, to: path, mode: 0o600, waitsForDisk: false)
        }
      }
      lines += outcome.indexLine() + "\n"
    }
    if case .archive(let archive) = pictures { try archive.append(archived) }
    try index.append(Array(lines.utf8))
  }

  public func finish() throws {
    if case .archive(let archive) = pictures {
      try archive.append(TarWriter.end)
      try archive.finish()
    }
    // What the index names is on the disk before the index has its name.
    if case .folder(let folder) = pictures { try FileSystem.waitForDisk(of: folder) }
    try index.finish()
  }

  /// Removes what this run has written; pictures in a folder stay.
  public func discard() {
    if case .archive(let archive) = pictures { archive.remove() }
    index.remove()
  }
}
