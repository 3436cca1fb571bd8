import PictureDamage
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import SymbolFixtures

// Usage: oobqr-noise [pictures]: counts the messages that are read and stand nowhere. There should be none.
let pictures = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
var random = SplitMix64(seed: 20)
let scanner = QRScanner(engine: .modules)
var (reads, recovered) = (0, 0)
var kinds = ["noise": 0, "texture of modules": 0, "part of a symbol": 0]

/// Gray noise, pixel by pixel.
func noise(_ random: inout SplitMix64) -> GrayImage {
  let (width, height) = (40 + Int(random.next() % 100), 40 + Int(random.next() % 100))
  return GrayImage(width: width, height: height, pixels: random.bytes(width * height))
}

/// Random dark and light modules, among them finder patterns at random places.
func texture(_ random: inout SplitMix64) -> GrayImage {
  let (scale, side) = (2 + Int(random.next() % 4), 25 + Int(random.next() % 30))
  var modules = (0..<side * side).map { _ in random.next() & 1 == 0 }
  for _ in 0..<Int(random.next() % 6) {
    let (left, top) = (Int(random.next() % UInt64(side - 8)), Int(random.next() % UInt64(side - 8)))
    for row in 0..<8 {
      for column in 0..<8 {
        let ring = max(abs(column - 3), abs(row - 3))
        modules[(top + row) * side + left + column] = ring != 2 && ring != 4
      }
    }
  }
  var image = GrayImage(width: side * scale, height: side * scale)
  for y in 0..<image.height {
    for x in 0..<image.width where modules[y / scale * side + x / scale] { image[x: x, y: y] = 0 }
  }
  return image
}

/// Three fifths of a symbol, and noise: enough to be read in some, with error correction.
func part(_ random: inout SplitMix64) -> (GrayImage, message: [UInt8]) {
  let message = random.bytes(10 + Int(random.next() % 100))
  guard let symbol = try? QREncoder(level: .high).encode(message) else { return (noise(&random), []) }
  var image = GrayImage(symbol, scale: 2 + Int(random.next() % 3))
  let kept = image.height * 3 / 5
  let isUpper = random.next() & 1 == 0
  for y in isUpper ? kept..<image.height : 0..<image.height - kept {
    for x in 0..<image.width { image[x: x, y: y] = UInt8(truncatingIfNeeded: random.next()) }
  }
  return (image, message)
}

for index in 0..<pictures {
  let (kind, image, message): (String, GrayImage, [UInt8])
  switch index % 3 {
  case 0: (kind, image, message) = ("noise", noise(&random), [])
  case 1: (kind, image, message) = ("texture of modules", texture(&random), [])
  default:
    let (picture, hidden) = part(&random)
    (kind, image, message) = ("part of a symbol", picture, hidden)
  }
  kinds[kind, default: 0] += 1
  let found = (try? scanner.scan(image)) ?? []
  recovered += found.count { $0.message == message }
  for wrong in found where wrong.message != message {
    reads += 1
    print("picture \(index), \(kind): \(wrong.attempt), version \(wrong.version?.number ?? 0)")
  }
}
for (kind, count) in kinds.sorted(by: { $0.key < $1.key }) { print("\(count) × \(kind)") }
print("\(pictures) pictures: \(reads) wrong messages; \(recovered) parts were read rightly")
