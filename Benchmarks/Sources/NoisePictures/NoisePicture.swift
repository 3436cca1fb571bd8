public import Imaging
public import PictureDamage
import QREncoding
import QRSymbology
import SymbolDrawing
import SymbolFixtures

/// A picture from which no message may be read, except one that is partly in it.
public struct NoisePicture: Sendable {
  public let kind: Kind
  public let image: GrayImage
  /// The messages of the symbols that are partly in the picture.
  public let messages: [[UInt8]]

  public enum Kind: String, Sendable, CaseIterable {
    case noise
    case texture = "texture of modules"
    case part = "part of a symbol"
    case overlapping = "overlapping symbols of versions 1 to 4"
    case replaced = "symbol of versions 1 to 4, half replaced"

    /// Noise, and symbols with strong error correction.
    public static let mixed: [Kind] = [.noise, .texture, .part]
    /// Symbols with little error correction, in which decoders see messages soonest.
    public static let small: [Kind] = [.overlapping, .replaced]
  }

  public init(_ kind: Kind, _ random: inout SplitMix64) {
    self.kind = kind
    switch kind {
    case .noise: (image, messages) = (Self.noise(&random), [])
    case .texture: (image, messages) = (Self.texture(&random), [])
    case .part: (image, messages) = Self.part(&random)
    case .overlapping: (image, messages) = Self.overlapping(&random)
    case .replaced: (image, messages) = Self.replaced(&random)
    }
  }

  /// Gray noise, pixel by pixel.
  private static func noise(_ random: inout SplitMix64) -> GrayImage {
    let (width, height) = (40 + Int(random.next() % 100), 40 + Int(random.next() % 100))
    return GrayImage(width: width, height: height, pixels: random.bytes(width * height))
  }

  /// Random dark and light modules, with finder patterns at random places.
  private static func texture(_ random: inout SplitMix64) -> GrayImage {
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

  /// Three fifths of a symbol, and noise: error correction can read some.
  private static func part(_ random: inout SplitMix64) -> (GrayImage, messages: [[UInt8]]) {
    let message = random.bytes(10 + Int(random.next() % 100))
    guard let symbol = try? QREncoder(level: .high).encode(message) else { return (noise(&random), []) }
    var image = GrayImage(symbol, scale: 2 + Int(random.next() % 3))
    let kept = image.height * 3 / 5
    let isUpper = random.next() & 1 == 0
    for y in isUpper ? kept..<image.height : 0..<image.height - kept {
      for x in 0..<image.width { image[x: x, y: y] = UInt8(truncatingIfNeeded: random.next()) }
    }
    return (image, [message])
  }

  /// The greatest length of a message in version 4 at level L (ISO/IEC 18004, table 7).
  private static let smallCapacity = 78

  /// A symbol with part of another one drawn over it.
  private static func overlapping(_ random: inout SplitMix64) -> (GrayImage, messages: [[UInt8]]) {
    let scale = 2 + Int(random.next() % 4)
    let messages = (0..<2).map { _ in random.bytes(1 + Int(random.next() % UInt64(smallCapacity))) }
    guard let below = try? symbol(messages[0], scale), let above = try? symbol(messages[1], scale) else {
      return (noise(&random), [])
    }
    var image = GrayImage(width: below.width + above.width / 2, height: below.height + above.height / 2)
    func draw(_ picture: GrayImage, left: Int, top: Int) {
      for y in 0..<picture.height where top + y < image.height {
        for x in 0..<picture.width where left + x < image.width { image[x: left + x, y: top + y] = picture[x: x, y: y] }
      }
    }
    draw(below, left: 0, top: 0)
    draw(
      above, left: Int(random.next() % UInt64(below.width)), top: Int(random.next() % UInt64(below.height)))
    return (image, messages)
  }

  /// A symbol, half of which is another symbol's, or half of whose modules are random.
  private static func replaced(_ random: inout SplitMix64) -> (GrayImage, messages: [[UInt8]]) {
    let scale = 2 + Int(random.next() % 4)
    let length = 1 + Int(random.next() % UInt64(smallCapacity))
    let messages = [random.bytes(length), random.bytes(length)]
    guard var image = try? symbol(messages[0], scale), let other = try? symbol(messages[1], scale),
      image.width == other.width
    else { return (noise(&random), []) }
    let way = random.next() % 3
    let columns = image.width / scale
    let cells = random.bytes(columns * columns)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let cell = cells[y / scale * columns + x / scale]
        switch way {
        case 0 where y < image.height / 2, 1 where x < image.width / 2: image[x: x, y: y] = other[x: x, y: y]
        case 2 where cell & 1 == 1: image[x: x, y: y] = cell & 2 == 0 ? 0 : 255
        default: break
        }
      }
    }
    return (image, messages)
  }

  private static func symbol(_ message: [UInt8], _ scale: Int) throws -> GrayImage {
    GrayImage(try QREncoder(level: .low).encode(message), scale: scale)
  }
}
