public import Imaging

extension GrayImage {
  /// Decodes a PNG, JPEG or Netpbm file, identified by its first bytes, turned as a viewer shows it (``PictureOrientation``).
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maxPixels: The most pixels (width × height) to decode; 1 or more.
  /// - Throws: ``ImageCodingError/unknownFormat(beginning:)``, or what ``PNG/decode(_:maxPixels:)`` and
  ///   ``JPEG/decode(_:maxPixels:allowsCut:)`` throw.
  public init(imageFile bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels) throws(ImageCodingError) {
    switch ImageFormat(signature: bytes) {
    case .png: self = try PNG.decode(bytes, maxPixels: maxPixels)
    case .jpeg: self = try JPEG.decode(bytes, maxPixels: maxPixels)
    case .netpbm: self = try Netpbm.decode(bytes, maxPixels: maxPixels)
    case nil: throw .unknownFormat(beginning: Array(bytes.prefix(1024)))
    }
    self = shown(PictureOrientation(ofFile: bytes))
  }

  /// Decodes what is left of a file that was cut off, or damaged near its end: the rows before; those behind are white or gray.
  ///
  /// - Parameters: As for ``init(imageFile:maxPixels:)``.
  /// - Returns: `nil` if nothing is left that could be decoded.
  package init?(cutImageFile bytes: [UInt8], maxPixels: Int) {
    let image: GrayImage? =
      switch ImageFormat(signature: bytes) {
      case .png: CutPNG.mended(bytes, maxPixels: maxPixels).flatMap { try? PNG.decode($0, maxPixels: maxPixels) }
      case .jpeg: try? JPEG.decode(bytes, maxPixels: maxPixels, allowsCut: true)
      case .netpbm, nil: nil
      }
    guard let image else { return nil }
    self = image.shown(PictureOrientation(ofFile: bytes))
  }
}

extension ColorImage {
  /// Decodes a PNG, JPEG or Netpbm file to red, green and blue, turned as a viewer shows it.
  ///
  /// - Parameters: As for the same initialiser of `GrayImage`.
  /// - Throws: ``ImageCodingError``.
  public init(imageFile bytes: [UInt8], maxPixels: Int = ImageFormat.usualMaxPixels) throws(ImageCodingError) {
    switch ImageFormat(signature: bytes) {
    case .png: self = try PNG.decodeColor(bytes, maxPixels: maxPixels)
    case .jpeg: self = try JPEG.decodeColor(bytes, maxPixels: maxPixels)
    case .netpbm: self = try Netpbm.decodeColor(bytes, maxPixels: maxPixels)
    case nil: throw .unknownFormat(beginning: Array(bytes.prefix(1024)))
    }
    self = shown(PictureOrientation(ofFile: bytes))
  }
}

/// Refuses a picture whose header declares more pixels than allowed.
func checkSize(width: Int, height: Int, limit: Int) throws(ImageCodingError) {
  let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
  if overflow || pixels > limit { throw .tooManyPixels(width: width, height: height, limit: limit) }
}
