import Glibc
import NoisePictures
import PictureDamage
import QREncoding
import QRScanning
import SymbolFixtures

// Usage: oobqr-noise [pictures [small]]: counts the messages read that are not in the picture. There should be none. Exits with
// 1 if there are. `small` is the number of pictures of spoilt small symbols.
let counts = CommandLine.arguments.dropFirst().compactMap { Int($0) }
var random = SplitMix64(seed: 20)
let scanner = QRScanner(engine: .modules)
var allWrong = 0

let groups: [(kinds: [NoisePicture.Kind], pictures: Int)] = [
  (NoisePicture.Kind.mixed, counts.first ?? 100_000), (NoisePicture.Kind.small, counts.dropFirst().first ?? 20_000),
]
for (kinds, pictures) in groups {
  var (wrongReads, recovered) = (0, 0)
  for index in 0..<pictures {
    let picture = NoisePicture(kinds[index % kinds.count], &random)
    let found = (try? scanner.scan(picture.image)) ?? []
    recovered += found.count { picture.messages.contains($0.message) }
    for wrong in found where !picture.messages.contains(wrong.message) {
      wrongReads += 1
      let attempt = wrong.attempt.map { "\($0)" } ?? ""
      let version = wrong.version.map { "\($0)" } ?? "unknown"
      print("picture \(index), \(picture.kind.rawValue): \(attempt), version \(version)")
    }
  }
  for (index, kind) in kinds.enumerated() {
    print("\(pictures / kinds.count + (index < pictures % kinds.count ? 1 : 0)) × \(kind.rawValue)")
  }
  print("\(pictures) pictures: \(wrongReads) wrong messages; \(recovered) parts were read correctly")
  allWrong += wrongReads
}
if allWrong > 0 { exit(1) }
