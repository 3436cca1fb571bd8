import Foundation
import ImageCoding
import Imaging
import QRScanning
import TestSupport
import Testing

@testable import ConfinedReading
@testable import PictureCommands

struct GradeCommandTests {
  @TemporaryFolder var folder
  static let clean = Files.pictures.file("mask0.png")
  static let modelOne = Files.pictures.file("model1-version1.png")

  @Test func `grades follow the message, each with its value`() {
    let run = CommandRun(["scan", "--grade", Self.clean])
    #expect(
      run.exitCode == 0
        && run.text == """
          mask 0
            grade A (4) on the scale of ISO/IEC 15415, from an uncalibrated picture
              decode                   A
              symbol contrast          A 100 %
              modulation               A 1.00
              reflectance margin       A 1.00
              fixed pattern damage     A
                finder patterns        A 0 modules damaged
                timing patterns        A 0 %
                quiet zone             A 0 modules damaged
              format information       A 0 modules damaged
              axial non-uniformity     A 0.00
              grid non-uniformity      A 0.00 modules
              unused error correction  A 100 %
              print growth               0 % across, 0 % down
              pixels per module          4.0; 5 or more are needed for reliable grades

          """
    )
  }

  @Test func `JSON has grades and values of all parameters`() throws {
    let run = CommandRun(["scan", "--grade", "--json", Self.clean])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let grade = try #require(object["grade"] as? [String: Any])
    #expect(grade["overall"] as? Int == 4 && grade["letter"] as? String == "A" && grade["calibrated"] as? Bool == false)
    let parameters = try #require(grade["parameters"] as? [String: [String: Double]])
    #expect(
      Set(parameters.keys) == [
        "decode", "symbol_contrast", "modulation", "reflectance_margin", "finder_patterns", "timing_patterns",
        "quiet_zone",
        "format_information", "axial_non_uniformity", "grid_non_uniformity", "unused_error_correction",
      ])
    #expect(parameters.values.allSatisfy { $0["grade"] == 4 } && parameters["modulation"]?["value"] == 1)
    #expect(grade["fixed_pattern_damage"] as? Int == 4 && grade["pixels_per_module"] as? Double == 4)
    #expect(grade["print_growth"] as? [String: Double] == ["across": 0, "down": 0])
    #expect((grade["remedies"] as? [String])?.isEmpty == true)
    // Without the option nothing is graded.
    #expect(!CommandRun(["scan", "--json", Self.clean]).text.contains("grade"))
  }

  @Test func `what cannot be graded is read, and the reason is printed`() throws {
    let text = CommandRun(["scan", "--grade", Self.modelOne])
    #expect(text.exitCode == 0 && text.text.contains("\n  not graded: it is of QR Code Model 1, "))
    let json = CommandRun(["scan", "--grade", "--json", "--engine", "zbar", Self.clean])
    #expect(json.text.contains("\"grade\":{\"refused\":\"it was read by zbar, "))
  }

  @Test func `rMQR symbols are reported with their version, and not graded`() {
    let sheet = Files.pictures.file("rmqr-7-rows.png")
    let run = CommandRun(["scan", "--json", sheet])
    #expect(run.text.contains(#""version":"R7x43","level":"#) && run.text.contains(#""mask":null,"#))
    #expect(run.text.contains(#""attempt":"rMQR""#))
    #expect(CommandRun(["scan", "--grade", sheet]).text.contains("rMQR"))
  }

  @Test(arguments: ["--raw", "--join"])
  func `grades do not go together with bare messages`(option: String) {
    let run = CommandRun(["scan", "--grade", option, Self.clean])
    #expect(run.exitCode == 64 && run.errors.contains("--grade"))
  }

  @Test func `without time a symbol is not graded, and that is said`() throws {
    let image = try PNG.decode(Files.bytes(Self.clean))
    let detection = try #require(QRScanner().scan(image).first)
    func text(until end: ContinuousClock.Instant) -> String {
      GradeReport(ReadSymbol.Grade(detection, in: image, until: TimeLimit(end))).text
    }
    #expect(text(until: .now - .seconds(1)) == "  not graded: the time was over; raise --timeout\n")
    #expect(text(until: .now + .seconds(600)).contains("grade A (4)"))
  }

  @Test func `a picture without symbols, and a search that was cut short, give no printer profile`() throws {
    let profile = folder.appending(path: "profile.json")
    let (blank, page) = (folder.appending(path: "blank.png"), folder.appending(path: "page.png"))
    try Data(PNG.encode(GrayImage(width: 60, height: 60, filledWith: 255))).write(to: blank)
    try Data(PNG.encode(Killers.spoiltPage(side: 1600, besides: "203 DPI, 4 DOTS"))).write(to: page)
    let empty = CommandRun(["scan", "--grade", "--printer-profile", profile.path, blank.path])
    #expect(empty.exitCode == 4 && empty.errors == "oobqr: \(blank.path): no symbol found\n", "\(empty)")
    let cut = CommandRun([
      "scan", "--grade", "--printer-profile", profile.path, "--effort", "hard", "--timeout", "0.5", page.path,
    ])
    #expect(cut.exitCode == 66 && cut.errors.contains("cut short") && !cut.errors.contains("module"), "\(cut)")
    #expect(!FileManager.default.fileExists(atPath: profile.path))
  }

  @Test func `checks and grades are printed together`() {
    let run = CommandRun(["scan", "--grade", "--check", Self.clean])
    #expect(run.text.contains("symbol 1: ") && run.text.contains("grade A (4)"))
  }
}
