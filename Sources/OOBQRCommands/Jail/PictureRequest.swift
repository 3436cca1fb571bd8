import HostSystem

/// A picture to be read or decoded. A worker does not need to know its name.
struct PictureRequest: WorkerMessage {
  /// The bytes of the file.
  var file: [UInt8]
  /// The time for the search.
  var seconds: Double

  init(file: [UInt8], seconds: Double) { (self.file, self.seconds) = (file, seconds) }

  init?(workerBytes bytes: [UInt8]) {
    guard bytes.count >= 4 else { return nil }
    let seconds = Double(Parts.number(in: bytes, at: bytes.count - 4)) / 1000
    // At the end, so that the picture, which may be large, is not copied.
    var file = bytes
    file.removeLast(4)
    self.init(file: file, seconds: seconds)
  }

  /// The file, and the time in milliseconds.
  var workerBytes: [UInt8] { file + Parts.number(Int(seconds * 1000)) }
}
