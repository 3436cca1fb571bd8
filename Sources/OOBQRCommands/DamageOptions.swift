import ArgumentParser
import OutOfBand
import SymbolFixtures

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
