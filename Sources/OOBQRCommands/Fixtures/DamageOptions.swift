import ArgumentParser
import PictureDamage

/// The values of `--seed`.
enum SeedOption {
  static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else { throw ValidationError("it is not a whole number in 0…\(UInt64.max).") }
    return seed
  }
}

extension [[Damage]] {
  /// Parses a value of `--damage` with ranges and lists of strengths.
  init(option text: String) throws {
    do { self = try Damage.lists(parsing: text) } catch { throw ValidationError("--damage '\(text)': \(error).") }
    for damages in self { try damages.validateOrder(of: "--damage", in: text) }
  }
}

extension [Damage] {
  /// Parses a value of `--kind`.
  init(option text: String) throws {
    do { self = try Damage.list(parsing: text) } catch { throw ValidationError("--kind '\(text)': \(error).") }
    try validateOrder(of: "--kind", in: text)
  }

  fileprivate func validateOrder(of option: String, in text: String) throws {
    if dropLast().contains(where: { $0.kind == .jpeg }) {
      throw ValidationError("\(option) '\(text)': jpeg is the format of the file, so it comes last.")
    }
  }
}
