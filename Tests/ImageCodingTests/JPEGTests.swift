import Foundation
import ImageCoding
import Imaging
import QRSymbology
import TestSupport
import Testing

struct JPEGTests {
  @Test(arguments: ["gray", "colour", "cmyk", "progressive", "tiny-quality"])
  func `all kinds of JPEG decode to nearly the same gray`(name: String) throws {
    let image = try JPEG.decode(Files.bytes(Files.pictures.appending(path: name + ".jpg")))
    let original = try PNG.decode(Files.bytes(Files.pictures.appending(path: "gray8.png")))
    #expect(image.width == original.width && image.height == original.height)
    let difference = zip(image.pixels, original.pixels).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(difference < 16 * image.pixels.count)
  }

  @Test func `every truncation of a file is refused`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "progressive.jpg"))
    for length in stride(from: 0, to: file.count - 2, by: 97) {
      #expect(throws: ImageCodingError.self) { try JPEG.decode(Array(file[..<length])) }
    }
  }

  @Test func `stray bytes between segments are accepted`() throws {
    var file = try Files.bytes(Files.pictures.appending(path: "gray.jpg"))
    let whole = try JPEG.decode(file)
    file.insert(contentsOf: [0, 0, 0], at: 20)
    #expect(try JPEG.decode(file) == whole)
    // Stray bytes must not hide that the end is missing.
    file.removeLast(60)
    #expect(throws: ImageCodingError.self) { try JPEG.decode(file) }
  }

  @Test func `a file with hundreds of scans is refused at once`() throws {
    var file = try Files.bytes(Files.pictures.appending(path: "progressive.jpg"))
    // The last scan, from its marker to the end marker, repeated.
    let last = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let scan = Array(file[last..<file.count - 2])
    file.removeLast(2)
    for _ in 0..<200 { file += scan }
    #expect {
      try JPEG.decode(file + [0xFF, 0xD9])
    } throws: { error in
      "\(error)".contains("scans are more than 100")
    }
  }

  @Test func `a picture above the limit is refused before it is decoded`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "gray.jpg"))
    let size = try JPEG.decode(file).width
    #expect(throws: ImageCodingError.tooManyPixels(width: size, height: size, limit: 100)) {
      try JPEG.decode(file, maxPixels: 100)
    }
  }
}
