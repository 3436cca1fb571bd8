import Foundation
import ImageCoding
import Imaging
import TestSupport
import Testing
import TextFormats

@testable import KioskPrinting

/// Photographs of calibration pages, and what follows from them for prints.
struct PrinterProfileTests {
  private static func reading(_ dots: Int, _ grade: Int, growth: Double = 0.1, blur: Double? = 0) throws
    -> PrinterProfile.Reading
  {
    try #require(
      PrinterProfile.Reading(message: CalibrationPage.message(dots, .laser), grade: grade, growth: growth, blur: blur))
  }

  @Test func `the least module is the last good one, from the largest downwards`() throws {
    let profile = try PrinterProfile([
      Self.reading(2, 3), Self.reading(3, 1), Self.reading(6, 4), Self.reading(4, 2), Self.reading(5, 4),
    ])
    #expect(profile.leastDots == 4 && profile.printedDots == 5 && profile.resolution == .laser)
    // 0.1 modules of 4, 5 and 6 dots.
    #expect(abs(try #require(profile.growth) - 0.5) < 1e-9)
    #expect(try PrinterProfile(json: Array("\(profile.json)".utf8)) == profile)
    // A gap ends the row: a size that is not in the picture may be bad.
    #expect(try PrinterProfile([Self.reading(2, 4), Self.reading(4, 4), Self.reading(5, 3)]).leastDots == 4)
  }

  @Test func `growth is measured on sharp readings alone, and otherwise it is not known`() throws {
    // Edges may be half a dot wide.
    let mixed = try PrinterProfile([Self.reading(4, 4, growth: 0.3, blur: 0.2), Self.reading(5, 4, blur: 0.1)])
    #expect(mixed.growth == 0.5)
    for blur in [nil, 0.2] {
      let blurred = try PrinterProfile([Self.reading(4, 4, blur: blur), Self.reading(5, 4, blur: blur)])
      #expect(blurred.growth == nil && blurred.leastDots == 4)
      #expect(try PrinterProfile(json: Array("\(blurred.json)".utf8)) == blurred)
    }
  }

  /// A folder with `page.png`, a calibration page of 120 dpi.
  private func withPage(_ stock: String, _ body: (_ folder: URL) throws -> Void) throws {
    try Files.withTemporaryFolder { folder in
      let page = ["print", "calibration", "--to", "png", "--stock", stock, "--dpi", "120"]
      #expect(CommandRun(page + ["-o", folder.file("page.png")]).exitCode == 0)
      try body(folder)
    }
  }

  @Test func `the growth of a printer is distinguished from the blur of a camera`() throws {
    try withPage("100x50") { folder in
      func path(_ name: String) -> String { folder.file(name) }
      let drawn = try GrayImage(imageFile: Files.bytes(folder.appending(path: "page.png")))
      // A photograph with three pixels per dot, of a printer whose dots are this many pixels wider and higher.
      func growth(of spread: Int, _ damage: String?) throws -> Double? {
        let (width, height) = (drawn.width * 3, drawn.height * 3)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
          let (row, above) = (y / 3 * drawn.width, max(0, y - spread) / 3 * drawn.width)
          for x in 0..<width {
            let (column, before) = (x / 3, max(0, x - spread) / 3)
            let here = min(drawn.pixels[row + column], drawn.pixels[row + before])
            pixels.append(min(here, min(drawn.pixels[above + column], drawn.pixels[above + before])))
          }
        }
        let shot = folder.appending(path: "shot.png")
        try Data(PNG.encode(GrayImage(width: width, height: height, pixels: pixels))).write(to: shot)
        if let damage {
          let damaged = CommandRun(["fixtures", "damage", shot.path, shot.path + ".png", "--kind", damage])
          #expect(damaged.exitCode == 0, "\(damaged.errors)")
        }
        let run = CommandRun([
          "scan", damage == nil ? shot.path : shot.path + ".png", "--grade", "--printer-profile", path("p.json"),
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        let value = try JSONDocument(parsing: Files.bytes(path("p.json"))).value["growth_dots"]
        #expect((value == .null) == run.errors.contains("too blurred to measure"), "\(run.errors)")
        if case .number(let text)? = value { return Double(text) }
        return nil
      }
      #expect(abs(try #require(try growth(of: 0, nil))) < 0.03)
      #expect(abs(try #require(try growth(of: 1, nil)) - 1.0 / 3) < 0.05)
      #expect(abs(try #require(try growth(of: 1, "defocus:0.5")) - 1.0 / 3) < 0.2)
      if let growth = try growth(of: 0, "defocus:1") { #expect(abs(growth) < 0.25, "\(growth)") }
      #expect(try growth(of: 0, "defocus:3") == nil)
    }
  }

  @Test func `other pictures and files are refused with the remedy`() throws {
    #expect(PrinterProfile.Reading(message: "https://example.com", grade: 4, growth: 0) == nil)
    #expect(PrinterProfile.Reading(message: "17 DOTS 300 DPI", grade: 4, growth: 0) == nil)
    func expect(_ says: String, _ body: () throws -> PrinterProfile) throws {
      let fault = try #require(throws: PrintFault.self) { try body() }
      #expect("\(fault)".contains(says), "\(fault)")
    }
    try expect("photograph a page of 'oobqr print calibration'") { try PrinterProfile([]) }
    try expect("more than one calibration page") { try PrinterProfile([Self.reading(3, 4), Self.reading(3, 4)]) }
    try expect("not even modules of 9 dots have grade C") {
      try PrinterProfile([Self.reading(9, 1), Self.reading(8, 4)])
    }
    func file(growth: String, blur: String = "0") -> String {
      "{\"format\":\"oobqr-printer-profile-1\",\"dpi\":300,\"readings\":[{\"dots\":4,\"grade\":4,"
        + "\"growth\":\(growth),\"blur\":\(blur)}]}"
    }
    for growth in ["-1", "0.2", "1"] {
      #expect(throws: Never.self) { try PrinterProfile(json: Array(file(growth: growth).utf8)) }
    }
    let wrong = ["", "{}", file(growth: "null"), file(growth: "0", blur: "-5")]
    for text in wrong + ["-1.01", "5", "1e300", "1e999"].map({ file(growth: $0) }) {
      try expect("not a printer profile") { try PrinterProfile(json: Array(text.utf8)) }
    }
  }

  @Test func `a better photograph gives smaller modules, and plan and sheet use the profile`() throws {
    try withPage("100x80") { folder in
      func path(_ name: String) -> String { folder.file(name) }
      func profile(_ damage: String) throws -> JSONValue {
        #expect(CommandRun(["fixtures", "damage", path("page.png"), path("shot.png"), "--kind", damage]).exitCode == 0)
        let run = CommandRun(["scan", path("shot.png"), "--grade", "--printer-profile", path("\(damage).json")])
        #expect(run.exitCode == 0 && run.errors.contains("smallest module that the printer "), "\(run.errors)")
        return try JSONDocument(parsing: Files.bytes(folder.appending(path: "\(damage).json"))).value
      }
      let sharp = try #require(try profile("noise:4")["least_dots"]?.integer)
      let blurred = try #require(try profile("defocus:1+noise:4")["least_dots"]?.integer)
      #expect(1...4 ~= sharp && sharp < blurred && blurred <= 10, "\(sharp), \(blurred)")
      let file = path("defocus:1+noise:4.json")
      let plan = CommandRun(["print", "plan", "--bytes", "60", "--distance", "10", "--json", "--printer-profile", file])
      let plans = try JSONDocument(parsing: plan.output).value
      #expect("\(plans)".contains("\"least_dots\":\(blurred + 1)"), "\(plans) \(plan.errors)")
      let few = CommandRun([
        "print", "label", "hello", "--stock", "40x40", "-o", path("x.png"), "--to", "png", "--printer-profile", file,
        "--dpi", "120", "--distance", "10", "--module-dots", "\(blurred)",
      ])
      #expect(few.exitCode != 0 && few.errors.contains("needs \(blurred + 1) to be scanned"), "\(few.errors)")
      let none = CommandRun(["scan", "--grade", "--printer-profile", path("p"), Files.pictures.file("mask0.png")])
      #expect(none.exitCode == 1 && none.errors.contains("no symbol of a calibration page was read"), "\(none.errors)")
      #expect(!FileManager.default.fileExists(atPath: path("p")))
      #expect(
        CommandRun(["scan", path("shot.png"), "--printer-profile", path("p")]).errors.contains(
          "--printer-profile needs --grade"))
    }
  }

  @Test func `a profile of another resolution is refused in one sentence, and may come from standard input`() throws {
    try Files.withTemporaryFolder { folder in
      let readings = try (3...6).map { dots in
        try #require(
          PrinterProfile.Reading(message: CalibrationPage.message(dots, .thermal), grade: 4, growth: 0.1))
      }
      let profile = folder.appending(path: "p203.json")
      try Data("\(PrinterProfile(readings).json)\n".utf8).write(to: profile)
      try folder.write("name,text\na,https://example.com/a\n", "list.csv")
      let commands = [
        "plan --bytes 60", "label hello --stock 57x32 --to png -o x.png",
        "sheet --list list.csv -o x.pdf --stock l7160",
      ]
      for command in commands {
        let wrong = Shell.run("oobqr print \(command) --dpi 300 --printer-profile p203.json; echo $?", in: folder)
        #expect(
          wrong == "oobqr: the profile 'p203.json' is for 203 dpi, not for 300 dpi: give --dpi 203\n1\n",
          "\(wrong)")
        let file = Shell.run(
          "oobqr print \(command) --dpi 203 --printer-profile p203.json; echo $?; cat x.*", in: folder)
        let input = Shell.run(
          "oobqr print \(command) --dpi 203 --printer-profile - <p203.json; echo $?; cat x.*", in: folder)
        #expect(file.contains("\n0\n") && input == file, "\(input)")
        let other = Shell.run("oobqr print \(command) --dpi 300 --printer-profile - <p203.json; echo $?", in: folder)
        #expect(other.hasPrefix("oobqr: the profile standard input is for 203 dpi"), "\(other)")
      }
    }
  }

  @Test func `a profile is for the same printer, however its resolution is rounded`() throws {
    let output = try Shell.run(
      """
      oobqr print calibration --dpi 203.2 --to png --stock 100x80 -o page.png && \
      oobqr scan page.png --grade --printer-profile p.json >found && \
      oobqr print plan --bytes 30 --dpi 203.2 --distance 100 --printer-profile p.json >plan && echo planned
      """)
    #expect(output.hasSuffix("planned\n"), "\(output)")
  }
}
