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
    /// The time limit for the search of a picture, which then ends with what it has read: of CPU time, so that a busy machine reads as much
    /// as an idle one.
    package var seconds = 20.0
    /// Whether the limit is one of the wall clock instead: for those who said how long they wait.
    package var countsWaiting = false
    /// In MiB; `nil` for the default.
    package var maxMemory: Int?
    /// Whether no picture is read without the filter of system calls.
    package var requiresFilter = false

    package init() {}

    var scanner: QRScanner { QRScanner(engine: engine, effort: effort) }

    /// The limit of a search that begins now.
    var limit: TimeLimit {
      countsWaiting ? TimeLimit(.now + .seconds(seconds)) : TimeLimit(processorTime: .seconds(seconds))
    }

    /// The seconds in which a search still finishes a symbol and answers after its limit: half of that, 0.5…2.
    var grace: Double { min(max(seconds / 2, 0.5), 2) }

    /// The seconds, by the wall clock, after which a worker is killed, as a decoder or zbar cannot check the clock. A search that gets
    /// half of a processor ends by its own limit before.
    var mostSeconds: Double { (seconds + grace) * (countsWaiting ? 1 : 2) }

    /// Bytes of memory of a worker. Decoding and searching a picture takes up to 16 for each pixel.
    var memory: Int { maxMemory.map { $0 << 20 } ?? 1 << 30 + 16 * maxPixels }
  }
}

extension QRScanner.Effort: Codable {}
