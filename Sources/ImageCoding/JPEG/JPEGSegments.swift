/// The segments of a JPEG file in their order, from SOI to EOI (ITU-T T.81, B.1.1).
///
/// Stray bytes before a marker, and fill bytes, are skipped as libjpeg-turbo skips them; so is the coded data of a scan.
struct JPEGSegments: Sequence, IteratorProtocol {
  /// A marker with its parameters.
  struct Segment {
    /// The second byte of the marker.
    var marker: UInt8
    /// The place of the parameters in the file, without their length.
    var content: Range<Int>
  }

  private let file: [UInt8]
  /// After SOI, which is checked by its signature.
  private var place = 2

  init(_ file: [UInt8]) { self.file = file }

  mutating func next() -> Segment? {
    while let start = file[Swift.min(place, file.count)...].firstIndex(of: 0xFF), start + 4 <= file.count {
      let marker = file[start + 1]
      switch marker {
      // A byte of coded data, a fill byte, and markers without parameters: TEM, RST0 to RST7 and SOI. In coded data libjpeg-turbo
      // also skips a reserved marker without any.
      case 0x00...0xBF, 0xD0...0xD8: place = start + 2
      case 0xFF: place = start + 1
      // EOI.
      case 0xD9: return nil
      default:
        // The length counts itself. libjpeg-turbo takes comments and application data of length 0 and 1 for empty ones.
        let end = start + 2 + Swift.max(2, Int(file[start + 2]) << 8 + Int(file[start + 3]))
        guard end <= file.count else { return nil }
        place = end
        return Segment(marker: marker, content: start + 4..<end)
      }
    }
    return nil
  }
}
