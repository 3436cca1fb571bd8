import Foundation
import ImageCoding
import Imaging
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import TestSupport
import Testing

/// The examples of QRSymbology's documentation page, as they are there.
struct SymbolExamplesTests {
  @Test func `the documented examples have the documented results`() throws {
    let symbol = try QREncoder(level: .medium).encode("https://example.com")
    let png = try PNG.encode(BilevelImage(symbol, scale: 8), dotsPerInch: 300)

    let detections = try QRScanner().scan(GrayImage(imageFile: png))
    let message = detections[0].message  // the bytes of "https://example.com"
    let corners = detections[0].corners  // where the symbol is, in pixels
    #expect(message == Array("https://example.com".utf8) && corners.topLeft == ImagePoint(x: 32, y: 32))

    let reading = try symbol.reading()
    let level = symbol.level  // .medium
    let mended = reading.correctedCodewords  // 0: the symbol is undamaged
    let segments = reading.segments  // one, in byte mode
    let capacity = symbol.version.byteCapacity(at: .medium)  // 26, of which 19 are used
    #expect(level == .medium && mended == 0 && segments.map(\.mode) == [.byte] && capacity == 26 && message.count == 19)

    let svg = SVG.draw(symbol, scale: 8)
    let text = TerminalDrawing.draw(symbol)
    #expect(svg.hasSuffix("</svg>\n") && !text.isEmpty)
  }

  @Test func `the documentation page holds no other code`() throws {
    try expectNoOtherCode(in: ["Sources/QRSymbology/QRSymbology.docc/QRSymbology.md"], atLeast: 12)
  }
}

/// The lines of a page's Swift blocks that are not empty.
func documentedCode(in page: String) -> [String] {
  var isCode = false
  var lines: [String] = []
  for line in page.split(separator: "\n") {
    if line.hasPrefix("```") { isCode = line == "```swift" } else if isCode { lines.append(String(line)) }
  }
  return lines
}

/// Expects that a test file has all Swift code of pages, which have a number of lines at least.
func expectNoOtherCode(in pages: [String], atLeast lines: Int, than file: String = #filePath) throws {
  let code = try pages.flatMap { documentedCode(in: try Files.text(Files.package.file($0))) }
  let test = spacesFolded(try Files.text(file))
  #expect(code.count >= lines)
  for line in code { #expect(test.contains(spacesFolded(line)), "\(line)") }
}

/// Text with every run of blanks made one.
func spacesFolded(_ text: String) -> String {
  text.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " ")
}
