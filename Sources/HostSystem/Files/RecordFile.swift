import Glibc

/// Records of bytes in a file without a name, for lists that are too long for memory.
///
/// The file is in the temporary folder, can be read only by its owner and is gone with this object. In memory there is a number
/// for each record. Several threads may read.
package final class RecordFile: Sendable {
  private let descriptor: FileDescriptor
  /// Where each record begins in the file, and where the last one ends, in bytes.
  private let places: [Int]

  private init(_ descriptor: consuming FileDescriptor, _ places: [Int]) {
    self.descriptor = descriptor
    self.places = places
  }

  package var count: Int { places.count - 1 }

  /// Returns a record.
  ///
  /// - Parameter index: From 0.
  package func record(_ index: Int) throws(FileFailure) -> [UInt8] {
    try descriptor.read(places[index + 1] - places[index], at: places[index], name: FileSystem.temporaryFolder)
  }

  /// A writer of records.
  package struct Writer: ~Copyable {
    private let descriptor: FileDescriptor
    private var places = [0]
    /// Bytes that are not in the file yet.
    private var piece: [UInt8] = []

    package init() throws(FileFailure) { descriptor = try FileSystem.openNameless() }

    package mutating func append(_ record: [UInt8]) throws(FileFailure) {
      places.append(places[places.count - 1] + record.count)
      piece += record
      if piece.count >= 1 << 16 { try flush() }
    }

    private mutating func flush() throws(FileFailure) {
      try FileSystem.writeAll(piece, descriptor: descriptor.raw, name: nil)
      piece.removeAll(keepingCapacity: true)
    }

    package consuming func finished() throws(FileFailure) -> RecordFile {
      try flush()
      return RecordFile(descriptor, places)
    }
  }
}
