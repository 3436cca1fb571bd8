import Glibc

/// Records of bytes in a file without a name, for lists that are too long for memory.
///
/// The file is in the temporary folder, can be read only by its owner and is gone with this object. In memory there is one
/// number for each ``groupCount`` records. Several threads may read.
package final class RecordFile: Sendable {
  private let descriptor: FileDescriptor
  /// Where each group of records begins in the file, and where the last one ends, in bytes.
  private let groups: [Int]
  package let count: Int

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
    let bytes = try bytes(groups[group]..<groups[group + 1])
    var start = 0
    for _ in 0..<(index % Self.groupCount) { start += Self.lengthBytes + Self.length(bytes[start...]) }
    let first = start + Self.lengthBytes
    return bytes[first..<(first + Self.length(bytes[start...]))]
  }

  private static let lengthBytes = 4

  /// The length at the start of a record.
  private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
  }

  private func bytes(_ range: Range<Int>) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var filled = 0
    while filled < range.count {
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe SystemCall.pread(
          descriptor.raw, $0.baseAddress.map { unsafe $0 + filled }, range.count - filled, range.lowerBound + filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = count == 0 ? "the file is shorter than what was written" : FileFailure.systemReason()
        throw .cannotRead(path: Self.name, reason: reason)
      }
      filled += count
    }
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

    package init() throws(FileFailure) {
      let folder = FileSystem.temporaryFolder
      if let file = FileDescriptor(opening: folder, O_RDWR | PendingFile.unnamed, mode: 0o600) {
        descriptor = file
        return
      }
      let path = folder + ".oobqr-\(UInt64.random(in: 0...UInt64.max)).tmp"
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
      for shift in stride(from: 24, through: 0, by: -8) {
        piece.append(UInt8(truncatingIfNeeded: record.count >> shift))
      }
      piece += record
      if piece.count >= 1 << 16 { try flush() }
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
