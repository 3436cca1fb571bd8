import Foundation
import TestSupport
import Testing

/// Files that were cut off, converted, or are of another format than PNG and JPEG.
struct DamagedFileTests {
  @TemporaryFolder var folder
  private static let link = "https://access.example.com/open?code=12345"

  /// A picture of a symbol in its upper half, in a format of `make` or as a JPEG.
  private func makePicture(_ format: String) throws -> [UInt8] {
    let log = Shell.run(
      """
      oobqr make '\(Self.link)' -s 6 --format ppm -o half.ppm && ppmmake white 200 200 >below.ppm
      pamcat -topbottom half.ppm below.ppm >whole.ppm && pnmtopng -quiet whole.ppm >p.png && pnmtojpeg whole.ppm >p.jpeg
      """, in: folder)
    #expect(log.isEmpty, "\(log)")
    return try Files.bytes(folder.appending(path: "p." + format))
  }

  @Test(arguments: [
    ("png", 12), ("png", 1), ("png", 30), ("png", 16), ("jpeg", 2), ("jpeg", 1), ("jpeg", 40),
  ])
  func `a cut file is read as far as it goes, with a note`(format: String, missing: Int) throws {
    let whole = try makePicture(format)
    let path = try folder.write(Array(whole.dropLast(missing)), "cut." + format)
    let run = CommandRun(["scan", path])
    #expect(run.exitCode == 0 && run.text.contains(Self.link), "\(run.errors)")
    #expect(run.errors.contains("note: \(path): the file is cut off or damaged"), "\(run.errors)")
    let check = CommandRun(["check", path])
    #expect(check.errors.contains("note: \(path): the file is cut off or damaged"), "\(check.errors)")
  }

  @Test func `a damaged checksum of the last chunks is damage, not the end`() throws {
    let whole = try makePicture("png")
    var file = whole
    // The checksum of IDAT, before IEND.
    file[file.count - 13] ^= 0xFF
    let run = CommandRun(["scan", try folder.write(file, "a.png")])
    #expect(run.exitCode == 0 && run.text.contains(Self.link) && run.errors.contains("damaged"), "\(run.errors)")
  }

  @Test(arguments: ["png", "jpeg"])
  func `without a symbol in what is left, the damage is the error`(format: String) throws {
    let whole = try makePicture(format)
    let run = CommandRun(["scan", try folder.write(Array(whole.prefix(whole.count / 3)), "a." + format)])
    #expect(run.exitCode == 66 && run.text.isEmpty && run.errors.contains("cannot decode this"), "\(run.errors)")
  }

  @Test func `converted line ends and pictures of Xcode are named`() throws {
    let whole = try makePicture("png")
    // CR LF becomes LF, as in the signature.
    let converted = whole.indices.filter { whole[$0] != 0x0D || whole[$0 + 1] != 0x0A }.map { whole[$0] }
    let git = CommandRun(["scan", try folder.write(converted, "git.png")])
    #expect(git.exitCode == 66 && git.errors.contains("line endings in this PNG file were converted"), "\(git.errors)")
    let chunk: [UInt8] = [0, 0, 0, 4] + Array("CgBI".utf8) + [0x50, 0, 0x20, 2, 0x2B, 0xD5, 0xB3, 0x7F]
    let xcode = CommandRun(["scan", try folder.write(Array(whole[..<8]) + chunk + whole[8...], "x.png")])
    #expect(xcode.exitCode == 66 && xcode.errors.contains("-revert-iphone-optimizations"), "\(xcode.errors)")
  }

  @Test(arguments: ["pbm", "ppm"])
  func `what make writes, scan and check read`(format: String) throws {
    let path = folder.appending(path: "a." + format).path
    #expect(CommandRun(["make", Self.link, "-o", path]).exitCode == 0)
    #expect(CommandRun(["scan", path]).text.contains(Self.link))
    #expect(CommandRun(["check", path]).text.contains(", symbol 1: "))
    let bytes = try Files.bytes(URL(filePath: path))
    let cut = CommandRun(["scan", try folder.write(Array(bytes.dropLast(9)), "cut." + format)])
    #expect(cut.exitCode == 66 && cut.errors.contains("the file ends before its last row"), "\(cut.errors)")
  }

  @Test func `gray and comments of Netpbm are read`() throws {
    let log = try Shell.run(
      """
      oobqr make '\(Self.link)' --format ppm -o a.ppm
      ppmtopgm a.ppm | sed '1a # made by hand' >a.pgm; oobqr scan a.pgm
      """)
    #expect(log.contains(Self.link), "\(log)")
  }

  @Test func `a download that went on with zeros is read as far as it goes`() throws {
    let whole = try makePicture("png")
    let file = Array(whole.prefix(whole.count - 60)) + [UInt8](repeating: 0, count: 60)
    let run = CommandRun(["scan", try folder.write(file, "zeros.png")])
    #expect(run.exitCode == 0 && run.text.contains(Self.link), "\(run.errors)")
  }

  @Test(arguments: [
    ("P5 1000000000 1 255\n", "more than the limit"), ("P5 0 5 255\n", "its size is 0 × 5"),
    ("P5 5 5 65535\n", "its samples go up to 65535"), ("P6 99999999999999999999999 5 255\n", "not a PNG or JPEG"),
  ])
  func `a header that lies is refused`(header: String, said: String) throws {
    let run = CommandRun(["scan", "-"], input: Array(header.utf8) + [0, 0, 0])
    #expect(run.exitCode == 66 && run.errors.contains(said), "\(run.errors)")
  }
}
