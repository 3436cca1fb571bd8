import CJailProbe
import Glibc
import HostSystem

// A worker that does in the jail what a request says, for the tests of the jail.
//
// `JailProbe refuse program argument…` runs a program as under a kernel that refuses filters of system calls.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "refuse" {
  guard probe_refuse_filters() == 0, arguments.count > 1 else { exit(2) }
  var words = unsafe arguments.dropFirst().map { unsafe strdup($0) } + [nil]
  unsafe execvp(arguments[1], &words)
  exit(2)
}
WorkerService.serve(jail: Jail(memory: 1 << 28)) { (request: String, _, shortfall) -> (reply: String, bytes: [UInt8]) in
  switch request {
  case "jail": return (shortfall.map { "\($0)" } ?? "closed", [])
  case "work": return (probe_work() == 1 ? "done" : "failed", [])
  case "memory":
    // Twice the limit, and touched, so that it is not removed by the compiler.
    let bytes = [UInt8](repeating: 1, count: 1 << 29)
    return ("\(bytes[bytes.count / 2])", [])
  case "trap":
    // The compiler cannot see that this is out of range.
    return ("\([1, 2, 3][request.utf8.count])", [])
  case let call: return (["unknown", "refused", "succeeded"][Int(unsafe probe_try(call)) + 1], [])
  }
}
