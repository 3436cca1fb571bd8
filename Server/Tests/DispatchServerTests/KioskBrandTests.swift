import Foundation
import ImageCoding
import Imaging
import Testing
import TextFormats

@testable import DispatchServer

@Suite struct KioskBrandTests {
  private static func brand(_ change: (inout ServerSettings.Brand) -> Void) -> ServerSettings.Brand {
    var brand = ServerSettings.Brand()
    change(&brand)
    return brand
  }

  /// Writes a file that lives as long as a test.
  private static func with<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("oobqr-logo-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }

  private static func png(width: Int, height: Int = 1) throws -> [UInt8] {
    try PNG.encode(GrayImage(width: width, height: height, filledWith: 0))
  }

  // MARK: The accent

  @Test(arguments: ["123b5d", "#123B5D", "000000", "767676", "B3261E"])
  func `a colour that white text can be read on is the accent`(_ colour: String) throws {
    let brand = Self.brand { $0.colour = colour }
    try brand.check()
    let style = String(decoding: KioskPage.style(try KioskBrand(brand)).body, as: UTF8.self)
    #expect(style.contains("--accent: #\(colour.lowercased().trimmingPrefix("#"));"))
  }

  @Test(arguments: [
    ("777777", "4.4", "767676"), ("ffffff", "1.0", "767676"), ("ff0000", "3.9", "ee0000"),
    ("#FFCC00", "1.5", "907300"),
  ])
  func `a colour with too little contrast is refused, with the ratio and one that is dark enough`(
    _ colour: String, _ ratio: String, _ darker: String
  ) throws {
    let failure = #expect(throws: InvalidSettings.self) { try Self.brand { $0.colour = colour }.check() }
    #expect(
      failure?.description == "--colour has a contrast of \(ratio):1 with white, below 4.5:1 (WCAG 2.2, 1.4.3); use a "
        + "darker colour, such as \(darker)")
    try Self.brand { $0.colour = darker }.check()
  }

  // MARK: The name and the logo

  @Test func `a name is text, in any direction and whatever is in it`() throws {
    let name = #"<b>&{{title}}"مؤسسة"#
    let brand = Self.brand { $0.name = name }
    try brand.check()
    for texts in PageTexts.all {
      let page = KioskPage.reply(texts, ScanInstructions([]), try KioskBrand(brand))
      let text = String(decoding: page.body, as: UTF8.self)
      #expect(text.contains(#"<header dir="auto">&lt;b&gt;&amp;{{title}}&quot;مؤسسة</header>"#))
    }
    let plain = KioskPage.reply(PageTexts.all[0], ScanInstructions([]), try KioskBrand(ServerSettings.Brand()))
    #expect(!String(decoding: plain.body, as: UTF8.self).contains("<header"))
  }

  @Test func `a logo is in the page, described by the name`() throws {
    let bytes = try Self.png(width: 1024, height: 1024)
    let page = try Self.with(bytes) { path in
      let brand = Self.brand { ($0.name, $0.logo) = ("A & B", path) }
      try brand.check()
      return KioskPage.reply(PageTexts.all[0], ScanInstructions([]), try KioskBrand(brand))
    }
    let element = #"<header><img src="data:image/png;base64,\#(Base64.encode(bytes))" alt="A &amp; B"></header>"#
    #expect(String(decoding: page.body, as: UTF8.self).contains(element))
  }

  @Test func `a file that cannot be a logo is refused, with the reason and what to do`() throws {
    let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>".utf8)
    let cases: [([UInt8], String)] = [
      (svg, "this is an SVG picture; convert it to PNG, for example with 'rsvg-convert FILE -o FILE.png'"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "this is a JPEG picture; convert it to PNG"),
      ([], "the file is empty"),
      (Array(try Self.png(width: 100).dropLast(20)), "cannot decode this PNG picture: "),
      (try Self.png(width: 1024, height: 1025), "1024 × 1025 pixels are more than the limit of 1048576"),
    ]
    for (bytes, reason) in cases {
      try Self.with(bytes) { path in
        let failure = #expect(throws: LogoFailure.self) { try KioskBrand(Self.brand { $0.logo = path }) }
        let start = "'\(path)' cannot be used as --logo: \(reason)"
        #expect(failure?.description.hasPrefix(start) == true, "\(failure.debugDescription)")
      }
    }
    try Self.with([UInt8](repeating: 0, count: KioskBrand.fileLimit + 1)) { path in
      let failure = #expect(throws: LogoFailure.self) { try KioskBrand(Self.brand { $0.logo = path }) }
      #expect(
        failure?.description
          == "'\(path)' is longer than 131072 bytes, the most that is read; give a PNG picture of up to 128 KiB to --logo"
      )
    }
  }

  @Test func `a logo that is not there ends the server with one line`() async throws {
    let program = try Program(["--port", "0", "--brand", "Example", "--logo", "/nowhere/logo.png"])
    #expect(await program.ended() == 1)
    #expect(
      program.said
        == "oobqr-server: cannot read '/nowhere/logo.png': No such file or directory; give a PNG picture of up "
        + "to 128 KiB to --logo\n")
  }
}
