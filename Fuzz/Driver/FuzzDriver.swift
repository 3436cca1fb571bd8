import Glibc

/// Runs libFuzzer, with its arguments, on the parser that `OOBQR_FUZZ_TARGET` names.
///
/// The package manager calls an executable's main function by its target's name, so each has one of its own that calls this.
///
/// - Parameter run: Called with the parser and each input.
/// - Returns: The exit code; 64 if there is no such parser, whose names are then printed.
public func fuzz<Parser: CaseIterable & RawRepresentable<String>>(
  _ parsers: Parser.Type, _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ run: @escaping (Parser, [UInt8]) -> Void
) -> CInt {
  let name = unsafe getenv("OOBQR_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  // Before libFuzzer, which would hide the message.
  guard let parser = Parser(rawValue: name) else {
    print("OOBQR_FUZZ_TARGET='\(name)' is none of: " + Parser.allCases.map(\.rawValue).joined(separator: " "))
    return 64
  }
  unsafe parse = { run(parser, $0) }
  var (count, arguments) = unsafe (count, arguments)
  return unsafe runDriver(&count, &arguments, fuzzOneInput)
}

/// Set once, before libFuzzer starts.
nonisolated(unsafe) private var parse: ([UInt8]) -> Void = { _ in }

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  unsafe parse(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt
