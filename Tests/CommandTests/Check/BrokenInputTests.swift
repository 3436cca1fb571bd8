import Foundation
import TestSupport
import Testing

/// User errors: each gets one line and the documented exit code, and nothing is written.
struct BrokenInputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    var code: Int32
    var says: String
    var input: [UInt8] = []

    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: [String], _ code: Int32, _ says: String, input: [UInt8] = []) {
      (self.arguments, self.code, self.says, self.input) = (arguments, code, says, input)
    }

    /// With a file for the symbol, unless the arguments name one.
    var intoFile: Case {
      arguments.contains("-o") ? self : Case(arguments + ["-o", "OUT"], code, says, input: input)
    }
  }

  static let long = String(repeating: "x", count: 2332)

  /// `OUT` stands for a file in an empty folder, `DIR` for that folder.
  static let make: [Case] = [
    Case(["make"], 64, "No message"),
    Case(["make", "a", "--file", "f"], 64, "not both"),
    Case(["make", "a", "b"], 64, "Unexpected argument 'b'"),
    Case(["make", ""], 1, "the message is empty"),
    Case(["make", "-"], 1, "the message is empty"),
    Case(["make", "-", "--trim-newline"], 1, "the message is empty", input: [0x0A]),
    Case(["make", "--file", "/nonexistent/f"], 66, "cannot read '/nonexistent/f': No such file"),
    Case(["make", "--file", "DIR"], 66, "Is a directory"),
    Case(["make", "--file", "/dev/zero"], 66, "'/dev/zero' is longer than 1048576 bytes"),
    Case(
      ["make", long], 1,
      "2332 bytes do not fit in a version 40 symbol at level M, which holds 2331; use level L or shorten the message, "
        + "or divide it among several symbols with --append auto\n"),
    Case(
      ["make", long + long], 1,
      "holds 2331; shorten the message, or divide it among several symbols with --append auto\n"),
    Case(["make", "-"], 1, "holds 2331; shorten the message\n", input: [UInt8](repeating: 1, count: 50_000)),
    Case(["make", long + long, "--engine", "libqrencode"], 1, "holds 2331; shorten the message\n"),
    Case(["make", String(repeating: "1", count: 36), "--micro"], 1, "M and Q; shorten the message or make"),
    Case(["make", String(repeating: "1", count: 35), "--micro"], 1, "M and Q; use level L, shorten the"),
    Case(["make", long, "-l", "H"], 1, "level H, which holds 1273"),
    Case(["make", long + long, "-l", "L"], 1, "which holds 2953; shorten the message"),
    Case(["make", long, "--symbol-version", "3", "-l", "L"], 1, "version 36 would fit"),
    Case(["make", "a", "--symbol-version", "0"], 64, "--symbol-version 0 is not in 1…40"),
    Case(["make", "a", "--symbol-version", "41"], 64, "--symbol-version 41 is not in 1…40"),
    Case(["make", "a", "--symbol-version", "ten"], 64, "--symbol-version 'ten' is not a whole number in 1…40"),
    Case(["make", "a", "--mask", "8"], 64, "--mask 8 is not in 0…7"),
    Case(["make", "a", "--eci", "latin"], 64, "--eci 'latin' is not 0…999999"),
    Case(["make", "a", "--append", "17"], 64, "--append '17' is not 2…16 or auto"),
    Case(["make", "a", "--append", "2"], 1, "1 byte cannot be divided among 2 symbols; ask for fewer"),
    Case(["make", "a", "--micro", "--mask", "1"], 64, "Micro QR symbols have no --mask"),
    Case(["make", "a", "--micro", "-l", "H"], 1, "Micro QR symbols have no level H; use level Q"),
    Case(["make", "a", "--micro", "--verify-with", "zbar"], 64, "zbar does not read Micro QR symbols"),
    Case(["make", "a", "--engine", "libqrencode", "--mask", "1"], 64, "does not support --mask"),
    Case(["make", "Ж€", "--mode", "kanji"], 1, "characters that Shift JIS does not have"),
    Case(["make", "¥", "--mode", "kanji"], 1, "Shift JIS has '¥' only in the place of another character"),
    Case(["make", "点", "--mode", "kanji", "--eci", "utf-8"], 64, "--mode kanji writes Shift JIS"),
    Case(["make", "é", "--eci", "us-ascii"], 1, "the message is not US-ASCII, which --eci states"),
    Case(["make", "a", "--eci", "20000", "--engine", "libqrencode"], 1, "does not support ECI 20000"),
    Case(["make", "abc", "--append", "2", "--verify-with", "zbar"], 64, "zbar joins the symbols of a set"),
    Case(["make", "a", "--dark", "#0000ff", "-o", "DIR/a.pbm"], 1, "PBM has no colours; use --format ppm"),
    Case(["make", "a", "-l", "Z"], 64, "'Z' is invalid for '-l <level>'"),
    Case(["make", "a", "-s", "0"], 64, "--scale 0 is not in 1…1000"),
    Case(["make", "a", "-s", "1001"], 64, "--scale 1001 is not in 1…1000"),
    Case(["make", "a", "-s", "1.5"], 64, "--scale '1.5' is not a whole number"),
    Case(["make", "a", "-s", "900"], 1, "use --scale 344 or less"),
    Case(["make", "a", "-m", "101"], 64, "--quiet-zone 101 is not in 0…100"),
    Case(["make", "a", "--quiet-zone=-1"], 64, "--quiet-zone -1 is not in 0…100"),
    Case(["make", "a", "-d", "0"], 64, "--dpi 0 is not in 1…100000"),
    Case(["make", "a", "-d", "nan"], 64, "--dpi nan is not"),
    Case(["make", "a", "-d", "inf"], 64, "--dpi inf is not"),
    Case(["make", "a", "--dark", "red"], 64, "a colour is #rrggbb"),
    Case(["make", "a", "--light", "#fff"], 64, "'#fff' is invalid"),
    Case(["make", "a", "--dark", "#aaaaaa"], 1, "below 3:1"),
    Case(["make", "a", "--dark", "#ffffff"], 1, "is 1.0:1, below 3:1"),
    Case(["make", "a", "--dark", "#ffffff", "--light", "#000000"], 1, "--allow-inverted"),
    Case(["make", "a", "--format", "gif"], 64, "'gif' is invalid"),
    Case(["make", "a", "-o", "DIR/a.gif"], 64, "end it in .png, .svg, .pdf"),
    Case(["make", "a", "-o", "DIR/noextension"], 64, "has no known extension"),
    Case(["make", "a", "-o", "DIR", "--format", "png"], 74, "Is a directory"),
    Case(["make", "a", "-o", "/nonexistent/a.png"], 74, "cannot write '/nonexistent/a.png': No such file"),
    Case(["make", "a", "-o", "/dev/full", "--format", "png"], 74, "cannot write '/dev/full': No space left"),
    Case(["make", "a", "-o", "-", "--json"], 64, "name a file"),
    Case(["make", "a", "--no-such-option"], 64, "Unknown option '--no-such-option'"),
    // Its value would be a second message.
    Case(["print", "label", "--grade", "x"], 64, "Unknown option '--grade'"),
    Case(["make", "--file", "a", "--label-logo", "b"], 64, "Unknown option '--label-logo'. Did you mean '--logo'?"),
    Case(["make", "--file", "a", "--logoo", "b"], 64, "Unknown option '--logoo'. Did you mean '--logo'?"),
    Case(["make", "a", "--no-verify", "--verify-with", "zbar"], 64, "not both"),
    Case(
      ["make", "-", "-m", "1", "--dark", "#777777"], 1, "2401 bytes do not fit",
      input: Array((long + String(repeating: "x", count: 68) + "\n").utf8)),
    Case(["make", "a", "-o", "DIR/a\nb/c.png"], 74, "a\\x0ab"),
  ]

  static let others: [Case] = [
    Case(["make", "ab", "--append", "2"], 64, "--append makes several files: name them with -o"),
    Case(["make", "a", "--json"], 64, "--json prints to standard output"),
    Case(["bake", "a"], 64, "bake"),
    Case(["scan"], 64, "Missing expected argument"),
    Case(["scan", "/nonexistent.png"], 66, "cannot read '/nonexistent.png': No such file"),
    Case(["scan", "DIR"], 66, "is a directory; use -r"),
    Case(["scan", "-r", "DIR"], 66, "no .png, .jpg or .jpeg file below"),
    Case(["scan", "-"], 66, "-: the file is empty"),
    Case(
      ["scan", "-"], 66, "-: this is a GIF picture; convert it to PNG, for example with ImageMagick: '",
      input: Array("GIF89a".utf8)),
    Case(["scan", "-"], 66, "it begins with \"%PDF 1.7\"", input: Array("%PDF 1.7".utf8)),
    Case(["scan", "-"], 66, "cannot decode this PNG", input: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    Case(["scan", "-"], 66, "the file ends before its IEND", input: damaged("blank.png") { $0.removeLast(1) }),
    Case(["scan", "-"], 66, "cannot decode this PNG", input: damaged("blank.png") { $0[60] ^= 0xFF }),
    Case(["scan", "-"], 66, "2147483647 × 2147483647 pixels are more than", input: sized(0x7FFF_FFFF, 0x7FFF_FFFF)),
    Case(
      ["scan", "-"], 66, "100000 × 100000 pixels are more than the limit of 100000000", input: sized(100_000, 100_000)),
    Case(["scan", "-"], 66, "cannot decode this PNG", input: sized(0, 5)),
    Case(["scan", "-"], 66, "cannot decode this JPEG", input: [0xFF, 0xD8, 0xFF]),
    Case(["scan", "-"], 66, "cannot decode this JPEG", input: damaged("gray.jpg") { $0.removeLast($0.count * 2 / 3) }),
    Case(
      ["scan", "-"], 66, "picture: its chroma subsampling (sampling factors) is unusual; convert it to PNG",
      input: colours(sampling: [0x41, 0x12, 0x11])),
    Case(["scan", "-", "--max-pixels", "100"], 66, "more than the limit of 100", input: damaged("gray8.png") { _ in }),
    Case(["scan", "-", "--max-pixels", "0"], 64, "--max-pixels 0 is not in 1…2147483647"),
    Case(["scan", "-", "--max-pixels", "many"], 64, "--max-pixels 'many' is not a whole number"),
    Case(["scan", "--raw", "--json", "a.png"], 64, "Give only one of --raw"),
    Case(["scan", "-", "-"], 64, "Standard input can be read only once"),
    Case(["scan", "-", "--max-pixels", "2147483648"], 64, "not in 1…2147483647"),
    Case(["scan", "--raw", "a.png", "b.png"], 64, "--raw takes a single picture"),
    Case(["scan", "--raw", Files.blank], 4, "no symbol found"),
    Case(["scan", "--raw", Files.four], 1, "4 symbols, but --raw prints only one"),
    Case(["scan", "--raw", "/nonexistent.png"], 66, "cannot read"),
    Case(["scan", Files.blank], 4, "no symbol found"),
  ]

  @Test(arguments: make.map(\.intoFile) + others)
  func `broken input gets one line and its exit code, and nothing is written`(broken: Case) throws {
    try Files.withTemporaryFolder { (folder: URL) throws in
      let arguments = broken.arguments.map { argument in
        argument == "OUT"
          ? folder.path + "/out.png"
          : argument.hasPrefix("DIR") ? folder.path + argument.dropFirst(3) : argument
      }
      let run = CommandRun(arguments, input: broken.input)
      #expect(run.exitCode == broken.code)
      #expect(run.errors.hasPrefix("oobqr: ") && run.errors.hasSuffix("\n"))
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      #expect(run.errors.contains(broken.says), "\(run.errors)")
      #expect(broken.code == 64 || !run.errors.contains("--help"), "\(run.errors)")
      #expect(run.output.isEmpty)
      #expect(try folder.names.isEmpty)
    }
  }

  /// A sample picture after a change.
  static func damaged(_ name: String, _ damage: (inout [UInt8]) -> Void) -> [UInt8] {
    var file = (try? Files.bytes(Files.pictures.file(name))) ?? []
    damage(&file)
    return file
  }

  /// The headers of a JPEG whose three components have these sampling factors.
  static func colours(sampling: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 16, 3]
    for (index, factors) in sampling.enumerated() { file += [UInt8(index + 1), factors, 0] }
    return file + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
  }

  /// A PNG that declares a size, with correct checksums, but has no pixels.
  static func sized(_ width: Int, _ height: Int) -> [UInt8] {
    HandmadePNG.file(width: width, height: height, depth: 8, color: 0, data: [])
  }
}
