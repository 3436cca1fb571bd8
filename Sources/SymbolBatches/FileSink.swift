import HostSystem
import TextFormats

/// The files of a run in progress: an index, and an archive or a folder with the pictures.
///
/// A picture is written before its line in the index, so the index never names a missing picture. An unfinished file
/// has the name `NAME.part`, and a later run can resume it.
public final class FileSink: BatchSink {
  /// `nil` for pictures in a folder.
  private let archive: ResumableFile?
  private let folder: String
  private let index: ResumableFile
  private let fileExtension: String
  private let isInput: (String) -> Bool
  public private(set) var finishedRows: [FinishedRow] = []
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
    folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    (self.fileExtension, self.isInput) = (fileExtension, isInput)
    if !isArchive { try FileSystem.makeDirectory(folder) }
    index = try ResumableFile(Self.indexPath(of: path, shard: shard), resumes: resumes)
    do { archive = isArchive ? try ResumableFile(path, resumes: resumes) : nil } catch {
      if !resumes { index.remove() }
      throw error
    }
    try readFinished()
  }

  /// The index of an archive or a folder: `codes.jsonl` for `codes.tar`, `codes/index.jsonl` for `codes`, and
  /// `codes/index-3-of-16.jsonl` for a part in that folder.
  public static func indexPath(of path: String, shard: BatchShard?) -> String {
    if FileSystem.fileExtension(of: path) == "tar" { return String(path.dropLast("tar".count)) + "jsonl" }
    let part = shard.map { "-\($0.number)-of-\($0.count)" } ?? ""
    return (path.hasSuffix("/") ? path : path + "/") + "index\(part).jsonl"
  }

  /// Reads the lines of the index up to the first whose picture is not there as the line says, and cuts off the rest.
  private func readFinished() throws {
    let reader = try LineReader(index.partial)
    var (indexBytes, archiveBytes) = (0, 0)
    while let line = try reader.next() {
      let start = BatchOutcome.lineStart
      if indexBytes == 0, !start.starts(with: line.prefix(start.count)) {
        throw FileFailure.cannotWrite(path: index.partial, reason: "it is not what an interrupted run left behind")
      }
      // A line that was cut off has no line end, or is not JSON.
      guard reader.offset == indexBytes + line.count + 1,
        let value = try? JSONDocument(parsing: Array(line)).value
      else { break }
      if let size = value["file_bytes"]?.integer {
        guard let name = value["name"]?.text, let picture = try picture(name, bytes: size, at: archiveBytes),
          SHA256.hexDigest(of: picture) == value["sha256"]?.text
        else { break }
        archiveBytes += TarWriter.memberBytes(size)
      }
      indexBytes = reader.offset
      finishedRows.append(FinishedRow(value))
    }
    try index.truncate(to: indexBytes)
    try archive?.truncate(to: archiveBytes)
  }

  /// The content of a picture that an interrupted run left behind; `nil` if it is not there.
  ///
  /// - Parameters:
  ///   - bytes: Its size according to the index.
  ///   - offset: Its place in the archive.
  private func picture(_ name: String, bytes: Int, at offset: Int) throws -> [UInt8]? {
    guard let archive else {
      let path = path(of: name)
      return FileSystem.isRegularEntry(path) ? try? FileSystem.read(path, limit: bytes) : nil
    }
    guard 0...archive.length ~= bytes else { return nil }
    let member = try archive.read(TarWriter.memberBytes(bytes), at: offset)
    let content = Array(member.dropFirst(TarWriter.block).prefix(bytes))
    return member == TarWriter.member("\(name).\(fileExtension)", content) ? content : nil
  }

  private func path(of name: String) -> String { "\(folder)/\(name).\(fileExtension)" }

  /// - Throws: `FileFailure`.
  public func add(_ outcomes: [BatchOutcome]) throws {
    var archived: [UInt8] = []
    var lines = ""
    for outcome in outcomes {
      lines += outcome.indexLine() + "\n"
      guard case .success(let picture) = outcome.result, let name = outcome.name else { continue }
      if archive != nil {
        archived += TarWriter.member("\(name).\(fileExtension)", picture.file)
      } else {
        try write(picture.file, to: path(of: name))
      }
    }
    try archive?.append(archived)
    try index.append(Array(lines.utf8))
  }

  private func write(_ picture: [UInt8], to path: String) throws {
    let reason = isInput(path) ? "this command reads it; give another folder" : nil
    if let reason = reason ?? FileSystem.reasonNotToReplaceEntry(path) {
      throw FileFailure.cannotWrite(path: path, reason: reason)
    }
    try FileSystem.write(picture, to: path, mode: 0o600, waitsForDisk: false)
  }

  public func finish() throws {
    // What the index names is on the disk before the index has its name.
    if let archive {
      try archive.append(TarWriter.end)
      try archive.finish()
    } else {
      try FileSystem.waitForDisk(of: folder)
    }
    try index.finish()
  }

  /// Removes what this run has written; pictures in a folder stay.
  public func discard() {
    archive?.remove()
    index.remove()
  }
}
