import ArgumentParser

/// Who may read and write a new file, as octal digits: 600, 644.
struct FileMode: CustomStringConvertible {
  let bits: UInt32

  private init(_ bits: UInt32) { self.bits = bits }

  /// Parses a value of `--file-mode`.
  init(option text: String) throws {
    // A number may have a sign, a mode may not.
    guard 3...4 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x37 ~= $0 }),
      let bits = UInt32(text, radix: 8), bits <= 0o777
    else { throw ValidationError("it is not three octal digits, such as 644.") }
    self.bits = bits
  }

  var description: String { String(bits, radix: 8) }

  /// Only the owner: for files that carry a one-time token, which anyone who reads it can redeem.
  static let owner = FileMode(0o600)
  /// What the umask leaves.
  static let anyone = FileMode(0o666)
}
