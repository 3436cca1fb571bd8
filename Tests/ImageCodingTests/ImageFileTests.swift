import Foundation
import ImageCoding
import Imaging
import QRSymbology
import TestSupport
import Testing

struct ImageFileTests {
  @Test func `the first bytes determine the format`() throws {
    #expect(ImageFormat(signature: try Files.bytes(Files.pictures.appending(path: "gray1.png"))) == .png)
    #expect(ImageFormat(signature: try Files.bytes(Files.pictures.appending(path: "gray.jpg"))) == .jpeg)
    #expect(ImageFormat(signature: Array("GIF89a".utf8)) == nil)
  }

  @Test func `a file that is not a picture is refused with its beginning`() {
    #expect(throws: ImageCodingError.empty) { try GrayImage(imageFile: []) }
    #expect(throws: ImageCodingError.unknownFormat(beginning: Array("GIF89a".utf8))) {
      try GrayImage(imageFile: Array("GIF89a".utf8))
    }
  }

  @Test func `errors name format and reason`() {
    let cases: [(ImageCodingError, String)] = [
      (.empty, "the file is empty"),
      (.unknownFormat(beginning: Array("GIF89a".utf8)), "not a PNG or JPEG picture: it begins with \"GIF89a\""),
      (.unknownFormat(beginning: [0x1F, 0x8B]), "not a PNG or JPEG picture: it begins with 1f 8b"),
      (.tooManyPixels(width: 2, height: 3, limit: 5), "2 × 3 pixels are more than the limit of 5"),
      (
        .tooMuchWork(format: .jpeg, amount: 101, work: "scans", limit: 100),
        "101 scans are more than the limit of 100; save it again as an ordinary JPEG picture"
      ),
      (.undecodable(format: .png, reason: "x"), "cannot decode this PNG picture: x"),
      (.unencodable(format: .jpeg, reason: "x"), "cannot encode a JPEG picture: x"),
    ]
    for (error, text) in cases { #expect("\(error)" == text) }
  }

  @Test func `a picture too wide for libpng is refused with libpng's reason`() {
    #expect(throws: ImageCodingError.self) { try PNG.encode(GrayImage(width: 1_000_001, height: 1)) }
  }
}
