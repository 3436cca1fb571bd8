import Imaging
import KioskPrinting
import QREncoding
import QRSymbology
import SymbolDrawing
import Testing
import Typesetting

struct LayoutTests {
  static let resolution = PrintResolution(dotsPerInch: 300)!

  @Test(arguments: [29, 65, 77, 185], CaptionStyle.Place.allCases)
  func `symbol and caption share a label without touching`(modules: Int, place: CaptionStyle.Place) {
    for (width, height) in [(750, 450), (450, 750), (500, 500), (1500, 200), (60, 60)] {
      let layout = LabelLayout(
        width: width, height: height, modules: modules, resolution: Self.resolution,
        caption: .init(lines: 2, place: place))
      #expect(layout.symbol.width == layout.dots * modules)
      guard layout.dots > 0 else { continue }
      #expect(layout.symbol.x >= 0 && layout.symbol.x + layout.symbol.width <= width)
      #expect(layout.symbol.y >= 0 && layout.symbol.y + layout.symbol.height <= height)
      guard let caption = layout.caption else {
        Issue.record("a caption has a place")
        continue
      }
      #expect(caption.x + caption.width <= width && caption.y + caption.height <= height)
      let isBeside = caption.x >= layout.symbol.x + layout.symbol.width
      let isBelow = caption.y >= layout.symbol.y + layout.symbol.height
      #expect(isBeside || isBelow)
      switch place {
      case .below: #expect(isBelow)
      case .right: #expect(isBeside)
      case .auto:
        // No place gives larger modules.
        for other in [CaptionStyle.Place.below, .right] {
          let rival = LabelLayout(
            width: width, height: height, modules: modules, resolution: Self.resolution,
            caption: .init(lines: 2, place: other))
          #expect(rival.dots <= layout.dots)
        }
      }
    }
  }

  private static func picture(_ width: Int, _ height: Int) -> ColorImage {
    ColorImage(width: width, height: height, pixels: [UInt8](repeating: 90, count: 3 * width * height))
  }

  @Test(arguments: [(750, 450), (450, 750), (1200, 300), (600, 1800)], [(100, 100), (400, 100), (100, 300)])
  func `a logo takes a part of the caption's room`(label: (Int, Int), picture: (Int, Int)) throws {
    for place in [CaptionStyle.Place.below, .right] {
      let plain = LabelLayout(
        width: label.0, height: label.1, modules: 29, resolution: Self.resolution, caption: .init(place: place))
      let layout = plain.with(logo: Self.picture(picture.0, picture.1), Self.resolution)
      #expect(layout.symbol == plain.symbol && layout.dots == plain.dots)
      guard let logo = layout.logo else {
        #expect(layout == plain)
        continue
      }
      let (room, caption) = (try #require(plain.caption), try #require(layout.caption))
      for part in [logo, caption] {
        #expect(part.width > 0 && part.height > 0)
        #expect(part.x >= room.x && part.x + part.width <= room.x + room.width)
        #expect(part.y >= room.y && part.y + part.height <= room.y + room.height)
      }
      #expect(place == .right ? caption.y > logo.y + logo.height : caption.x > logo.x + logo.width)
      #expect(abs(logo.width * picture.1 - logo.height * picture.0) <= max(picture.0, picture.1))
    }
    let small = LabelLayout(width: 300, height: 118, modules: 29, resolution: Self.resolution, caption: .init())
    #expect(small.with(logo: Self.picture(800, 100), Self.resolution) == small)
  }

  @Test func `a symbol alone fills the label unless its size is limited`() {
    let layout = LabelLayout(width: 750, height: 450, modules: 65, resolution: Self.resolution, caption: nil)
    #expect(layout.dots == 6)
    #expect(layout.symbol == .init(x: 180, y: 30, width: 390, height: 390))
    let small = LabelLayout(
      width: 750, height: 450, modules: 65, resolution: Self.resolution, caption: nil, mostDots: 4)
    #expect(small.dots == 4)
    let roll = LabelLayout(rollWidth: 576, modules: 65, resolution: Self.resolution, caption: nil)
    #expect(roll.dots == 8)
    #expect(roll.symbol == .init(x: 28, y: 0, width: 520, height: 520))
  }

  @Test func `templates have columns, braces and lines`() throws {
    let template = try CaptionTemplate(parsing: "{name} · {{{room}}}\\n{name}")
    #expect(template.columns == ["name", "room"])
    #expect(template.filled { ["name": "Ada", "room": "3"][$0] } == "Ada · {3}\nAda")
    #expect(try CaptionTemplate(parsing: "").filled { _ in nil } == "")
    #expect(try CaptionTemplate(parsing: "{ a b }").columns == ["a b"])
    for text in ["{", "{name", "{}", "{{name}", "{a{b}}"] {
      #expect(throws: PrintFault.self) { try CaptionTemplate(parsing: text) }
    }
    let fault = PrintFault("in 'a}' a '}' does not end a {column}; write '}}' for a brace")
    #expect(throws: fault) { try CaptionTemplate(parsing: "a}") }
  }

  @Test func `merged rectangles are the dark modules, each once`() throws {
    for bytes in [1, 200, 2000] {
      let symbol = try QREncoder(level: .low).encode((0..<bytes).map { UInt8(truncatingIfNeeded: $0 * 31) })
      var count = [Int](repeating: 0, count: symbol.modules.count)
      for r in symbol.darkRectangles {
        for row in r.row..<r.row + r.height {
          for column in r.column..<r.column + r.width { count[row * symbol.size + column] += 1 }
        }
      }
      #expect(count == symbol.modules.map { $0 ? 1 : 0 })
      // Runs within single rows would be more.
      let runs = (0..<symbol.size).reduce(0) { sum, row in
        sum
          + (0..<symbol.size).count { column in
            symbol[row: row, column: column] && (column == 0 || !symbol[row: row, column: column - 1])
          }
      }
      #expect(symbol.darkRectangles.count < runs * 19 / 20)
    }
  }
}
