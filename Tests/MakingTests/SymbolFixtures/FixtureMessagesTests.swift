import OutOfBand
import SymbolFixtures
import Testing
import TextFormats

struct FixtureMessagesTests {
  @Test func `a list has a limit, and a line without an end is not read to it`() {
    let error = #expect(throws: FixtureFault.self) {
      try FixtureMessageList.messages(ByteStream(Array("a\nb\nc\n".utf8)), .plain, most: 2)
    }
    #expect(error?.description == "it holds more than 2 messages; divide it")
    for format in [MessageList.Format.csv, .jsonLines, .plain] {
      let error = #expect(throws: MessageListError.self) {
        try FixtureMessageList.messages(ByteStream { [UInt8](repeating: 0, count: 65536) }, format)
      }
      #expect(error?.description == "line 1: a line does not end within 64 MiB; is this a list of messages?")
    }
  }

  @Test func `names that are given to lines may not appear twice either`() throws {
    let text = #"{"message":"a","name":"LINE-2"}"# + "\n\"b\""
    let error = #expect(throws: FixtureFault.self) {
      try FixtureMessageList.messages(ByteStream(Array(text.utf8)), .jsonLines)
    }
    #expect(error?.description == "two messages are called 'line-2'; names must differ in more than case")
  }
}
