import Glibc

/// A file opened for appending.
package final class FileAppender: Sendable {
  private let descriptor: FileDescriptor
  private let path: String

  /// Opens an existing file.
  package init(_ path: String) throws(FileFailure) {
    guard let descriptor = FileDescriptor(opening: path, O_WRONLY | O_APPEND) else {
      throw .cannotWrite(path: path, reason: FileFailure.systemReason())
    }
    self.path = path
    self.descriptor = descriptor
  }

  /// - Parameter isDurable: Whether to wait until the bytes are on the disk.
  package func append(_ bytes: [UInt8], isDurable: Bool = false) throws(FileFailure) {
    try FileSystem.writeAll(bytes, descriptor: descriptor.raw, name: path)
    if isDurable, SystemCall.fdatasync(descriptor.raw) != 0, errno != EINVAL {
      throw .cannotWrite(path: path, reason: FileFailure.systemReason())
    }
  }
}
