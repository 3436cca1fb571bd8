import ArgumentParser

/// Who may read and write a new file, as octal digits: 600, 644.
struct FileMode: ExpressibleByArgument {
  let bits: UInt32

  private init(_ bits: UInt32) { self.bits = bits }

  init?(argument: String) {
    // A number may have a sign, a mode may not.
    guard 3...4 ~= argument.utf8.count, argument.utf8.allSatisfy({ 0x30...0x37 ~= $0 }),
      let bits = UInt32(argument, radix: 8), bits <= 0o777
    else { return nil }
    self.bits = bits
  }

  var defaultValueDescription: String { String(bits, radix: 8) }

  /// Only the owner: for files that carry a one-time token, which anyone who reads it can redeem.
  static let owner = FileMode(0o600)
  /// What the umask leaves.
  static let anyone = FileMode(0o666)
}
