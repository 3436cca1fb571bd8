import Foundation
import TestSupport
import Testing

/// Every input that the fuzzer has found to be of interest, those that have ended it among them.
struct CorpusInputTests {
  @Test(arguments: TextParser.allCases) func `each text ends in an answer`(parser: TextParser) throws {
    try Self.run(on: parser.rawValue) { parser.run($0) }
  }

  @Test(arguments: PictureParser.allCases) func `each picture ends in an answer`(parser: PictureParser) throws {
    try Self.run(on: parser.rawValue) { parser.run($0) }
  }

  private static func run(on name: String, _ run: ([UInt8]) -> Void) throws {
    let folder = Files.package.appending(path: "Fuzz/corpus/\(name)")
    let inputs = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!inputs.isEmpty)
    for name in inputs { run(try Files.bytes(folder.appending(path: name))) }
    // Each also cut short, which most parsers meet first.
    for name in inputs.prefix(3) {
      let bytes = try Files.bytes(folder.appending(path: name))
      for count in [0, 1, bytes.count / 2] { run(Array(bytes.prefix(count))) }
    }
  }

  @Test func `each parser has a dictionary or says in its bytes what it reads`() throws {
    let folder = Files.package.appending(path: "Fuzz/dictionaries")
    let named = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { $0.replacing(".dict", with: "") }
    let withoutWords = ["grammar", "matrix", "micro", "symbol", "scanner", "reply"]
    let parsers = TextParser.allCases.map(\.rawValue) + PictureParser.allCases.map(\.rawValue)
    #expect(Set(named) == Set(parsers).subtracting(withoutWords))
  }
}
