import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import Testing

@testable import SymbolMaking

struct ReadBackTests {
  private func made(_ symbol: QRSymbol, holding message: String) -> MadeMessage.Part {
    MadeMessage.Part(symbol: symbol, message: Array(message.utf8))
  }

  @Test(arguments: Detection.Engine.allCases)
  func `a symbol that holds another message is refused`(engine: Detection.Engine) throws {
    let symbol = try QREncoder().encode("one")
    let maker = SymbolMaker(QREncoder())
    try maker.readBack(made(symbol, holding: "one"), nil, by: engine)
    #expect(throws: SymbolMakingError.readsOtherwise) {
      try maker.readBack(made(symbol, holding: "two"), nil, by: engine)
    }
  }

  @Test(arguments: Detection.Engine.allCases)
  func `a symbol that does not read is refused`(engine: Detection.Engine) throws {
    let symbol = try QREncoder().encode("one")
    var modules = symbol.modules
    for i in modules.indices where (i / symbol.size > 8 && i % symbol.size > 8) { modules[i] = false }
    let damaged = made(try QRSymbol(modules: modules), holding: "one")
    #expect(throws: SymbolMakingError.unreadable) {
      try SymbolMaker(QREncoder()).readBack(damaged, nil, by: engine)
    }
  }

  @Test(arguments: Detection.Engine.allCases)
  func `a symbol with a logo or a frame is read as it is drawn`(engine: Detection.Engine) throws {
    let (one, two) = (try QREncoder().encode("one"), try QREncoder().encode("two"))
    let maker = SymbolMaker(QREncoder())
    try maker.readBack(made(one, holding: "one"), SymbolArtwork(one), by: engine)
    #expect(throws: SymbolMakingError.readsOtherwise) {
      try maker.readBack(made(one, holding: "one"), SymbolArtwork(two), by: engine)
    }
  }
}
