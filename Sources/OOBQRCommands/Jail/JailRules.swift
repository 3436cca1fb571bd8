import HostSystem
import Synchronization

/// How pictures are read; without options, as commands do that have none.
struct JailRules: Sendable {
  /// In MiB; `nil` for the default.
  var maxMemory: Int?
  /// Whether no picture is read without the filter.
  var isRequired = false
  /// Whether it is said that there is no filter.
  var isVerbose = false

  /// - Parameter maxPixels: The most pixels of a picture. Decoding and searching it takes up to 16 bytes for each.
  func jail(maxPixels: Int) -> Jail {
    Jail(memory: maxMemory.map { $0 << 20 } ?? 1 << 30 + 16 * maxPixels)
  }

  private static let hasSpoken = Mutex(false)

  /// Says once that there is no filter. Whoever returns from here finds it said: the line comes before every message.
  ///
  /// - Parameter shortfall: The reason; empty if there is a filter.
  func note(_ shortfall: String, on console: Console) {
    guard isVerbose, !shortfall.isEmpty else { return }
    Self.hasSpoken.withLock { hasSpoken in
      if !hasSpoken { console.say("note: the jail has no filter of system calls: \(shortfall)") }
      hasSpoken = true
    }
  }
}
