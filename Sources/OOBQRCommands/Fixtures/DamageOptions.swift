import ArgumentParser
import OutOfBand
import PictureDamage
import SymbolFixtures

/// What `--seed` takes.
enum SeedOption {
  static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else { throw ValidationError("--seed '\(text)' is not in 0…\(UInt64.max).") }
    return seed
  }
}

extension [Damage] {
  /// What `--damage` takes.
  init(option text: String) throws {
    let damages: [Damage]
    do { damages = try Damage.list(parsing: text) } catch { throw ValidationError("--damage '\(text)': \(error).") }
    if damages.dropLast().contains(where: { $0.kind == .jpeg }) {
      throw ValidationError("--damage '\(text)': jpeg is how the file is stored, so it comes last.")
    }
    self = damages
  }
}
