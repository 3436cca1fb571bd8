import ImageCoding
package import QRScanning

extension PictureReader {
  /// How pictures are read.
  package struct Options: Codable, Sendable {
    /// The only reader of symbols that is asked; `nil` for our own, and zbar where that leaves a picture to it.
    package var engine: Detection.Engine?
    package var effort = QRScanner.Effort.normal
    /// Whether the print quality of symbols is graded.
    package var grades = false
    /// Whether attempts are reported.
    package var explains = false
    /// The most pixels of a picture.
    package var maxPixels = ImageFormat.usualMaxPixels
    /// The time limit for the search of a picture, which then ends with what it has read.
    package var seconds = 20.0
    /// In MiB; `nil` for the default.
    package var maxMemory: Int?
    /// Whether no picture is read without the filter of system calls.
    package var requiresFilter = false

    package init() {}

    var scanner: QRScanner { QRScanner(engine: engine, effort: effort) }

    /// The limit, and the time in which a search still finishes a symbol and answers: half of the limit, 0.5…2 seconds. A decoder or
    /// zbar, which cannot check the clock, is killed then.
    var secondsWithGrace: Double { seconds + min(max(seconds / 2, 0.5), 2) }

    /// Bytes of memory of a worker. Decoding and searching a picture takes up to 16 for each pixel.
    var memory: Int { maxMemory.map { $0 << 20 } ?? 1 << 30 + 16 * maxPixels }
  }
}

extension QRScanner.Effort: Codable {}
