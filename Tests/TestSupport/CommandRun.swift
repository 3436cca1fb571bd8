import HostSystem
import CommandSupport
import OOBQRCommands
public import Synchronization

/// A run of `oobqr` in this process, with its output.
public struct CommandRun: Hashable, Sendable {
  public var exitCode: Int32
  public var output: [UInt8]
  public var errors: String

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// - Parameters:
  ///   - terminalColumns: The width of the terminal in columns; `nil` if standard output is a pipe.
  public init(
    _ arguments: [String], input: [UInt8] = [], terminalColumns: Int? = nil, usesColor: Bool = true
  ) {
    let (output, errors, left) = (Shared<[UInt8]>([]), Shared(""), Shared(input[...]))
    let console = Console(
      readInput: { limit in
        _ = try limit.allowsMore(after: input, of: "-")
        return input
      },
      // Standard input in pieces, as a pipe delivers it.
      nextInput: {
        left.value.withLock { left in
          defer { left = left.dropFirst(1000) }
          return Array(left.prefix(1000))
        }
      },
      writeOutput: { bytes in output.value.withLock { $0 += bytes } },
      writeError: { text in errors.value.withLock { $0 += text } },
      terminalColumns: terminalColumns, usesColor: usesColor)
    exitCode = OOBQR.run(arguments, console: console)
    self.output = output.value.withLock { $0 }
    self.errors = errors.value.withLock { $0 }
  }
}

/// A value that closures share.
public final class Shared<Value: Sendable>: Sendable {
  public let value: Mutex<Value>

  public init(_ value: Value) { self.value = Mutex(value) }
}
