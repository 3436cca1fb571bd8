import FuzzDriver

@_cdecl("fuzz_texts_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  unsafe fuzz(TextParser.self, count, arguments) { $0.run($1) }
}
