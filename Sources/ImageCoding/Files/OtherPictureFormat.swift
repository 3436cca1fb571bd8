/// A format of pictures that is not decoded here, but recognised, so that a refusal can name it.
enum OtherPictureFormat: String {
  case heic = "HEIC"
  case avif = "AVIF"
  case webP = "WebP"
  case gif = "GIF"
  case bmp = "BMP"
  case tiff = "TIFF"
  case jpegXL = "JPEG XL"
  case svg = "SVG"
  case pdf = "PDF"

  /// Recognises a file by its beginning; `nil` for any other format.
  ///
  /// This is for files that should be pictures: a text may also begin with `GIF89a` or `<svg`.
  ///
  /// - Parameter file: The whole file, or the first kilobyte.
  init?(file: [UInt8]) {
    func has(_ text: String, at place: Int = 0) -> Bool { file.dropFirst(place).starts(with: text.utf8) }
    if has("ftyp", at: 4) {
      // The major brand and, behind its version, the compatible ones (ISO/IEC 14496-12, 4.3). Those of still pictures are in
      // ISO/IEC 23008-12, annex B, and in AVIF 1.1, section 6.
      let size = file.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let brands = [8] + Array(stride(from: 16, to: min(size, file.count, 256), by: 4))
      func hasBrand(_ names: [String]) -> Bool { brands.contains { place in names.contains { has($0, at: place) } } }
      if hasBrand(["avif", "avis"]) {
        self = .avif
      } else if hasBrand(["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]) {
        self = .heic
      } else {
        return nil
      }
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webP
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("BM"), file.count >= 18, file[6..<10].allSatisfy({ $0 == 0 }), file[15..<18].allSatisfy({ $0 == 0 }) {
      // The reserved bytes, and the size of the second header, which is 12…124.
      self = .bmp
    } else if has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+") {
      self = .tiff
    } else if file.starts(with: [0xFF, 0x0A]) || file.starts(with: [0, 0, 0, 0x0C]) && has("JXL ", at: 4) {
      self = .jpegXL
    } else if has("%PDF-") {
      self = .pdf
    } else if Self.isSVG(file) {
      self = .svg
    } else {
      return nil
    }
  }

  /// The format with its article, as in `an SVG`.
  var withArticle: String { (self == .avif || self == .svg ? "an " : "a ") + rawValue }

  /// Whether a text is XML whose first element is `svg`, behind what XML allows before it.
  private static func isSVG(_ file: [UInt8]) -> Bool {
    let start = String(decoding: file.prefix(1024), as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
    return start.hasPrefix("<") && start.firstMatch(of: #/<([A-Za-z][^\s\/>]*)/#)?.1 == "svg"
  }
}
