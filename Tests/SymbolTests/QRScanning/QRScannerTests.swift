import Foundation
import ImageCoding
import Imaging
import QREncoding
@_spi(Tuning) @testable import QRScanning
import QRSymbology
import SymbolDrawing
import TestSupport
import Testing

struct QRScannerTests {
  @Test(arguments: Detection.Engine.allCases)
  func `corners are the outer corners of the symbol`(engine: Detection.Engine) throws {
    let symbol = try QREncoder().encode("corners")
    let detection = try #require(try QRScanner(engine: engine).scan(GrayImage(symbol, scale: 8)).first)
    let far = Double(8 * (4 + symbol.size))
    #expect(detection.corners == Corners(left: 32, top: 32, right: far, bottom: far))
    #expect(detection.engine == engine && detection.text == "corners")
  }

  @Test func `a message that is not UTF-8 has no text`() throws {
    let symbol = try QREncoder().encode([0x80, 0, 0xFF])
    let detection = try #require(try QRScanner().scan(GrayImage(symbol, scale: 4)).first)
    #expect(detection.text == nil && detection.message == [0x80, 0, 0xFF])
  }

  @Test(arguments: [(eci: 7, bytes: [0xE4, 0xB4, 0xBB] as [UInt8], text: "фДЛ"), (eci: 3, bytes: [0xE9], text: "é")])
  func `text is in the encoding that the symbol states`(eci: Int, bytes: [UInt8], text: String) throws {
    var encoder = QREncoder()
    encoder.eci = eci
    let symbol = try encoder.encode(bytes)
    let detection = try #require(try QRScanner().scan(GrayImage(symbol, scale: 4)).first)
    #expect(detection.text == text && detection.message == bytes)
  }

  /// The data of this one, of version 6, looks like version information, which version 7 has.
  @Test func `data that looks like version information does not hide a light symbol`() throws {
    let text = "s569-QFXcbW1OIk84v0rwjXFgOwbRdolPztBD5mmwl9cKzVS1uaPR"
    var image = try GrayImage(QREncoder(level: .high).encode(text), scale: 3).negative
    for _ in 0..<3 {
      image = image.turned
      #expect(try QRScanner(engine: .modules).scan(image).compactMap(\.text) == [text])
    }
  }

  @Test func `no symbol is found in a blank picture`() throws {
    #expect(try QRScanner().scan(GrayImage(width: 300, height: 200)).isEmpty)
    #expect(try QRScanner().scan(GrayImage(width: 1, height: 1, filledWith: 0)).isEmpty)
  }

  @Test func `only a picture that is one clean symbol and nothing else skips the search`() throws {
    let symbol = try QREncoder().encode("clean")
    let clean = GrayImage(symbol, scale: 3)
    #expect(try QRScanner(engine: .modules).scan(clean).map(\.text) == ["clean"])
    // One wrong pixel inside, or a dark one outside, may belong to another symbol.
    for (x, y) in [(40, 40), (2, 50), (85, 1), (clean.width - 1, clean.height - 1)] {
      var touched = clean
      touched[x: x, y: y] = touched[x: x, y: y] ^ 255
      let result = try QRScanner().explain(touched)
      let (detections, attempts) = (result.detections, result.attempts)
      #expect(detections.map(\.text) == ["clean"] && attempts.first?.pass != .cleanDrawing)
    }
    // Two gray levels are as good as black and white, dark on light or light on dark.
    let gray = clean.inGrays(100, 180)
    for (picture, engine) in [(gray, Detection.Engine.modules), (gray.negative, .modules), (gray.negative, .zbar)] {
      #expect(try QRScanner(engine: engine).scan(picture).map(\.text) == ["clean"])
    }
  }

  @Test func `a faint symbol beside a clean one is found as well`() throws {
    let black = GrayImage(try QREncoder().encode("black"), scale: 4)
    let gray = GrayImage(try QREncoder().encode("gray"), scale: 4)
    #expect(try QRScanner().scan(beside(black, gray.inGrays(140, 255))).map(\.text) == ["black", "gray"])
  }

  @Test func `zbar joins no parts of sets, which could be of different ones`() throws {
    // The same parity, so that only their messages tell the sets apart.
    let sets = ["to=alice&amount=12", "to=celia&amount=21"].map { Array($0.utf8) }
    #expect(sets[0].reduce(0, ^) == sets[1].reduce(0, ^))
    let first = try QREncoder().encode(sets[0], symbols: 2)[0]
    let second = try QREncoder().encode(sets[1], symbols: 2)[1]
    let picture = beside(GrayImage(first, scale: 4), GrayImage(second, scale: 4))
    #expect(try QRScanner(engine: .modules).scan(picture).map(\.structuredAppend?.index) == [0, 1])
    #expect(try QRScanner(engine: .zbar).scan(picture) == [])
  }

  /// A version 2 symbol whose message begins with FNC1 in second position and the application indicator 37 (ISO/IEC 18004:2015,
  /// 7.4.8.3).
  private static let applicationPicture =
    "iVBORw0KGgoAAAANSUhEUgAAAGMAAABjAQAAAACnQIM4AAABHklEQVR42tWUMU7DMBSG/9dG8oAoXStFTSROwBamjDkHnKDZmGjEAZpyAe7B5k"
    + "hIyTFSNVI3sMPSSiaPEaY8Dx3gbZZ+v/+332cT46d2E/yuv7WyREXzVVQ0kZTEjh8OhWIjOlTx52u4BRUeWS6z4P6MJwJbdmsdUs2W2/F9TEGv"
    + "sDrRXOrJzPbIJTOP9wQbBeLIKLceVwaYJe3dbbdNrlvJ3SiX65Bql0vuQ8JGIedpKSrTNtfuqgZJOUl3SwA3+xdpDv1pscsOH1kszmhIIpPwBn"
    + "sxpz06pJEBcvE+AasunjlYjrsHsHOsmoVp0HswT3WHBI8ezKNyJYVPHrTOANJvkHIC6NNug/jdg/lc85BO2YN5pHHfSO+I/skP9g0bnY1QN4su"
    + "iQAAAABJRU5ErkJggg=="

  @Test(arguments: [Detection.Engine.modules, .zbar]) func `an application indicator is not part of the message`(
    engine: Detection.Engine
  ) throws {
    let file = try #require(Data(base64Encoded: Self.applicationPicture))
    #expect(try QRScanner(engine: engine).scan(PNG.decode(Array(file))).map(\.text) == ["AA1234"])
  }

  /// A picture beside another one of the same height.
  private func beside(_ left: GrayImage, _ right: GrayImage) -> GrayImage {
    var both = GrayImage(width: left.width + right.width, height: left.height)
    both.draw(left, x: 0, y: 0)
    both.draw(right, x: left.width, y: 0)
    return both
  }

  @Test func `detections are in rows from the top, each row from the left`() throws {
    let file = try Files.bytes(Files.pictures.appending(path: "four.png"))
    let messages = try QRScanner().scan(PNG.decode(file)).map(\.text)
    #expect(messages == ["upper left", "upper right", "lower left", "lower right"])
  }

  @Test func `a scanner has no state between pictures`() throws {
    let file = try PNG.decode(Files.bytes(Files.pictures.appending(path: "four.png")))
    let scanner = QRScanner()
    let first = try scanner.scan(file)
    for _ in 0..<20 { #expect(try scanner.scan(file) == first) }
  }

  @Test func `a library that is missing, or not zbar, is an error with the system's reason`() {
    #expect(throws: QRScanningError.self) { try ZBarLibrary(named: "libnonexistent.so.0") }
    #expect(throws: QRScanningError.self) { try ZBarLibrary(named: "libz.so.1") }
    let missing = QRScanningError.zbarUnavailable(reason: "no such file")
    #expect("\(missing)" == "cannot open zbar (Debian package libzbar0): no such file")
  }
}
