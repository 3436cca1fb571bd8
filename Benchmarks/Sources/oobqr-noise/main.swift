import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import SymbolFixtures

// Usage: oobqr-noise [pictures]: counts what is read where nothing stands. The answer should be nothing.
let pictures = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
var random = SplitMix64(seed: 20)
let scanner = QRScanner(engine: .modules)
var reads = 0
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

/// Less than two thirds of a symbol: no error correction can bring it back.
func part(_ random: inout SplitMix64) -> GrayImage {
  let message = random.bytes(10 + Int(random.next() % 100))
  guard let symbol = try? QREncoder(level: .high).encode(message) else { return noise(&random) }
  var image = GrayImage(symbol, scale: 2 + Int(random.next() % 3))
  let kept = image.height * 3 / 5
  let isUpper = random.next() & 1 == 0
  for y in isUpper ? kept..<image.height : 0..<image.height - kept {
    for x in 0..<image.width { image[x: x, y: y] = UInt8(truncatingIfNeeded: random.next()) }
  }
  return image
}

for index in 0..<pictures {
  let (kind, image) =
    switch index % 3 {
    case 0: ("noise", noise(&random))
    case 1: ("texture of modules", texture(&random))
    default: ("part of a symbol", part(&random))
    }
  kinds[kind, default: 0] += 1
  let found = (try? scanner.scan(image)) ?? []
  if !found.isEmpty {
    reads += found.count
    print("picture \(index), \(kind): \(found.map { ($0.attempt, $0.version?.number ?? 0, $0.message.count) })")
  }
}
for (kind, count) in kinds.sorted(by: { $0.key < $1.key }) { print("\(count) × \(kind)") }
print("\(pictures) pictures without a symbol: \(reads) reads")
