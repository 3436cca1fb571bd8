import ImageCoding
import Imaging
import PictureDamage
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import SymbolFixtures
import TestSupport
import Testing

/// message → symbol → picture → message, for messages of every kind and every kind of drawing.
struct RoundTripTests {
  static let texts = [
    "Grüße aus Zürich", "Ελληνικά κείμενα", "Русский текст", "עברית", "نص عربي", "हिन्दी पाठ", "日本語の文", "한국어",
    "emoji 🔐📱",
  ]

  static let messages: [[UInt8]] =
    [
      [0x61], [0], [0xFF], Array(0...255), [0, 0, 0, 0x61, 0, 0], Array("\r\n\t".utf8),
      // Shift-JIS bytes of 点と茗荷.
      [0x93, 0x5F, 0x82, 0xC6, 0xE4, 0xAA, 0x89, 0xD7],
      Array(repeating: 0x61, count: 1000),
      (0..<2331).map { UInt8($0 % 251) },
    ] + texts.map { Array($0.utf8) } + random

  /// Fifty binary messages of 1…1500 bytes.
  static let random: [[UInt8]] = {
    var generator = SplitMix64(seed: 2)
    return (0..<50).map { _ in
      let length = Int.random(in: 1...1500, using: &generator)
      return generator.bytes(length)
    }
  }()

  @Test(arguments: messages)
  func `a PNG, an SVG and a terminal drawing hold exactly the message`(message: [UInt8]) throws {
    let symbol = try QREncoder().encode(message)
    let terminal = [SymbolColors.blackOnWhite, nil].map { TerminalDrawing.draw(symbol, colors: $0) }
    let images = [
      try PNG.decode(PNG.encode(BilevelImage(symbol, scale: 3))),
      try rasterise(svg: SVG.draw(symbol, scale: 8), scale: 3), rasterise(terminal: terminal[0], scale: 3),
      rasterise(terminal: terminal[1], scale: 3),
    ]
    for (index, image) in images.enumerated() { #expect(try readings(of: image) == [message, message], "\(index)") }
  }

  @Test(arguments: QRSymbol.ErrorCorrectionLevel.allCases)
  func `every level holds exactly the message`(level: QRSymbol.ErrorCorrectionLevel) throws {
    for message in Self.messages where message.count <= 1273 {
      let symbol = try QREncoder(level: level).encode(message)
      #expect(try readings(of: GrayImage(symbol, scale: 3)) == [message, message])
    }
  }

  /// Reads with zbar and with our own reader. zbar misses 1,000 times "a" with mask 6 unless it is doubled.
  private func readings(of image: GrayImage) throws -> [[UInt8]] {
    var byZBar = try QRScanner(engine: .zbar).scan(image)
    if byZBar.isEmpty { byZBar = try QRScanner(engine: .zbar).scan(image.doubled()) }
    return try (byZBar + QRScanner(engine: .modules).scan(image)).map(\.message)
  }
}

extension GrayImage {
  fileprivate func doubled() -> GrayImage {
    let pixels = (0..<2 * height).flatMap { y in (0..<2 * width).map { x in self[x: x / 2, y: y / 2] } }
    return GrayImage(width: 2 * width, height: 2 * height, pixels: pixels)
  }
}
