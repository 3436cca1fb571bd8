import ArgumentParser
import PictureDamage

/// The values of `--seed`.
enum SeedOption {
  static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else { throw ValidationError("it is not in 0…\(UInt64.max).") }
    return seed
  }
}

extension [[Damage]] {
  /// Parses a value of `--damage` with ranges and lists of strengths.
  init(option text: String) throws {
    do { self = try Damage.lists(parsing: text) } catch { throw ValidationError("--damage '\(text)': \(error).") }
    for damages in self { try damages.validateOrder(in: text) }
  }
}

extension [Damage] {
  /// Parses a value of `--damage`.
  init(option text: String) throws {
    do { self = try Damage.list(parsing: text) } catch { throw ValidationError("--damage '\(text)': \(error).") }
    try validateOrder(in: text)
  }

  fileprivate func validateOrder(in text: String) throws {
    if dropLast().contains(where: { $0.kind == .jpeg }) {
      throw ValidationError("--damage '\(text)': jpeg is the format of the file, so it comes last.")
    }
  }
}
