import Foundation
import Imaging
import QREncoding
import QRSymbology
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// Symbols through a lens that bends straight lines.
struct LensTests {
  private static let message = "https://access.siven.ch/open?dispatchTokenResponse=eyJhbGciOiJub25lIn0"

  /// - Parameters:
  ///   - strength: The middle of a side of the picture shows what is nearer to the middle by this share: above zero pincushion, below zero
  ///     barrel distortion.
  ///   - share: Of the picture, the side of the symbol.
  ///   - turn: In degrees.
  private static func picture(
    _ symbol: QRSymbol, strength: Double, share: Double, turn: Double, side: Int
  ) -> GrayImage {
    let (sine, cosine) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
    func isDark(_ x: Double, _ y: Double) -> Bool {
      let square = x * x + y * y
      // Beyond, a point would be seen for a second time.
      guard 3 * strength * square < 1 else { return false }
      let factor = (1 - strength * square) / share
      let column = ((x * cosine - y * sine) * factor + 1) / 2 * Double(symbol.size)
      let row = ((x * sine + y * cosine) * factor + 1) / 2 * Double(symbol.size)
      guard 0..<Double(symbol.size) ~= column, 0..<Double(symbol.size) ~= row else { return false }
      return symbol.modules[Int(row) * symbol.size + Int(column)]
    }
    var image = GrayImage(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side {
        let dark = (0..<4).count { step in
          isDark(
            (Double(x) + 0.25 + Double(step % 2) / 2) / Double(side) * 2 - 1,
            (Double(y) + 0.25 + Double(step / 2) / 2) / Double(side) * 2 - 1)
        }
        image[x: x, y: y] = UInt8(255 - dark * 255 / 4)
      }
    }
    return image
  }

  @Test(
    arguments: [QRScanner.Effort.normal, .hard],
    [(-0.3, 0.58), (-0.2, 0.58), (-0.1, 0.58), (0.1, 0.58), (0.2, 0.58), (0.3, 0.45)])
  func `pincushion and barrel distortion are undone`(
    effort: QRScanner.Effort, lens: (strength: Double, share: Double)
  ) throws {
    for text in ["lens", Self.message] {
      let symbol = try QREncoder(level: .low).encode(text)
      for turn in [0.0, 20, 45] {
        for side in [400, 570, 900] {
          let picture = Self.picture(symbol, strength: lens.strength, share: lens.share, turn: turn, side: side)
          let found = try QRScanner(engine: .modules, effort: effort).scan(picture)
          #expect(found.map(\.text) == [text], "turned by \(turn), \(side) pixels")
        }
      }
    }
  }

  @Test func `the grid of a symbol follows the lens`() throws {
    let symbol = try QREncoder(level: .low).encode(Self.message)
    let (strength, share, side) = (0.2, 0.58, 570)
    let picture = Self.picture(symbol, strength: strength, share: share, turn: 0, side: side)
    let grid = try #require(try QRScanner(engine: .modules).scan(picture).first?.grid)
    for (column, row) in [(16.5, 6.5), (6.5, 16.5), (16.5, 16.5), (26.5, 26.5)] {
      let place = grid.place(column: column, row: row)
      let (x, y) = (place.x / Double(side) * 2 - 1, place.y / Double(side) * 2 - 1)
      let factor = (1 - strength * (x * x + y * y)) / share
      let module = Vector((x * factor + 1) / 2, (y * factor + 1) / 2) * Double(symbol.size)
      #expect((module - Vector(column, row)).length < 0.7, "\(module)")
    }
  }
}
