import Glibc
import Synchronization

/// Records of bytes in a file without a name, for lists that are too long for memory.
///
/// The file is in the temporary folder, can be read only by its owner and is gone with this object. In memory there is one
/// number for each ``groupCount`` records. Several threads may read.
package final class RecordFile: Sendable {
  private let descriptor: FileDescriptor
  /// Where each group of records begins in the file, and where the last one ends, in bytes.
  private let groups: [Int]
  package let count: Int

  /// The group that was read last, because most reading is in order.
  private let last = Mutex<(group: Int, bytes: [UInt8])>((-1, []))

  /// Records that are read at once.
  private static let groupCount = 16

  private init(_ descriptor: consuming FileDescriptor, groups: [Int], count: Int) {
    self.descriptor = descriptor
    (self.groups, self.count) = (groups, count)
  }

  /// Returns a record.
  ///
  /// - Parameter index: From 0.
  package func record(_ index: Int) throws(FileFailure) -> ArraySlice<UInt8> {
    precondition(0..<count ~= index, "\(count) records have no record \(index)")
    let group = index / Self.groupCount
    let bytes = try bytes(ofGroup: group)
    var start = 0
    for _ in 0..<(index % Self.groupCount) { start += Self.lengthBytes + WorkerCoding.number(in: bytes, at: start) }
    let first = start + Self.lengthBytes
    return bytes[first..<(first + WorkerCoding.number(in: bytes, at: start))]
  }

  /// A record follows its length.
  private static let lengthBytes = 4

  private func bytes(ofGroup group: Int) throws(FileFailure) -> [UInt8] {
    if let bytes = last.withLock({ $0.group == group ? $0.bytes : nil }) { return bytes }
    let (start, end, descriptor) = (groups[group], groups[group + 1], descriptor.raw)
    let bytes = try unsafe FileSystem.whole(end - start, name: Self.name) { pointer, left, filled in
      unsafe SystemCall.pread(descriptor, pointer, left, start + filled)
    }
    last.withLock { $0 = (group, bytes) }
    return bytes
  }

  /// The name for errors.
  private static let name = "temporary file"

  /// A writer of records.
  package struct Writer: ~Copyable {
    private let descriptor: FileDescriptor
    private var groups: [Int] = []
    private var count = 0
    /// Bytes that are not in the file yet.
    private var piece: [UInt8] = []
    /// Bytes in the file.
    private var written = 0

    /// Bytes that are written at once.
    private static let pieceBytes = 1 << 16

    package init() throws(FileFailure) {
      let folder = FileSystem.temporaryFolder
      if let file = FileDescriptor(opening: folder, O_RDWR | PendingFile.unnamed, mode: 0o600) {
        descriptor = file
        return
      }
      let path = PendingFile.temporaryName(in: folder)
      Interruption.add(path)
      defer { Interruption.forget(path) }
      guard let file = FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600) else {
        throw .cannotWrite(path: path, reason: FileFailure.systemReason())
      }
      FileSystem.remove(path)
      descriptor = file
    }

    /// - Parameter record: Fewer than 2³² bytes.
    package mutating func append(_ record: [UInt8]) throws(FileFailure) {
      if count % RecordFile.groupCount == 0 { groups.append(written + piece.count) }
      count += 1
      piece += WorkerCoding.four(record.count) + record
      if piece.count >= Self.pieceBytes { try flush() }
    }

    private mutating func flush() throws(FileFailure) {
      try FileSystem.writeAll(piece, descriptor: descriptor.raw, name: RecordFile.name)
      written += piece.count
      piece.removeAll(keepingCapacity: true)
    }

    package consuming func finished() throws(FileFailure) -> RecordFile {
      try flush()
      groups.append(written)
      return RecordFile(descriptor, groups: groups, count: count)
    }
  }
}
