// Compares our own encoder with libqrencode, module for module, over random messages, levels and versions.
// Usage: oobqr-encoders [number of messages]

import PictureDamage
import QREncoding
import QRSymbology

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let alphabets = [
  "0123456789", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:", "abcdefghijklmnopqrstuvwxyz-_0123456789",
]
.map { Array($0.utf8) }
var random = SplitMix64(seed: 18004)
var (compared, different, refused) = (0, 0, 0)
var versions: Set<Int> = []
for index in 0..<count {
  var message: [UInt8] = []
  for _ in 0...Int.random(in: 0...3, using: &random) {
    let length = Int.random(in: 1...(Int.random(in: 0..<8, using: &random) == 0 ? 700 : 60), using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 {
      message += random.bytes(length)
    } else {
      let alphabet = alphabets[Int.random(in: 0..<alphabets.count, using: &random)]
      message += (0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
    }
  }
  let level = QRSymbol.ErrorCorrectionLevel.allCases[index % 4]
  var encoder = QREncoder(level: level)
  if index % 3 == 0 { encoder.version = QRSymbol.Version(Int.random(in: 1...40, using: &random)) }
  guard let symbol = try? encoder.encode(message) else {
    refused += 1
    continue
  }
  encoder.engine = .libqrencode
  compared += 1
  versions.insert(symbol.version.number)
  if try encoder.encode(message) != symbol {
    different += 1
    print("different: version \(symbol.version), level \(level), \(message.count) bytes, message \(index)")
  }
}
print(
  "\(compared) symbols of \(versions.count) versions compared with libqrencode, \(different) different; "
    + "\(refused) messages did not fit their version")
if different > 0 { fatalError("the encoders differ") }
