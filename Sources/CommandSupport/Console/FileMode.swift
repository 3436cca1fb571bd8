import ArgumentParser

/// Who may read and write a new file, as octal digits: 600, 644.
package struct FileMode: CustomStringConvertible {
  package let bits: UInt32

  private init(_ bits: UInt32) { self.bits = bits }

  /// Parses a value of `--file-mode`.
  package init(option text: String) throws {
    guard text.wholeMatch(of: /0?[0-7]{3}/) != nil, let bits = UInt32(text, radix: 8) else {
      throw ValidationError("give three octal digits, such as 644.")
    }
    self.bits = bits
  }

  package var description: String { String(bits, radix: 8) }

  /// Only the owner: for files that carry a one-time token, which anyone who reads it can redeem.
  package static let owner = FileMode(0o600)
  /// What the umask leaves.
  package static let anyone = FileMode(0o666)
}
