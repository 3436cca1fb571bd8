import Foundation
import Imaging
import PictureDamage
import QREncoding
import QRSymbology
import SymbolDrawing
import TestSupport
import Testing

@_spi(Tuning) @testable import QRScanning

/// Symbols as designers, terminals and displays draw them: round finder patterns, gaps between modules, dots, stretched, over a
/// picture.
struct DecoratedSymbolTests {
  private static let message = "https://access.siven.ch/open?dispatchTokenResponse=eyJhbGciOiJub25lIn0"

  /// What is drawn instead of plain squares.
  struct Style: CustomTestStringConvertible, Sendable {
    enum Finder: String { case squares, circles, rings }
    var finder = Finder.squares
    /// Pixels of a module across and down.
    var module = (8, 8)
    /// Pixels at the right and the lower edge of each module that stay light.
    var gap = (0, 0)
    var gapGray = 255.0
    /// The part of each module of data that shows it, in modules; a picture of more contrast fills the rest.
    var middle = 1.0
    /// Whether that picture has sharp edges.
    var isSharp = false
    var isLight = false
    /// Whether each pixel becomes black or white, with the error spread to its neighbours (Floyd and Steinberg, 1976).
    var isDithered = false
    var damages = ""

    var testDescription: String {
      "\(finder) \(module) \(gap) \(gapGray) \(middle) \(isSharp) \(isLight) \(isDithered) \(damages)"
    }
  }

  private static func picture(_ style: Style, seed: UInt64) throws -> GrayImage {
    let symbol = try QREncoder(level: .medium).encode(Array("\(message)\(seed)".utf8))
    let size = symbol.size
    let functions = symbol.version.functionPatterns
    /// Darkness 0…1 at a place in modules.
    func darkness(_ x: Double, _ y: Double) -> Double {
      let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
      guard 0..<size ~= column, 0..<size ~= row else { return 0 }
      let near = Double(size) - 3.5
      for (cx, cy) in [(3.5, 3.5), (near, 3.5), (3.5, near)]
      where style.finder != .squares && max(abs(x - cx), abs(y - cy)) < 4 {
        let (dx, dy) = (x - cx, y - cy)
        let distance = (dx * dx + dy * dy).squareRoot()
        let isCore = style.finder == .rings ? max(abs(dx), abs(dy)) < 1.5 : distance < 1.5
        return isCore || 2.5...3.5 ~= distance ? 1 : 0
      }
      if style.middle < 1 {
        let distance = max(abs(x - Double(column) - 0.5), abs(y - Double(row) - 0.5))
        let isShown = functions[row * size + column] != nil || distance < style.middle / 2
        return isShown
          ? symbol.modules[row * size + column] ? 0.8 : 0.2
          : scenery(x / Double(size), y / Double(size), seed: seed, isSharp: style.isSharp)
      }
      if !symbol.modules[row * size + column] { return 0 }
      let isGap =
        Int((x - Double(column)) * Double(style.module.0)) >= style.module.0 - style.gap.0
        || Int((y - Double(row)) * Double(style.module.1)) >= style.module.1 - style.gap.1
      return isGap ? 1 - style.gapGray / 255 : 1
    }
    var image = GrayImage(width: (size + 8) * style.module.0, height: (size + 8) * style.module.1)
    for y in 0..<image.height {
      for x in 0..<image.width {
        var sum = 0.0
        for step in 0..<9 {
          let (dx, dy) = (Double(step % 3) * 2 + 1, Double(step / 3) * 2 + 1)
          sum += darkness(
            (Double(x) + dx / 6) / Double(style.module.0) - 4, (Double(y) + dy / 6) / Double(style.module.1) - 4)
        }
        let gray = 250 - 240 * sum / 9
        image[x: x, y: y] = UInt8(style.isLight ? 255 - gray : gray)
      }
    }
    if style.isDithered { image = dithered(image) }
    guard !style.damages.isEmpty else { return image }
    var scene = Scene(Picture(image), symbols: [])
    scene = Scene(scene.picture, symbols: [.init(filling: scene.picture, modules: size)])
    for damage in try Damage.list(parsing: style.damages) { try damage.apply(to: &scene, seed: seed) }
    return scene.picture.gray
  }

  /// The darkness 0…1 of a picture with light and dark patches.
  private static func scenery(_ x: Double, _ y: Double, seed: UInt64, isSharp: Bool) -> Double {
    let phase = Double(seed)
    let waves = sin(9 * x + 4 * y + phase) + sin(5 * x - 11 * y + 2 * phase) + sin(13 * x + 7 * y + 3 * phase)
    return isSharp ? waves > 0 ? 0.85 : 0.15 : min(max(0.5 + waves / 3, 0), 1)
  }

  private static func dithered(_ image: GrayImage) -> GrayImage {
    var values = image.softened().pixels.map(Double.init)
    var result = image
    for y in 0..<image.height {
      for x in 0..<image.width {
        let at = y * image.width + x
        // Not quite black and white, as on paper.
        let value = 40 + values[at] * 0.65
        let isDark = value < 128
        result.pixels[at] = isDark ? 0 : 255
        let error = (value - (isDark ? 0 : 255)) / 0.65
        func spread(_ dx: Int, _ dy: Int, _ share: Double) {
          guard 0..<image.width ~= x + dx, y + dy < image.height else { return }
          values[at + dy * image.width + dx] += error * share / 16
        }
        spread(1, 0, 7)
        spread(-1, 1, 3)
        spread(0, 1, 5)
        spread(1, 1, 1)
      }
    }
    return result
  }

  private static func expectReads(_ style: Style, atLeast least: Int, of count: Int = 6) throws {
    let read = try (1...UInt64(count)).count { seed in
      let found = try QRScanner(engine: .modules).scan(picture(style, seed: seed))
      #expect(found.allSatisfy { $0.text == "\(message)\(seed)" }, "a wrong message")
      return !found.isEmpty
    }
    #expect(read >= least, "\(style.testDescription): \(read) of \(count)")
  }

  @Test(
    arguments: [Style.Finder.circles, .rings],
    ["", "perspective:20", "perspective:30", "perspective:40", "rotation:30+perspective:20", "rotation:45"])
  func `round finder patterns are read, also turned and tilted`(finder: Style.Finder, damages: String) throws {
    try Self.expectReads(Style(finder: finder, damages: damages), atLeast: 6)
  }

  @Test(arguments: [Style.Finder.circles, .rings])
  func `also light ones`(finder: Style.Finder) throws {
    try Self.expectReads(Style(finder: finder, isLight: true), atLeast: 5)
  }

  @Test(
    arguments: [QRScanner.Effort.normal, .hard],
    ["", "rotation:10", "rotation:30", "rotation:45", "defocus:1", "noise:20"])
  func `light symbols whose ground ends with them are read on any page`(
    effort: QRScanner.Effort, damages: String
  ) throws {
    for (text, scale) in [("Hello World", 3), ("Hello World", 8), (Self.message, 5), (Self.message, 12)] {
      let symbol = try QREncoder(level: .medium).encode(text)
      let drawing = GrayImage(symbol, scale: scale, quietZone: 0)
      var dark = GrayImage(width: drawing.width * 2, height: drawing.height * 2, filledWith: 255)
      dark.draw(drawing.inverted(), x: drawing.width / 2, y: drawing.height / 2)
      for page in [dark, dark.inverted()] {
        var scene = Scene(Picture(page), symbols: [])
        scene = Scene(scene.picture, symbols: [.init(filling: scene.picture, modules: 2 * symbol.size)])
        for damage in damages.isEmpty ? [] : try Damage.list(parsing: damages) {
          try damage.apply(to: &scene, seed: 1)
        }
        let found = try QRScanner(engine: .modules, effort: effort).scan(scene.picture.gray)
        #expect(found.map(\.text) == [text])
      }
    }
  }

  @Test(arguments: [(6, 1, 1), (8, 2, 2), (8, 0, 2), (8, 2, 0), (8, 0, 1), (12, 3, 3), (16, 4, 4), (24, 6, 6)])
  func `gaps between modules are closed`(module: Int, across: Int, down: Int) throws {
    try Self.expectReads(Style(module: (module, module), gap: (across, down)), atLeast: 6)
    try Self.expectReads(Style(module: (module, module), gap: (across, down), gapGray: 200), atLeast: 6)
  }

  @Test(arguments: [5, 6, 8]) func `the dots of a dithered picture are averaged`(module: Int) throws {
    try Self.expectReads(Style(module: (module, module), isDithered: true), atLeast: 6)
  }

  @Test(
    arguments: [(4, 8), (3, 8), (3, 9), (2, 8), (4, 16), (8, 4), (8, 3), (10, 4), (7, 2), (8, 2), (16, 4), (10, 5)])
  func `stretched symbols are read`(across: Int, down: Int) throws {
    for damages in ["", "defocus:1", "noise:20"] {
      try Self.expectReads(Style(module: (across, down), damages: damages), atLeast: 6)
    }
  }

  @Test(arguments: [6, 9, 16], [false, true])
  func `a third of each module is enough, over a picture`(module: Int, isSharp: Bool) throws {
    for damages in ["", "rotation:20", "perspective:20", "defocus:0.7", "jpeg:60"] {
      let style = Style(module: (module, module), middle: 0.36, isSharp: isSharp, damages: damages)
      try Self.expectReads(style, atLeast: 6)
    }
    try Self.expectReads(
      Style(module: (module, module), middle: 0.36, isSharp: isSharp, isLight: true), atLeast: 6)
  }
}
