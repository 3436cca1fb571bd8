import Imaging
import PictureDamage
import Testing

@testable import ImageCoding

/// Little of what follows the last pixel is inflated.
struct BoundedPNGTests {
  /// Columns and rows of the passes: the first, and the distance to the next (ISO/IEC 15948, 8.2).
  static let passes = [
    (0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2),
  ]

  /// How many bytes the rows have, each with its filter.
  static func rowBytes(_ width: Int, _ height: Int, pixelBits: Int, isInterlaced: Bool) -> Int {
    (isInterlaced ? passes : [(0, 1, 0, 1)]).reduce(0) { sum, pass in
      let columns = max(0, (width - pass.0 + pass.1 - 1) / pass.1)
      let rows = max(0, (height - pass.2 + pass.3 - 1) / pass.3)
      return columns == 0 ? sum : sum + rows * (1 + (columns * pixelBits + 7) / 8)
    }
  }

  @Test func `no picture has more bytes than are inflated`() throws {
    for pixelBits in [1, 2, 4, 8, 16, 24, 32, 48, 64] {
      for (width, height) in (1...20).flatMap({ width in (1...20).map { (width, $0) } }) + [(1, 4000), (4000, 1)] {
        let file = HandmadePNG.file(
          width: width, height: height, depth: pixelBits > 16 ? pixelBits / (pixelBits % 3 == 0 ? 3 : 4) : pixelBits,
          color: pixelBits <= 16 ? 0 : pixelBits % 3 == 0 ? 2 : 6, data: [])
        let most = try #require(PNG.Work(file, (width, height))).bytes
        #expect(Self.rowBytes(width, height, pixelBits: pixelBits, isInterlaced: false) <= most)
        #expect(Self.rowBytes(width, height, pixelBits: pixelBits, isInterlaced: true) <= most)
      }
    }
  }

  /// - Returns: Gray, which is libpng's format 0.
  private static func read(_ file: [UInt8], within work: PNG.Work?) throws -> [UInt8] {
    try PNG.Reader().read(
      file, format: 0, channels: 1, maxPixels: 1 << 24, background: 255, within: work
    ).pixels
  }

  @Test(arguments: [(0, 1, 1), (0, 16, 16), (2, 8, 24), (2, 16, 48), (4, 8, 16), (6, 16, 64)], [false, true])
  func `the pixels are those of the whole file`(kind: (color: UInt8, depth: Int, bits: Int), isInterlaced: Bool) throws
  {
    var source = SplitMix64(seed: 7)
    for (width, height) in [(1, 1), (3, 5), (64, 9), (700, 450)] {
      let count = Self.rowBytes(width, height, pixelBits: kind.bits, isInterlaced: isInterlaced)
      // Each of these values is a filter.
      let data = (0..<count).map { _ in UInt8.random(in: 0...4, using: &source) }
      for extra in [0, 1, 300_000] {
        let file = HandmadePNG.file(
          width: width, height: height, depth: kind.depth, color: kind.color, isInterlaced: isInterlaced,
          data: data + [UInt8](repeating: 0, count: extra))
        let whole = try Self.read(file, within: nil)
        var work = try #require(PNG.Work(file, (width, height)))
        #expect(try Self.read(file, within: work) == whole)
        work.bytes = count
        #expect(try Self.read(file, within: work) == whole)
        // What is white on white is decoded on black. Large pictures in colours with transparency have a test of their own.
        let isLarge = kind.color == 6 && width == 700
        #expect(try isLarge || PNG.decode(file).pixels == whole || whole.allSatisfy { $0 == 255 })
        // So no byte more is inflated.
        work.bytes = count - 1
        #expect(throws: ImageCodingError.self) { try Self.read(file, within: work) }
      }
    }
  }

  @Test func `what is wrong with a large file is said in the same words`() throws {
    let (width, height) = (400, 300)
    let count = Self.rowBytes(width, height, pixelBits: 64, isInterlaced: true)
    let file = HandmadePNG.file(
      width: width, height: height, depth: 16, color: 6, isInterlaced: true, data: [UInt8](repeating: 1, count: count))
    #expect(PNG.compressedBytes(file) > PNG.soonInflated)
    #expect(try PNG.decode(file).pixels.count == width * height)
    func reason(_ decode: () throws -> some Any) -> String {
      do { return "\(try decode())" } catch { return "\(error)" }
    }
    // The data and its checksum.
    for place in [45, 60_000, 66_000, file.count - 13] {
      var copy = file
      copy[place] ^= 0xFF
      let (words, whole) = (reason { try PNG.decode(copy) }, reason { try Self.read(copy, within: nil) })
      #expect(words == whole, "\(place)")
      #expect(throws: ImageCodingError.self) { try PNG.decode(copy) }
    }
    // Files that end early, and one whose chunk is longer than the file.
    var long = file
    long[34] ^= 0x7F
    for copy in [long] + [300_000, 400_000, file.count - 12].map({ Array(file.prefix($0)) }) {
      #expect(
        reason { try PNG.decode(copy) }
          == "\(ImageCodingError.undecodable(format: .png, reason: "the file ends before its IEND chunk"))")
    }
  }

  @Test func `a large file with very many blocks is refused`() throws {
    func file(_ emptyBlocks: Int) -> [UInt8] {
      HandmadePNG.file(
        width: 3, height: 1, depth: 16, color: 0, data: [0, 1, 1, 2, 2, 3, 3], emptyBlocks: emptyBlocks)
    }
    let limit = try #require(PNG.Work(file(0), (3, 1))).blocks
    #expect {
      try PNG.decode(file(60_000))
    } throws: {
      $0 as? ImageCodingError
        == .tooMuchWork(format: .png, amount: limit + 1, work: "blocks of compressed pixels", limit: limit)
    }
    #expect(try PNG.decode(file(9_000)).pixels == [1, 2, 3])
    // An encoder may end a block with each row.
    let rows = (0..<60_000).flatMap { _ in [0, 7, 7] as [UInt8] }
    let tall = HandmadePNG.file(
      width: 1, height: 60_000, depth: 16, color: 0, data: rows, emptyBlocks: 120_000)
    #expect(try PNG.decode(tall).pixels == [UInt8](repeating: 7, count: 60_000))
    // An encoder may also end a chunk with each block: the type of a block is then in the next chunk.
    let divided = HandmadePNG.file(
      width: 1, height: 60_000, depth: 16, color: 0, data: rows, emptyBlocks: 60_000, chunkBytes: 5)
    #expect(try PNG.decode(divided).pixels == [UInt8](repeating: 7, count: 60_000))
  }

  @Test func `a large file with very many code tables is refused`() throws {
    let rows = [UInt8](repeating: 0, count: 4001 * 2000)
    func file(_ emptyTables: Int, chunkBytes: Int? = nil, emptyChunks: Bool = false) -> [UInt8] {
      HandmadePNG.file(
        width: 2000, height: 2000, depth: 16, color: 0, data: rows, emptyTables: emptyTables / 8,
        chunkBytes: chunkBytes,
        emptyChunks: emptyChunks)
    }
    let work = try #require(PNG.Work(file(0), (2000, 2000)))
    #expect(work.blocksWithTables == 4001 * 2000 / 2048 + 16384)
    // In whichever chunk the type of a block is: blocks of 90 bits begin at every place in chunks of eleven bytes.
    for large in [file(24_000), file(24_000, chunkBytes: 11), file(24_000, chunkBytes: 11, emptyChunks: true)] {
      #expect {
        try PNG.decode(large)
      } throws: {
        $0 as? ImageCodingError
          == .tooMuchWork(
            format: .png, amount: work.blocksWithTables + 1, work: "blocks of compressed pixels with code tables",
            limit: work.blocksWithTables)
      }
    }
    #expect(try PNG.decode(file(20_000)).pixels.allSatisfy { $0 == 0 })
  }

  @Test(arguments: [(0, 1), (2, 3), (4, 2), (6, 4)] as [(color: UInt8, channels: Int)])
  func `interlaced pictures with 16 bits are decoded as others`(kind: (color: UInt8, channels: Int)) throws {
    for (width, height) in (1...9).flatMap({ width in (1...9).map { (width, $0) } }) + [(150, 120)] {
      var source = SplitMix64(seed: 7)
      let pixelBytes = 2 * kind.channels
      let pixels = (0..<width * height).map { _ in
        (0..<pixelBytes).map { _ in UInt8.random(in: 0...255, using: &source) }
      }
      let rows = (0..<height).flatMap { y in [0] + pixels[y * width..<(y + 1) * width].joined() }
      var passes: [UInt8] = []
      for pass in Self.passes where pass.0 < width {
        for y in stride(from: pass.2, to: height, by: pass.3) {
          passes += [0] + stride(from: pass.0, to: width, by: pass.1).flatMap { pixels[y * width + $0] }
        }
      }
      func image(_ data: [UInt8], isInterlaced: Bool) throws -> (gray: [UInt8], color: [UInt8]) {
        let file = HandmadePNG.file(
          width: width, height: height, depth: 16, color: kind.color, isInterlaced: isInterlaced, data: data)
        return (try PNG.decode(file).pixels, try PNG.decodeColor(file).pixels)
      }
      let (plain, interlaced) = (try image(rows, isInterlaced: false), try image(passes, isInterlaced: true))
      // libpng takes linear light of eight bits, of which dark grays have few levels, for the gray of colours.
      func isNear(_ a: UInt8, _ b: UInt8) -> Bool { abs(Int(a) - Int(b)) <= (a < 80 && kind.channels == 3 ? 12 : 2) }
      #expect(zip(plain.gray, interlaced.gray).allSatisfy(isNear), "\(width) × \(height)")
      #expect(zip(plain.color, interlaced.color).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(width) × \(height)")
      #expect(plain.gray.count == interlaced.gray.count && plain.color.count == interlaced.color.count)
    }
  }
}
