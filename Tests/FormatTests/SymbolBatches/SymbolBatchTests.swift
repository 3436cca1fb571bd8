import Foundation
import OutOfBand
import SymbolBatches
import TestSupport
import Testing
import TextFormats

struct SymbolBatchTests {
  @TemporaryFolder var folder

  /// A list of texts, of which the third is refused by ``batch(jobs:)``.
  private static let list = Array((0..<700).map { "{\"text\":\"t\($0)\",\"name\":\"n\($0)\"}\n" }.joined().utf8)

  /// Pictures that are the message, a few times.
  private func batch(jobs: Int = 2, shard: BatchShard? = nil) -> SymbolBatch {
    var batch = SymbolBatch(jobs: jobs) { item in
      if item.name == "n2" { throw BatchOutcome.Refusal("no") }
      return BatchOutcome.PictureFile(
        file: Array(repeatElement(item.row.message, count: 300).joined()), members: [.init("version", .number(1))])
    }
    batch.shard = shard
    return batch
  }

  @discardableResult
  private func run(_ batch: SymbolBatch, to path: URL, resumes: Bool = false, list: [UInt8] = list) throws
    -> SymbolBatch.Count
  {
    var rows = try MessageList(list, .jsonLines)
    return try batch.run(&rows, into: FileSink(path.path, fileExtension: "bin", resumes: resumes)) { _ in }
  }

  @Test func `an archive and its index hold every row in order, whatever the jobs`() throws {
    let count = try run(batch(jobs: 1), to: folder.appending(path: "1.tar"))
    #expect(count.made == 699 && count.refused == 1 && count.firstRefusals.map(\.line) == [3])
    try run(batch(jobs: 7), to: folder.appending(path: "2.tar"))
    for name in ["tar", "jsonl"] {
      let one = try Data(contentsOf: folder.appending(path: "1.\(name)"))
      #expect(try one == Data(contentsOf: folder.appending(path: "2.\(name)")))
    }
    let index = try Files.text(folder.file("1.jsonl")).split(separator: "\n")
    let digest = SHA256.hexDigest(of: Array("t2".utf8))
    #expect(
      index.count == 700
        && index[2]
          == "{\"format\":\"oobqr-make-row-1\",\"line\":3,\"name\":\"n2\",\"error\":\"no\",\"message_sha256\":\"\(digest)\"}"
    )
    #expect(
      index[0].hasPrefix(
        "{\"format\":\"oobqr-make-row-1\",\"line\":1,\"name\":\"n0\",\"file_bytes\":600,\"sha256\":\""))
    #expect(
      Shell.run("tar -tf 1.tar | sed -n '1p;3p;$p'; ls -A", in: folder) == """
        n0.bin
        n3.bin
        n699.bin
        1.jsonl
        1.tar
        2.jsonl
        2.tar

        """)
  }

  @Test func `a run that was cut off anywhere is resumed to the same bytes`() throws {
    try run(batch(), to: folder.appending(path: "whole.tar"))
    let archive = try Data(contentsOf: folder.appending(path: "whole.tar"))
    let index = try Data(contentsOf: folder.appending(path: "whole.jsonl"))
    var random = SeededGenerator(seed: 1)
    for _ in 0..<40 {
      // The archive is ahead of the index, or both end in the middle of something.
      let lines = Int.random(in: 0...index.count, using: &random)
      let share = Double(lines) / Double(index.count)
      let bytes = min(
        archive.count, max(0, Int(Double(archive.count) * share) + Int.random(in: -2000...4000, using: &random)))
      try archive.prefix(bytes).write(to: folder.appending(path: "cut.tar.part"))
      try index.prefix(lines).write(to: folder.appending(path: "cut.jsonl.part"))
      try run(batch(), to: folder.appending(path: "cut.tar"), resumes: true)
      #expect(try Data(contentsOf: folder.appending(path: "cut.tar")) == archive)
      #expect(try Data(contentsOf: folder.appending(path: "cut.jsonl")) == index)
    }
  }

  @Test func `a resumed run refuses another list, and says again what was refused`() throws {
    try run(batch(), to: folder.appending(path: "whole.tar"))
    for (name, end) in [("tar", "tar"), ("jsonl", "jsonl")] {
      let whole = try Data(contentsOf: folder.appending(path: "whole.\(name)"))
      try whole.prefix(whole.count / 2).write(to: folder.appending(path: "cut.\(end).part"))
    }
    let other = Array("{\"text\":\"t0\",\"name\":\"other\"}\n".utf8) + Self.list
    let error = #expect(throws: SymbolBatch.OtherList.self) {
      try run(batch(), to: folder.appending(path: "cut.tar"), resumes: true, list: other)
    }
    #expect(error?.line == 1)
    // The same names with one other message.
    let changed = Array(String(decoding: Self.list, as: UTF8.self).replacing("t5\"", with: "t-\"").utf8)
    #expect(changed != Self.list)
    #expect(throws: SymbolBatch.OtherList.self) {
      try run(batch(), to: folder.appending(path: "cut.tar"), resumes: true, list: changed)
    }
    // Other options, which change the pictures.
    var doubled = batch()
    doubled.make = { item in .init(file: item.row.message, members: []) }
    #expect(throws: SymbolBatch.OtherList.self) {
      try run(doubled, to: folder.appending(path: "cut.tar"), resumes: true)
    }
    let count = try run(batch(), to: folder.appending(path: "cut.tar"), resumes: true)
    #expect(count.refused == 1 && count.made == 699)
  }

  @Test func `one-time tokens are compared across an interruption, and are no names`() throws {
    let payload =
      "{\"\"nma_data\"\":{\"\"token\"\":\"\"TOKEN\"\",\"\"redeem_url\"\":\"\"https://a.example/token/redeem/registration\"\"},"
      + "\"\"nma_data_content_type\"\":\"\"application/json\"\",\"\"nma_data_version\"\":\"\"1\"\"}"
    let rows = [("a", "one"), ("b", "two"), ("c", "one"), ("is-three", "three")].map { name, token in
      "\"\(payload.replacing("TOKEN", with: token))\",\(name)\n"
    }
    func run(_ name: String, resumes: Bool = false) throws -> SymbolBatch.Count {
      let batch = SymbolBatch(jobs: 1) { item in
        var picture = BatchOutcome.PictureFile(file: [1], members: [])
        picture.token = item.row.recognized.payload?.token
        return picture
      }
      var list = try MessageList(Array(("payload,name\n" + rows.joined()).utf8), .csv)
      return try batch.run(&list, into: FileSink(folder.file(name), fileExtension: "b", resumes: resumes))
    }
    #expect(try run("whole").refused == 2)
    let index = try Files.text(folder.file("whole/index.jsonl"))
    #expect(index.contains("\"error\":\"OOB118: the one-time token is that of line 2") && !index.contains("three"))
    try FileManager.default.createDirectory(at: folder.appending(path: "cut"), withIntermediateDirectories: true)
    for finished in 1...4 {
      let start = index.split(separator: "\n")[..<finished].joined(separator: "\n") + "\n"
      try folder.write(start, "cut/index.jsonl.part")
      #expect(try run("cut", resumes: true).refused == 2)
      #expect(try Files.text(folder.file("cut/index.jsonl")) == index)
    }
  }

  @Test func `the shards of any machines join to the whole, without regard to order`() throws {
    var names: [String] = []
    let reversed = Array(
      String(decoding: Self.list, as: UTF8.self).split(separator: "\n").reversed().map { $0 + "\n" }.joined().utf8)
    for number in 1...4 {
      let shard = try #require(BatchShard(number: number, count: 4))
      let count = try run(
        batch(shard: shard), to: folder.appending(path: "\(number)"), list: number == 2 ? reversed : Self.list)
      #expect(120..<230 ~= count.made + count.refused)
      names += Shell.run("ls \(number) | grep bin", in: folder).split(separator: "\n").map(String.init)
    }
    #expect(Set(names).count == 699 && names.count == 699)
    #expect(BatchShard(number: 0, count: 4) == nil && BatchShard(number: 5, count: 4) == nil)
  }

  @Test func `bad rows are refused with their lines, and the others are made`() throws {
    let list = """
      {"text":"a","name":"same"}
      {"text":"b","name":"same"}
      {"text":"c","name":"../up"}
      {"text":"d","name":".hidden"}
      {"text":"e","name":"\(String(repeating: "n", count: 91))"}
      not json
      {"name":"no message"}
      {"text":"f"}
      """
    let count = try run(batch(), to: folder.appending(path: "out"), list: Array(list.utf8))
    #expect(count.made == 2 && count.refused == 6)
    #expect(Shell.run("ls out", in: folder) == "000008.bin\nindex.jsonl\nsame.bin\n")
    let index = try Files.text(folder.file("out/index.jsonl"))
    for reason in [
      "an earlier row has the same name", "the name '../up' cannot be a file's name", "'.hidden'",
      "longer than 90 bytes",
      "not JSON", "no message",
    ] { #expect(index.contains(reason)) }
  }
}
