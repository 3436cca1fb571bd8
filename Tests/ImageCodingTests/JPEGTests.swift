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

  @Test func `a file of very many segments is refused`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "progressive.jpg"))
    let comments = (0..<100_001).flatMap { _ in [0xFF, 0xFE, 0, 2] as [UInt8] }
    #expect(throws: ImageCodingError.tooMuchWork(format: .jpeg, amount: 100_001, work: "segments", limit: 100_000)) {
      try JPEG.decode(file[..<2] + comments + file[2...])
    }
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
      "\(error)".contains("scans are more than the limit of 100; save it again as an ordinary JPEG picture")
    }
  }

  /// libjpeg-turbo takes a comment or application data of length 0 or 1 for an empty one, and reads on.
  @Test(arguments: [0xFE, 0xE1, 0xEF] as [UInt8], [0, 1] as [UInt8])
  func `scans behind a segment of impossible length are counted`(marker: UInt8, length: UInt8) throws {
    let file = try Files.bytes(Files.pictures.appending(path: "progressive.jpg"))
    let last = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let scans = (0..<200).flatMap { _ in file[last..<file.count - 2] }
    let hidden = file[..<2] + [0xFF, marker, 0, length] + file[2..<file.count - 2]
    #expect(try JPEG.decode(hidden + [0xFF, 0xD9]) == JPEG.decode(file))
    #expect {
      try JPEG.decode(hidden + scans + [0xFF, 0xD9])
    } throws: { error in
      "\(error)".contains("scans are more than the limit of 100")
    }
  }

  /// Within coded data with restart intervals, libjpeg-turbo takes nothing but the next marker for the end of an interval.
  @Test func `scans behind a reserved marker in coded data are counted`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "progressive.jpg"))
    let last = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let scans = (0..<200).flatMap { _ in file[last..<file.count - 2] }
    #expect {
      try JPEG.decode(file[..<(file.count - 2)] + [0xFF, 0x02, 0xFE, 0xFE] + scans + [0xFF, 0xD9])
    } throws: { error in
      "\(error)".contains("scans are more than the limit of 100")
    }
  }

  @Test func `bytes that look like scans are not counted outside of the coded data`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "gray.jpg"))
    let looks = [UInt8]((0..<150).flatMap { _ in [0xFF, 0xDA] as [UInt8] })
    // Behind the end, as the film of a motion photograph, and in a comment.
    #expect(try JPEG.decode(file + looks + [0xFF, 0xD9]) == JPEG.decode(file))
    let comment: [UInt8] = [0xFF, 0xFE, UInt8((looks.count + 2) >> 8), UInt8((looks.count + 2) & 0xFF)] + looks
    #expect(try JPEG.decode(file[..<2] + comment + file[2...]) == JPEG.decode(file))
  }

  @Test(arguments: [(0xC9, 1 << 20 + 1, true), (0xC9, 1 << 20, false), (0xC0, 1 << 20 + 1, false)])
  func `a file with many bytes of arithmetic coding is refused at once`(frame: UInt8, count: Int, isRefused: Bool) {
    // A gray picture of 8 × 8, with stray bytes before its frame, and then nothing but zeros.
    var file: [UInt8] = [0xFF, 0xD8, 0, 0xFF, 0xFF, frame, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    file += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    file += [UInt8](repeating: 0, count: count - file.count)
    let refusal = ImageCodingError.tooMuchWork(
      format: .jpeg, amount: count, work: "bytes of arithmetic coding for a picture of this size", limit: 1 << 20)
    #expect {
      try JPEG.decode(file)
    } throws: { error in
      (error as? ImageCodingError == refusal) == isRefused
    }
  }

  @Test(arguments: [(1, 1 << 23 + 1, false), (2, 1 << 23 + 1, true), (2, 1 << 23, false)])
  func `many bytes in several scans are refused at once`(scans: Int, count: Int, isRefused: Bool) {
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    for _ in 0..<scans { file += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0] }
    file += [UInt8](repeating: 0, count: count - file.count)
    let refusal = ImageCodingError.tooMuchWork(
      format: .jpeg, amount: count, work: "bytes in several scans of so many pixels", limit: 1 << 23)
    #expect {
      _ = try JPEG.decode(file)
      throw CancellationError()
    } throws: { error in
      (error as? ImageCodingError == refusal) == isRefused
    }
  }

  @Test(arguments: [(42, 3500, true), (21, 5100, true), (20, 5100, false), (40, 3500, false), (100, 2000, false)])
  func `many scans of many pixels are refused at once`(scans: Int, side: Int, isRefused: Bool) {
    let (high, low) = (UInt8(side >> 8), UInt8(side & 0xFF))
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, high, low, high, low, 1, 1, 0x11, 0]
    for _ in 0..<scans { file += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0] }
    let limit = max(20, 500_000_000 / (side * side))
    let refusal = ImageCodingError.tooMuchWork(
      format: .jpeg, amount: scans, work: "scans of so many pixels", limit: limit)
    #expect {
      _ = try JPEG.decode(file)
      throw CancellationError()
    } throws: { error in
      (error as? ImageCodingError == refusal) == isRefused
    }
  }

  @Test(arguments: [(11, 4000, true), (100, 3300, true), (11, 1000, false), (10, 1000, false)])
  func `many arithmetic-coded scans of many pixels are refused at once`(scans: Int, side: Int, isRefused: Bool) {
    let (high, low) = (UInt8(side >> 8), UInt8(side & 0xFF))
    // A gray progressive picture: its first coefficients, and then one band again and again, without data.
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xCA, 0, 11, 8, high, low, high, low, 1, 1, 0x11, 0]
    for scan in 0..<scans { file += [0xFF, 0xDA, 0, 8, 1, 1, 0, scan == 0 ? 0 : 1, scan == 0 ? 0 : 63, 0] }
    let refusal = ImageCodingError.tooMuchWork(
      format: .jpeg, amount: scans, work: "arithmetic-coded scans of so many pixels", limit: 10)
    #expect {
      _ = try JPEG.decode(file)
      throw CancellationError()
    } throws: { error in
      (error as? ImageCodingError == refusal) == isRefused
    }
  }

  @Test(arguments: [(4, 3400, true), (3, 3400, false), (4, 1000, false)])
  func `many arithmetic-coded coefficients are refused at once`(scans: Int, side: Int, isRefused: Bool) {
    let (high, low) = (UInt8(side >> 8), UInt8(side & 0xFF))
    // A sequential picture with four components, all of which are in each scan.
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC9, 0, 20, 8, high, low, high, low, 4]
    for component in 1...4 { file += [UInt8(component), 0x11, 0] }
    for _ in 0..<scans { file += [0xFF, 0xDA, 0, 14, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0] }
    let refusal = ImageCodingError.tooMuchWork(
      format: .jpeg, amount: 4 * scans * side * side, work: "arithmetic-coded coefficients", limit: 144_000_000)
    #expect {
      _ = try JPEG.decode(file)
      throw CancellationError()
    } throws: { error in
      (error as? ImageCodingError == refusal) == isRefused
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
