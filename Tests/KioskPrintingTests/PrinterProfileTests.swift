import Foundation
import TestSupport
import Testing
import TextFormats

@testable import KioskPrinting

/// Photographs of calibration pages, and what follows from them for prints.
struct PrinterProfileTests {
  private static func reading(_ dots: Int, _ grade: Int, growth: Double = 0.1) throws -> PrinterProfile.Reading {
    try #require(PrinterProfile.Reading(message: CalibrationPage.message(dots, .laser), grade: grade, growth: growth))
  }

  @Test func `the least module is the last good one, from the largest downwards`() throws {
    let profile = try PrinterProfile([
      Self.reading(2, 3), Self.reading(3, 1), Self.reading(6, 4), Self.reading(4, 2), Self.reading(5, 4),
    ])
    #expect(profile.leastDots == 4 && profile.printedDots == 5 && profile.resolution == .laser)
    // 0.1 modules of 4, 5 and 6 dots.
    #expect(abs(profile.growth - 0.5) < 1e-9)
    #expect(try PrinterProfile(json: Array("\(profile.json)".utf8)) == profile)
    // A gap ends the row: a size that is not in the picture may be bad.
    #expect(try PrinterProfile([Self.reading(2, 4), Self.reading(4, 4), Self.reading(5, 3)]).leastDots == 4)
  }

  @Test func `other pictures and files are refused with the remedy`() throws {
    #expect(PrinterProfile.Reading(message: "https://example.com", grade: 4, growth: 0) == nil)
    #expect(PrinterProfile.Reading(message: "17 DOTS 300 DPI", grade: 4, growth: 0) == nil)
    #expect(throws: PrinterProfileError.noPage) { try PrinterProfile([]) }
    #expect(throws: PrinterProfileError.severalPages) { try PrinterProfile([Self.reading(3, 4), Self.reading(3, 4)]) }
    #expect(throws: PrinterProfileError.nothingGood(dots: 9)) {
      try PrinterProfile([Self.reading(9, 1), Self.reading(8, 4)])
    }
    for text in ["", "{}", "{\"format\":\"oobqr-printer-profile-1\",\"dpi\":300,\"readings\":[{\"dots\":99}]}"] {
      #expect(throws: PrinterProfileError.notAProfile) { try PrinterProfile(json: Array(text.utf8)) }
    }
  }

  @Test func `a better photograph gives smaller modules, and plan and sheet use the profile`() throws {
    try Files.withTemporaryFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let page = ["print", "calibration", "--to", "png", "--stock", "100x80", "--dpi", "120", "-o", path("page.png")]
      #expect(CommandRun(page).exitCode == 0)
      func profile(_ damage: String) throws -> JSONValue {
        #expect(CommandRun(["fixtures", "damage", path("page.png"), path("shot.png"), "--kind", damage]).exitCode == 0)
        let run = CommandRun(["scan", path("shot.png"), "--grade", "--printer-profile", path("\(damage).json")])
        #expect(run.exitCode == 0 && run.errors.contains("printer and camera manage modules of "), "\(run.errors)")
        return try JSONDocument(parsing: Files.bytes(folder.appending(path: "\(damage).json"))).value
      }
      let sharp = try #require(try profile("noise:4")["least_dots"]?.integer)
      let blurred = try #require(try profile("defocus:1+noise:4")["least_dots"]?.integer)
      #expect(1...4 ~= sharp && sharp < blurred && blurred <= 10, "\(sharp), \(blurred)")
      let file = path("defocus:1+noise:4.json")
      let plan = CommandRun(["print", "plan", "--bytes", "60", "--distance", "10", "--json", "--printer-profile", file])
      let plans = try JSONDocument(parsing: plan.output).value
      #expect("\(plans)".contains("\"least_dots\":\(blurred + 1)"), "\(plans) \(plan.errors)")
      let label = [
        "print", "label", "hello", "--stock", "40x40", "-o", path("x.png"), "--to", "png", "--printer-profile", file,
      ]
      let other = CommandRun(label)
      #expect(
        other.exitCode == 1 && other.errors.contains("is of a printer of 120 dpi, and not of 203 dpi: give --dpi 120"))
      let few = CommandRun(label + ["--dpi", "120", "--distance", "10", "--module-dots", "\(blurred)"])
      #expect(few.exitCode != 0 && few.errors.contains("needs \(blurred + 1) to be scanned"), "\(few.errors)")
      let none = CommandRun([
        "scan", "--grade", "--printer-profile", path("p"), Files.samples.path + "/pictures/mask0.png",
      ])
      #expect(none.exitCode == 1 && none.errors.contains("no symbol of a calibration page was read"), "\(none.errors)")
      #expect(!FileManager.default.fileExists(atPath: path("p")))
      #expect(
        CommandRun(["scan", path("shot.png"), "--printer-profile", path("p")]).errors.contains(
          "--printer-profile needs --grade"))
    }
  }
}
