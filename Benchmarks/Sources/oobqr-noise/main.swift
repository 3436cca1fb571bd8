import PictureDamage
import QREncoding
import NoisePictures
import QRScanning
import SymbolFixtures

// Usage: oobqr-noise [pictures]: counts the messages read that are not in the picture. There should be none.
let pictures = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
var random = SplitMix64(seed: 20)
let scanner = QRScanner(engine: .modules)
var (reads, recovered) = (0, 0)
var kinds: [NoisePicture.Kind: Int] = [:]

for index in 0..<pictures {
  let picture = NoisePicture(NoisePicture.Kind.allCases[index % 3], &random)
  kinds[picture.kind, default: 0] += 1
  let found = (try? scanner.scan(picture.image)) ?? []
  recovered += found.count { $0.message == picture.message }
  for wrong in found where wrong.message != picture.message {
    reads += 1
    let attempt = wrong.attempt.map { "\($0)" } ?? ""
    print("picture \(index), \(picture.kind.rawValue): \(attempt), version \(wrong.version?.number ?? 0)")
  }
}
for (kind, count) in kinds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { print("\(count) × \(kind.rawValue)") }
print("\(pictures) pictures: \(reads) wrong messages; \(recovered) parts were read correctly")
