import Imaging

/// How a viewer turns a picture before it shows it: the Orientation of EXIF (CIPA DC-008-2019, 4.6.4), which cameras write
/// into JPEG files, and which PNG has in its chunk eXIf.
///
/// The names say where the first row and the first column of the file are shown.
public enum PictureOrientation: Int, Hashable, Sendable, CaseIterable {
  case topLeft = 1
  case topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom

  /// Reads the orientation of a PNG or JPEG file.
  ///
  /// What is missing or malformed counts as ``topLeft``, as in viewers: the picture is shown as it is stored.
  ///
  /// - Parameter file: The whole file.
  public init(ofFile file: [UInt8]) {
    let block: ArraySlice<UInt8>? =
      switch ImageFormat(signature: file) {
      case .jpeg: Self.block(inJPEG: file)
      case .png: Self.block(inPNG: file)
      case .netpbm, nil: nil
      }
    self = block.flatMap { Self(exif: $0) } ?? .topLeft
  }

  /// Whether width and height are exchanged.
  var exchangesSides: Bool { rawValue > 4 }

  /// The data of the first APP1 segment that is EXIF's, before the first scan (ISO/IEC 10918-1, B.1.1.4).
  private static func block(inJPEG file: [UInt8]) -> ArraySlice<UInt8>? {
    for segment in JPEGSegments(file) {
      // Start of scan.
      if segment.marker == 0xDA { return nil }
      let data = file[segment.content]
      if segment.marker == 0xE1, data.starts(with: Array("Exif\0\0".utf8)) { return data.dropFirst(6) }
    }
    return nil
  }

  /// The data of the chunk eXIf (PNG, third edition, 11.3.3.5).
  private static func block(inPNG file: [UInt8]) -> ArraySlice<UInt8>? {
    PNG.chunks(of: file).first { $0.type == "eXIf" }.map { file[$0.content] }
  }

  /// Reads the tag Orientation of the first directory of a TIFF structure (TIFF 6.0, section 2).
  private init?(exif block: ArraySlice<UInt8>) {
    let bytes = Array(block)
    guard bytes.count >= 8 else { return nil }
    let isLittle = bytes.starts(with: Array("II".utf8))
    guard isLittle || bytes.starts(with: Array("MM".utf8)) else { return nil }
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place <= bytes.count - count else { return nil }
      let digits = bytes[place..<place + count]
      return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else { return nil }
    for index in 0..<count {
      let entry = start + 2 + 12 * index
      guard let tag = number(entry, 2) else { return nil }
      // One SHORT, which is in the first two of the four bytes for the value.
      guard tag == 0x0112 else { continue }
      guard number(entry + 2, 2) == 3, number(entry + 4, 4) == 1 else { return nil }
      self.init(rawValue: number(entry + 8, 2) ?? 0)
      return
    }
    return nil
  }

  /// Rearranges pixels as a viewer shows them.
  ///
  /// - Parameters:
  ///   - pixels: `width × height` groups of `count` values.
  fileprivate func shown(
    _ pixels: [UInt8], width: Int, height: Int, count: Int
  ) -> (width: Int, height: Int, pixels: [UInt8]) {
    // The distances in the file of one step to the right and one down, and where the first shown pixel is stored.
    let (right, down) = (count, count * width)
    let isMirrored = [.topRight, .bottomRight, .rightBottom, .leftBottom].contains(self)
    let isUpsideDown = [.bottomRight, .bottomLeft, .rightTop, .rightBottom].contains(self)
    let first = (isMirrored ? right * (width - 1) : 0) + (isUpsideDown ? down * (height - 1) : 0)
    var steps = (x: isMirrored ? -right : right, y: isUpsideDown ? -down : down)
    var size = (width: width, height: height)
    if exchangesSides { (steps, size) = ((steps.y, steps.x), (height, width)) }
    var result: [UInt8] = []
    result.reserveCapacity(pixels.count)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let place = first + column * steps.x + row * steps.y
        for value in 0..<count { result.append(pixels[place + value]) }
      }
    }
    return (size.width, size.height, result)
  }
}

extension GrayImage {
  /// The picture as a viewer shows it.
  func shown(_ orientation: PictureOrientation) -> GrayImage {
    if orientation == .topLeft { return self }
    let (width, height, pixels) = orientation.shown(pixels, width: width, height: height, count: 1)
    return GrayImage(width: width, height: height, pixels: pixels)
  }
}

extension ColorImage {
  /// The picture as a viewer shows it.
  func shown(_ orientation: PictureOrientation) -> ColorImage {
    if orientation == .topLeft { return self }
    let (width, height, pixels) = orientation.shown(pixels, width: width, height: height, count: 3)
    return ColorImage(width: width, height: height, pixels: pixels)
  }
}
