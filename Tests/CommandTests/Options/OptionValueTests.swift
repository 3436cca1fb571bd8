import ArgumentParser
import KioskPrinting
@testable import CommandSupport
@testable import PictureCommands
@testable import PrintCommands
import SymbolBatches
import SymbolFixtures
import TestSupport
import Testing

/// Values of options are parsed once, with the command line.
struct OptionValueTests {
  @Test func `options hold what their texts were parsed to`() throws {
    #expect(try SymbolOptions.parse(["--eci", "UTF-8"]).eci == 26)
    #expect(try BatchOptions.parse(["--list", "x.csv", "--shard", "3/16"]).shard == BatchShard(number: 3, count: 16))
    #expect(try PrintCaptionOptions.parse(["--caption", "No. {line}"]).caption?.columns == ["line"])
    let select = try SelectOptions.parse(["--select", "kind=glare"])
    #expect(select.selections == [try .init(parsing: "kind=glare")] && select.texts == ["kind=glare"])
    let make = try FixturesMakeCommand.parse(["-o", "x", "--scene", "400x300", "--damage", "noise:5/10"])
    #expect(make.scene?.value.width == 400 && make.scene?.text == "400x300")
    #expect(make.damage.map(\.value.count) == [2] && make.damage.map(\.text) == ["noise:5/10"])
  }

  @Test func `a stock is labels, or a roll where labels are printed`() throws {
    guard case .labels(let stock) = try LabelOptions.Paper(stock: "62x29") else { throw CommandFailure("62x29") }
    #expect(stock.label == LabelStock.Size(62, 29))
    guard case .roll = try LabelOptions.Paper(stock: "80mm") else { throw CommandFailure("80mm") }
    guard case .rollOfDots(576) = try LabelOptions.Paper(roll: "576") else { throw CommandFailure("576") }
    for name in ["Avery 5160", "avery zweckform 3474"] {
      #expect(try LabelStock(option: name).name == name.suffix(4))
    }
    #expect(throws: ValidationError.self) { try LabelStock(option: "80mm") }
    #expect(throws: ValidationError.self) { try LabelOptions.Paper(stock: "Avery L0") }
  }

  @Test(arguments: [
    (["make", "x", "--eci", "utf8"], "--eci 'utf8' is not 0…999999, utf-8, iso-8859-1, shift-jis or us-ascii."),
    (
      ["make", "--list", "x.csv", "-o", "y/", "--shard", "0/2"],
      "--shard '0/2' is not n/m with 1 ≤ n ≤ m ≤ 65536, such as 3/16."
    ),
    (
      ["fixtures", "make", "-o", "x", "--scene", "0x9"],
      "--scene '0x9' is not WIDTHxHEIGHT in pixels, such as 640x480."
    ),
    (
      ["print", "label", "x", "--caption", "a}"],
      "--caption: in 'a}' a '}' does not end a {column}; write '}}' for a brace."
    ),
    (
      ["print", "plan", "--bytes", "9", "--stock", "1x1"],
      "--stock: the stock '1x1' has a side or distance outside 5…2000 mm."
    ),
    (["print", "sheet", "--list", "x.csv", "-o", "x.pdf", "--stock", "l7161x"], "--stock: unknown stock 'l7161x'; "),
    (["print", "sheet", "--list", "x.csv", "-o", "x.pdf", "--stock", "80mm"], "--stock: '80mm' is a roll"),
  ])
  func `what is wrong with a value is said by its own sentence`(arguments: [String], sentence: String) {
    let run = CommandRun(arguments)
    #expect(run.exitCode == 64 && run.errors.hasPrefix("oobqr: \(sentence)"), "\(run.errors)")
  }
}
