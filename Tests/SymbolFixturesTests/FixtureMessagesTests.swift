import Foundation
import HostSystem
import OutOfBand
import PictureDamage
import TestSupport
import TextFormats
import Testing

@testable import SymbolFixtures

/// Lists of messages: what they hold does not depend on whether they fit in memory.
struct FixtureMessagesTests {
  /// Reads a list, kept in a temporary file from the second message on.
  private func inFile(_ text: String, _ format: MessageList.Format) throws -> FixtureMessages {
    try FixtureMessageList.messages(ByteStream(Array(text.utf8)), format, mostInMemory: 1)
  }

  @Test(arguments: [
    (
      "name,message\n" + (1...100).map { "n\($0),https://example.com/\($0)\n" }.joined(),
      MessageList.Format.csv
    ),
    ("one\n\none\r\ntwo\none\n\u{20}\ntwo", .plain),
    ("\u{FEFF}\"a\"\n{\"message\":\"a\"}\n{\"message\":\"a\",\"name\":\"own\"}\n{\"nma_data\":1}\n", .jsonLines),
  ])
  func `a list in a file holds the messages and seeds of one in memory`(
    text: String, format: MessageList.Format
  ) throws {
    let (short, long) = (try FixtureMessageList.messages(Array(text.utf8), format), try inFile(text, format))
    #expect(Array(short) == Array(long) && short == long && short.hashValue == long.hashValue)
    #expect(
      short.map(\.seedName) == long.map(\.seedName)
        && Set(short.map { "\($0.seedName) \($0.bytes)" }).count == short.count)
    let noise = try Damage.lists(parsing: "noise:20")
    let (one, other) = (FixtureSet(of: short, damages: noise), FixtureSet(of: long, damages: noise))
    #expect(one.map(\.seed) == other.map(\.seed) && one.map(\.path) == other.map(\.path) && one == other)
    #expect(try one[1].render().file == other[1].render().file)
  }

  @Test func `the longest message and the two shortest are found, the first of equal ones`() throws {
    for (lengths, longest, shortest) in [
      ([3, 1, 2, 1, 3], 0, [1, 3]), ([2, 2, 2], 0, [0, 1]), ([1, 5, 4, 5], 1, [0, 2]), ([7], 0, [0]),
    ] {
      let text = lengths.enumerated().map { "\($0)" + String(repeating: "x", count: $1) + "\n" }.joined()
      for messages in [try inFile(text, .plain), try FixtureMessageList.messages(Array(text.utf8), .plain)] {
        #expect(messages.lengths.longest == longest && messages.lengths.shortest == shortest, "\(lengths)")
      }
    }
  }

  @Test func `scenes of a list in a file are those of one in memory`() throws {
    let text = (1...40).map { "https://example.com/\($0 * $0 * 997)\n" }.joined()
    let (short, long) = (try FixtureMessageList.messages(Array(text.utf8), .plain), try inFile(text, .plain))
    let (one, other) = (FixtureSuite.scenes.fixtures(carriers: short), FixtureSuite.scenes.fixtures(carriers: long))
    #expect(one.count == other.count)
    for index in [0, 7, 23] { #expect(try one[index].render().file == other[index].render().file) }
  }

  @Test func `a list has a limit, and a line without an end is not read to it`() {
    #expect(throws: FixtureMessageListError.tooManyMessages(limit: 2)) {
      try FixtureMessageList.messages(ByteStream(Array("a\nb\nc\n".utf8)), .plain, most: 2)
    }
    #expect("\(FixtureMessageListError.tooManyMessages(limit: 2))" == "it holds more than 2 messages; divide it")
    for format in [MessageList.Format.csv, .jsonLines, .plain] {
      let error = #expect(throws: FixtureMessageListError.self) {
        try FixtureMessageList.messages(ByteStream { [UInt8](repeating: 0, count: 65536) }, format)
      }
      #expect("\(error!)" == "line 1: a line does not end within 64 MiB; is this a list of messages?")
    }
  }

  @Test func `a line that is not JSON is refused with the place of the fault`() throws {
    let syntax = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Array("{".utf8)) }
    let error = MessageListError(line: 2, reason: "not JSON: \(syntax)", underlying: syntax)
    #expect(throws: FixtureMessageListError.badRow(error)) { try inFile("\"a\"\n{", .jsonLines) }
    #expect("\(FixtureMessageListError.badRow(error))" == "line 2: not JSON: \(syntax)")
  }

  @Test func `places in a file are found from the first record to the last, of any length`() throws {
    var random = SeededGenerator(seed: 5)
    let records = (0..<500).map { _ in
      [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: Int.random(in: 0...2000, using: &random))
    }
    var writer = try RecordFile.Writer()
    for record in records { try writer.append(record) }
    let file = try writer.finished()
    #expect(file.count == 500)
    for index in records.indices.shuffled(using: &random) { #expect(try file.record(index) == records[index]) }
  }

  @Test func `names that differ only in case are refused, also those given to lines`() {
    for (text, name) in [
      (#"{"message":"a","name":"x"}"# + "\n\"b\"\n" + #"{"message":"c","name":"X"}"#, "X"),
      (#"{"message":"a","name":"LINE-2"}"# + "\n\"b\"", "line-2"),
    ] {
      #expect(throws: FixtureMessageListError.duplicateName(name)) { try inFile(text, .jsonLines) }
      #expect(throws: FixtureMessageListError.duplicateName(name)) {
        try FixtureMessageList.messages(Array(text.utf8), .jsonLines)
      }
    }
    let long = "a\n" + String(repeating: "b", count: 1 << 21)
    let error = MessageListError(line: 2, reason: "the line is longer than 65536 bytes; no symbol holds more than 7089")
    #expect(throws: FixtureMessageListError.badRow(error)) {
      try inFile(long, .plain)
    }
  }

  #if DEBUG
    @Test func `a suite of a list that could not be read shows it in the list`() throws {
      let messages = try inFile("one\ntwo\nthree\n", .plain)
      let set = SystemFault.$current.withValue(SystemFault(call: 1, error: 5)) {
        FixtureSuite.smoke.fixtures(carriers: messages)
      }
      #expect(set.contains { $0.path.contains("unreadable") } == (messages.failure != nil))
    }

    @Test(arguments: [
      ("one\ntwo\nthree\n", MessageList.Format.plain),
      ("\"one\"\n{\"message\":\"two\",\"name\":\"line-20\"}\n\"three\"\n\"one\"\n", .jsonLines),
    ])
    func `a temporary file that cannot be written or read is a clear error, and makes no picture`(
      text: String, format: MessageList.Format
    ) throws {
      try Files.withTemporaryFolder { folder in
        var outcomes: Set<String> = []
        for call in 1...400 {
          let path = folder.appending(path: "set-\(call)").path
          let fault = SystemFault(call: call, error: 5)
          try SystemFault.$current.withValue(fault) {
            do {
              let messages = try inFile(text, format)
              let set = FixtureSet(of: messages, damages: [[]])
              _ = try FixtureDirectory(path: path, plan: "plan", fixtures: set).fill(jobs: 1)
              outcomes.insert(fault.hasStruck ? "made in spite of it" : "made")
            } catch let error as FileFailure {
              outcomes.insert("\(error)")
            } catch let error as FixtureDirectoryError {
              outcomes.insert("\(error)".replacing(path, with: "set").replacing(/three|two|line-./, with: "…"))
            }
          }
          // Whatever there is, is a picture of the set.
          for name in ["line-1", "line-2", "line-3", "unreadable"] {
            let picture = folder.appending(path: "set-\(call)/clean/\(name).png").path
            if FileSystem.exists(picture) { #expect(name != "unreadable") }
          }
          if !fault.hasStruck { break }
        }
        #expect(outcomes.contains("made"))
        #expect(outcomes.contains { $0.contains("temporary file") }, "\(outcomes)")
        #expect(!outcomes.contains { $0.contains("unreadable") }, "\(outcomes)")
      }
    }
  #endif
}
