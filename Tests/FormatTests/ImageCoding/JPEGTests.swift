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

  @Test func `a later version of JFIF changes nothing`() throws {
    var file = try Files.bytes(Files.pictures.appending(path: "gray.jpg"))
    let image = try JPEG.decode(file)
    // The major version (ITU-T T.871, 10.1).
    #expect(file[11] == 1)
    file[11] = 2
    #expect(try JPEG.decode(file) == image)
  }

  /// A progressive picture without its end marker, and its last scan two hundred times.
  private func scans() throws -> (file: [UInt8], more: [UInt8]) {
    let file = try Files.bytes(Files.pictures.file("progressive.jpg")).dropLast(2)
    let last = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    return (Array(file), (0..<200).flatMap { _ in file[last...] })
  }

  private func expectTooManyScans(_ file: [UInt8]) {
    #expect {
      try JPEG.decode(file + [0xFF, 0xD9])
    } throws: { error in
      "\(error)".contains("scans are more than the limit of 100 for its size; save it again")
    }
  }

  @Test func `a file with hundreds of scans is refused at once`() throws {
    let (file, more) = try scans()
    expectTooManyScans(file + more)
  }

  /// libjpeg-turbo takes a comment or application data of length 0 or 1 for an empty one, and reads on.
  @Test(arguments: [0xFE, 0xE1, 0xEF] as [UInt8], [0, 1] as [UInt8])
  func `scans behind a segment of impossible length are counted`(marker: UInt8, length: UInt8) throws {
    let (file, more) = try scans()
    let hidden = file[..<2] + [0xFF, marker, 0, length] + file[2...]
    #expect(try JPEG.decode(hidden + [0xFF, 0xD9]) == JPEG.decode(file + [0xFF, 0xD9]))
    expectTooManyScans(hidden + more)
  }

  /// Within coded data with restart intervals, libjpeg-turbo takes nothing but the next marker for the end of an interval.
  @Test func `scans behind a reserved marker in coded data are counted`() throws {
    let (file, more) = try scans()
    expectTooManyScans(file + [0xFF, 0x02, 0xFE, 0xFE] + more)
  }

  @Test func `bytes that look like scans are not counted outside of the coded data`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "gray.jpg"))
    let looks = [UInt8]((0..<150).flatMap { _ in [0xFF, 0xDA] as [UInt8] })
    // Behind the end, as the film of a motion photograph, and in a comment.
    #expect(try JPEG.decode(file + looks + [0xFF, 0xD9]) == JPEG.decode(file))
    let comment: [UInt8] = [0xFF, 0xFE, UInt8((looks.count + 2) >> 8), UInt8((looks.count + 2) & 0xFF)] + looks
    #expect(try JPEG.decode(file[..<2] + comment + file[2...]) == JPEG.decode(file))
  }

  @Test(arguments: [(42, 3500, true), (21, 5100, true), (20, 5100, false), (40, 3500, false), (100, 2000, false)])
  func `many scans of many pixels are refused at once`(scans: Int, side: Int, isRefused: Bool) {
    let (high, low) = (UInt8(side >> 8), UInt8(side & 0xFF))
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, high, low, high, low, 1, 1, 0x11, 0]
    for _ in 0..<scans { file += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0] }
    let refusal = "\(scans) scans are more than the limit of \(max(20, 500_000_000 / (side * side))) for its size"
    #expect {
      _ = try JPEG.decode(file)
      throw CancellationError()
    } throws: {
      "\($0)".contains(refusal) == isRefused
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
