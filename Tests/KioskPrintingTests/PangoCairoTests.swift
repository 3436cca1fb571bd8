import KioskPrinting
import Testing

struct PangoCairoTests {
  @Test func `a missing library is named with the package to install`() {
    #expect {
      try PangoCairo.check("libno-such-library.so.0")
    } throws: { error in
      guard case PrintError.typesettingUnavailable(let reason) = error else { return false }
      return reason.contains("libno-such-library.so.0") && "\(error)".contains("libpangocairo-1.0-0")
    }
  }

  @Test func `a library that cannot be opened for want of descriptors is not missing`() {
    let error = PrintError.typesettingUnavailable(
      reason: "libfribidi.so.0: cannot open shared object file: Too many open files")
    #expect("\(error)".hasSuffix("Too many open files; raise the limit on open files (ulimit -n)"))
  }

  @Test func `a library that cannot be opened for lack of memory is not reported as missing`() {
    let error = PrintError.typesettingUnavailable(reason: "libXdmcp.so.6: failed to map segment from shared object")
    #expect("\(error)".hasSuffix("shared object; raise the limit on memory (ulimit -v, or the limit of the container)"))
    let refused = PrintError.typesettingUnavailable(
      reason: "libXdmcp.so.6: failed to map segment from shared object: Operation not permitted")
    #expect(!"\(refused)".contains("ulimit"))
  }

  @Test func `a library that lacks a function is refused`() {
    #expect {
      try PangoCairo.check("libc.so.6")
    } throws: { error in
      guard case PrintError.typesettingUnavailable(let reason) = error else { return false }
      return reason.contains("cairo_")
    }
  }
}
