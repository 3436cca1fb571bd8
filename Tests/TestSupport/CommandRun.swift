import HostSystem
import CommandSupport
import OOBQRCommands
import Synchronization

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
    let output = Mutex<[UInt8]>([])
    let errors = Mutex("")
    let captured = Captured(output: output, errors: errors)
    // Standard input in pieces, as a pipe delivers it.
    let left = Mutex(input[...])
    let pieces = Pieces(left)
    let console = Console(
      readInput: { limit in
        _ = try limit.allowsMore(after: input, of: "-")
        return input
      },
      nextInput: { pieces.next() },
      writeOutput: { bytes in captured.output.withLock { $0 += bytes } },
      writeError: { text in captured.errors.withLock { $0 += text } },
      terminalColumns: terminalColumns, usesColor: usesColor)
    exitCode = OOBQR.run(arguments, console: console)
    self.output = captured.output.withLock { $0 }
    self.errors = captured.errors.withLock { $0 }
  }

  private final class Pieces: Sendable {
    private let left: Mutex<ArraySlice<UInt8>>

    init(_ left: consuming Mutex<ArraySlice<UInt8>>) { self.left = left }

    func next() -> [UInt8] {
      left.withLock { left in
        let piece = Array(left.prefix(1000))
        left = left.dropFirst(1000)
        return piece
      }
    }
  }

  private final class Captured: Sendable {
    let output: Mutex<[UInt8]>
    let errors: Mutex<String>

    init(output: consuming Mutex<[UInt8]>, errors: consuming Mutex<String>) {
      self.output = output
      self.errors = errors
    }
  }
}
