import Glibc

/// A file read in chunks.
package final class FileReader {
  private let path: String
  private let descriptor: FileDescriptor

  package init(_ path: String) throws(FileFailure) {
    guard let descriptor = FileDescriptor(opening: path, O_RDONLY) else {
      throw .cannotRead(path: path, reason: FileFailure.reasonNotToOpen(path))
    }
    self.path = path
    self.descriptor = descriptor
  }

  /// Returns the next bytes, 64 KiB at most; none at the end.
  package func next() throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = descriptor.read(into: &bytes)
    guard count >= 0 else { throw .cannotRead(path: path, reason: FileFailure.systemReason()) }
    return Array(bytes[..<count])
  }
}
