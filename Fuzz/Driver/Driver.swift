import Glibc

/// The parser that this process tries, by the name in `OOBQR_FUZZ_TARGET`.
private let target: FuzzTarget = {
  let name = unsafe getenv("OOBQR_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    print("OOBQR_FUZZ_TARGET='\(name)' is none of: " + FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
    exit(64)
  }
  return target
}()

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  unsafe target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// The package manager calls an executable's main function by its target's name.
@_cdecl("fuzz_main")
public func fuzzMain(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  // Before libFuzzer, which would hide the message.
  _ = target
  var (count, arguments) = unsafe (count, arguments)
  return unsafe runDriver(&count, &arguments, fuzzOneInput)
}
