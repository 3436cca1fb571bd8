import ImageCoding

/// A sink for a label as a PNG of exact dots, one pixel per dot.
public final class PNGSink: LabelSink {
  private let medium: LabelMedium
  private let write: ([UInt8]) throws -> Void

  /// - Parameters:
  ///   - medium: Paper and printer.
  ///   - write: Receives the file's bytes.
  public init(_ medium: LabelMedium, write: @escaping ([UInt8]) throws -> Void) {
    (self.medium, self.write) = (medium, write)
  }

  public func add(_ prepared: PreparedSymbol) throws -> AddedLabels {
    let image = try medium.image(prepared)
    try write(PNG.encode(image.bitmap, dotsPerInch: medium.conditions.resolution.dotsPerInch))
    return AddedLabels(image)
  }

  public func finish() {}
}
