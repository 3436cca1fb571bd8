import Foundation
import Imaging
import QRSymbology
import TestSupport
import Testing

@testable import ImageCoding

struct ImageFileTests {
  @Test func `the first bytes determine the format`() throws {
    #expect(ImageFormat(signature: try Files.bytes(Files.pictures.appending(path: "gray1.png"))) == .png)
    #expect(ImageFormat(signature: try Files.bytes(Files.pictures.appending(path: "gray.jpg"))) == .jpeg)
    #expect(ImageFormat(signature: Array("GIF89a".utf8)) == nil)
  }

  @Test func `a file that is not a picture is refused with its beginning`() {
    for file in ["", "GIF88a", "%PDF-1.7"].map({ Array($0.utf8) }) {
      #expect(throws: ImageCodingError.unknownFormat(beginning: file)) { try GrayImage(imageFile: file) }
      #expect(throws: ImageCodingError.unknownFormat(beginning: file)) { try ColorImage(imageFile: file) }
    }
  }

  static let beginnings: [(String, OtherPictureFormat?)] = [
    ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", .heic),
    ("\0\0\0\u{18}ftypmif1\0\0\0\0miafavif", .avif), ("\0\0\0\u{14}ftypmif1\0\0\0\0miafavif", .heic),
    ("\0\0\0\u{18}ftypisom\0\0\0\0isommp41", nil), ("ftypheic", nil),
    ("RIFF\u{24}\0\0\0WEBPVP8 ", .webP), ("RIFF\u{24}\0\0\0WAVEfmt ", nil), ("GIF87a", .gif), ("GIF", nil),
    ("BM\u{46}\0\0\0\0\0\0\0\u{36}\0\0\0\u{28}\0\0\0", .bmp), ("BMW is a make of cars", nil), ("BM", nil),
    ("II*\0\u{8}\0\0\0", .tiff), ("MM\0*\0\0\0\u{8}", .tiff), ("II* and MM", nil),
    ("\0\0\0\u{C}JXL \r\n", .jpegXL), ("%PDF-1.4", .pdf), ("%PDF", nil),
    ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", .svg), ("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- a --><svg/>", .svg),
    ("<?xml version=\"1.0\"?><manifest/>", nil), ("<html><svg/>", nil), ("", nil),
  ]

  @Test(arguments: beginnings)
  func `formats that are not decoded are recognised`(file: String, format: OtherPictureFormat?) {
    #expect(OtherPictureFormat(file: Array(file.utf8)) == format)
  }

  /// Messages of libjpeg-turbo (jerror.h, turbojpeg.c), libpng and zlib.
  @Test(arguments: [
    ("Insufficient memory (case 4)", ImageFormat.jpeg), ("tjDecompress2(): Memory allocation failure", .jpeg),
    ("png_image_read: out of memory", .png), ("IDAT: insufficient memory", .png),
  ])
  func `a lack of memory is distinguished from damage`(reason: String, format: ImageFormat) {
    #expect(ImageCodingError.undecoded(format, reason) == .outOfMemory)
    #expect(ImageCodingError.undecoded(format, "CRC error") == .undecodable(format: format, reason: "CRC error"))
  }

  @Test func `errors name format and reason`() {
    let cases: [(ImageCodingError, String)] = [
      (.unknownFormat(beginning: []), "the file is empty"),
      (.unknownFormat(beginning: Array("GIF88a".utf8)), "not a PNG or JPEG picture: it begins with \"GIF88a\""),
      (
        .unknownFormat(beginning: Array("GIF89a".utf8)),
        "this is a GIF picture; convert it to PNG, for example with ImageMagick: 'convert FILE FILE.png'"
      ),
      (
        .unknownFormat(beginning: Array("<svg>".utf8)),
        "this is an SVG picture; convert it to PNG, for example with 'rsvg-convert FILE -o FILE.png' (librsvg2-bin)"
      ),
      (.unknownFormat(beginning: Array("%PDF-1.7".utf8)), "this is a PDF document; save its page as a PNG picture"),
      (.unknownFormat(beginning: [0x1F, 0x8B]), "not a PNG or JPEG picture: it begins with 1f 8b"),
      (.tooManyPixels(width: 2, height: 3, limit: 5), "2 × 3 pixels are more than the limit of 5"),
      (.undecodable(format: .png, reason: "x"), "cannot decode this PNG picture: x"),
      (.outOfMemory, "there is not enough memory for this picture"),
      (.unencodable(format: .jpeg, reason: "x"), "cannot encode a JPEG picture: x"),
    ]
    for (error, text) in cases { #expect("\(error)" == text) }
  }
}
