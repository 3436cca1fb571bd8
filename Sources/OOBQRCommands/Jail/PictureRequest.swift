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
    self.init(file: Array(bytes[4...]), seconds: Double(Parts.number(in: bytes, at: 0)) / 1000)
  }

  /// The time in milliseconds, and the file.
  var workerBytes: [UInt8] { Parts.number(Int(seconds * 1000)) + file }
}
