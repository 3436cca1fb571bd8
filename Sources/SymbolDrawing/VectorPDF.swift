import Imaging
import TextFormats

/// A drawing of symbols as a PDF page: rectangles, so that it stays sharp at any size.
public enum VectorPDF {
  /// Draws a symbol, with its logo and frame, on a page of its own size.
  ///
  /// - Parameters: As for ``PostScript``.
  /// - Returns: The file (ISO 32000-1), with the same bytes each time: neither date nor message.
  public static func draw(
    _ artwork: SymbolArtwork, scale: Int, colors: SymbolColors = .blackOnWhite, dotsPerInch: Double? = nil
  ) -> [UInt8] {
    let page = VectorPage(artwork, scale: scale, dotsPerInch: dotsPerInch)
    let (width, height) = (DecimalText.length(page.size.width), DecimalText.length(page.size.height))
    let factor = DecimalText.length(page.pointsPerModule)
    var content = "\(factor) 0 0 \(factor) 0 0 cm\n" + page.operators(colors, rectangle: "re", fill: "f\n", color: "rg")
    for (index, picture) in artwork.pictures.enumerated() {
      let place = page.place(picture)
      content += "q \(place.width) 0 0 \(place.height) \(place.x) \(place.y) cm /P\(index) Do Q\n"
    }
    let names = artwork.pictures.indices.map { "/P\($0) \(firstPicture + $0) 0 R" }.joined(separator: " ")
    let resources = artwork.pictures.isEmpty ? "<< >>" : "<< /XObject << \(names) >> >>"
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Contents 4 0 R /Resources \(resources) >>",
      "<< /Length \(content.utf8.count) >>\nstream\n\(content)endstream",
      "<< /Title (\(artwork.summary)) /Producer (oobqr) >>",
    ].map { Array($0.utf8) }
    objects += artwork.pictures.map { object($0.image) }
    var file = Array("%PDF-1.4\n".utf8)
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(file.count)
      file += PDFSyntax.object(index + 1, object)
    }
    let start = file.count
    var end = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    end += offsets.map(PDFSyntax.entry).joined()
    end += PDFSyntax.trailer("/Size \(objects.count + 1) /Root 1 0 R /Info 5 0 R", table: start)
    return file + Array(end.utf8)
  }

  /// The number of the first picture's object.
  private static let firstPicture = 6

  private static func object(_ image: ColorImage) -> [UInt8] {
    PDFSyntax.stream(
      image.pixels,
      "/Type /XObject /Subtype /Image /Width \(image.width) /Height \(image.height) /ColorSpace /DeviceRGB "
        + "/BitsPerComponent 8")
  }
}
