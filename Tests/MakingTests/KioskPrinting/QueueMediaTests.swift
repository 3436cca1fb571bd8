import KioskPrinting
import Testing

struct QueueMediaTests {
  static let sizes: [(String, Double, Double)] = [
    ("A4", 210, 297), ("A6.Borderless", 105, 148), ("w162h91", 57.15, 32.1), ("57x32mm.Borderless", 57, 32),
    ("2.25x1.25in", 57.15, 31.75), ("4x6", 101.6, 152.4), ("om_small_57x32mm", 57, 32), ("Letter", 215.9, 279.4),
  ]

  @Test(arguments: sizes) func `the size of a queue's paper is read from its name`(
    name: String, width: Double, height: Double
  ) throws {
    let size = try #require(QueueMedia.size(of: name))
    #expect(abs(size.width - width) < 0.1 && abs(size.height - height) < 0.1, "\(size)")
  }

  @Test func `paper is found by its size, by its name, or made to measure`() throws {
    let text = "PageSize/Media Size: *A4 w162h91 A4.Borderless Env10\nInputSlot/Source: Auto\n"
    let fixed = try #require(QueueMedia(options: text))
    #expect(fixed.name(of: .a4) == "A4" && fixed.name(of: .init(57, 32)) == "w162h91")
    #expect(fixed.name(of: .init(50, 30)) == nil && fixed.known("env10") == "Env10" && fixed.known("A5") == nil)
    let any = try #require(QueueMedia(options: "PageSize/Media Size: A4 Custom.WIDTHxHEIGHT\n"))
    #expect(any.name(of: .init(57, 32.5)) == "Custom.57x32.5mm" && any.known("Custom.1x1in") == "Custom.1x1in")
    #expect(QueueMedia(options: "lpoptions: Unable to get PPD file for raw: Not Found\n") == nil)
    #expect(QueueMedia.size(of: "Env10") == nil)
  }
}
