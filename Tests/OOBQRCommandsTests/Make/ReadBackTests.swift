import QREncoding
import QRScanning
import QRSymbology
import Testing

@testable import OOBQRCommands

struct ReadBackTests {
  @Test(arguments: Detection.Engine.allCases)
  func `a symbol that holds another message ends with exit code 5`(engine: Detection.Engine) throws {
    let symbol = try QREncoder().encode("one")
    try ReadBack.check(MadeSymbol(symbol, holding: Array("one".utf8)), with: engine)
    let failure = try #require(throws: CommandFailure.self) {
      try ReadBack.check(MadeSymbol(symbol, holding: Array("two".utf8)), with: engine)
    }
    #expect(failure.exitCode == 5 && failure.message == "the symbol reads back as another message; nothing was written")
  }

  @Test(arguments: Detection.Engine.allCases)
  func `a symbol that does not read ends with exit code 5`(engine: Detection.Engine) throws {
    let symbol = try QREncoder().encode("one")
    var modules = symbol.modules
    for i in modules.indices where (i / symbol.size > 8 && i % symbol.size > 8) { modules[i] = false }
    let failure = try #require(throws: CommandFailure.self) {
      try ReadBack.check(MadeSymbol(QRSymbol(modules: modules), holding: Array("one".utf8)), with: engine)
    }
    #expect(failure.exitCode == 5 && failure.message == "the symbol does not read back; nothing was written")
  }
}
