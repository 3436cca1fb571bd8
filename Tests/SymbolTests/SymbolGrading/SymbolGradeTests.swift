import Imaging
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing
import TestSupport
import Testing

@testable import SymbolGrading

/// Grades on both sides of each limit of ISO/IEC 15415, on symbols drawn with known defects.
struct SymbolGradeTests {
  /// Version 2-M: one block of 44 codewords, of which 16 are error correction.
  static let small = try! QREncoder(level: .medium).encode("https://example.com/25")
  /// Version 7: 24 modules in each timing pattern beside the alignment patterns.
  static let large = try! QREncoder(level: .high, version: QRSymbol.Version(7)).encode("https://example.com/")

  // MARK: Contrast and modulation

  @Test(arguments: [(0.70, SymbolGrade.Grade.a), (0.55, .b), (0.40, .c), (0.20, .d)])
  func `symbol contrast changes its grade at the published limits`(limit: Double, grade: SymbolGrade.Grade) throws {
    // The lightest ink that still has the contrast, and the next lighter one.
    let level = try #require(LinearLight.linear.lastIndex { 1 - $0 >= limit })
    for (ink, expected) in [(level, grade), (level + 1, SymbolGrade.Grade(rawValue: grade.rawValue - 1))] {
      var image = GrayImage(Self.small, scale: 6)
      image.pixels = image.pixels.map { $0 == 0 ? UInt8(ink) : 255 }
      let result = try DrawnSymbol(Self.small).grade(image)
      #expect(result[.symbolContrast]?.grade == expected)
      #expect(abs((result[.symbolContrast]?.value ?? 0) - (1 - LinearLight.linear[ink])) < 1e-9)
      #expect(result[.modulation]?.grade == .a && result.overall == expected)
    }
  }

  @Test(arguments: [(0.50, SymbolGrade.Grade.a), (0.40, .b), (0.30, .c), (0.20, .d)])
  func `modulation changes its grade at the published limits`(limit: Double, grade: SymbolGrade.Grade) throws {
    let anatomy = try Self.small.anatomy()
    let data = anatomy.codewords.flatMap { $0 }.filter { Self.small.modules[$0] }
    for (modulation, expected) in [
      (limit + 0.01, grade), (limit - 0.01, SymbolGrade.Grade(rawValue: grade.rawValue - 1)),
    ] {
      var drawn = DrawnSymbol(Self.small)
      drawn.weaken(data, to: modulation)
      let result = try drawn.grade()
      #expect(result[.modulation]?.grade == expected && result[.reflectanceMargin]?.grade == expected)
      #expect(abs((result[.modulation]?.value ?? 0) - modulation) < 0.01)
      #expect(result[.decode]?.grade == .a && result[.finderPatterns]?.grade == .a)
    }
  }

  /// Sixteen codewords may be erased; the share that is left decides.
  @Test(arguments: [
    (0, SymbolGrade.Grade.a), (6, .a), (7, .b), (8, .b), (9, .c), (10, .c), (11, .d), (12, .d), (13, .f),
  ])
  func `error correction absorbs weak codewords`(count: Int, expected: SymbolGrade.Grade) throws {
    var drawn = DrawnSymbol(Self.small)
    for codeword in try Self.small.anatomy().codewords.prefix(count) { drawn.weaken([codeword[0]], to: 0.1) }
    let result = try drawn.grade()
    #expect(result[.modulation]?.grade == expected)
    #expect(result[.unusedErrorCorrection]?.grade == .a)
  }

  @Test(arguments: [(0, SymbolGrade.Grade.a), (3, .a), (4, .b), (5, .c), (6, .d), (7, .f), (8, .f)])
  func `unused error correction changes its grade at the published limits`(
    count: Int, expected: SymbolGrade.Grade
  ) throws {
    var drawn = DrawnSymbol(Self.small)
    for codeword in try Self.small.anatomy().codewords.prefix(count) { drawn.toggle([codeword[3]]) }
    let result = try drawn.grade()
    #expect(result[.unusedErrorCorrection]?.grade == expected)
    #expect(abs((result[.unusedErrorCorrection]?.value ?? -1) - (1 - Double(2 * count) / 16)) < 1e-9)
    // A wrong module is as dark or light as others, but has no margin; erasures cost half as much as errors.
    #expect(result[.modulation]?.value == 1 && result[.decode]?.grade == .a)
    #expect(result[.reflectanceMargin]?.grade == (count < 7 ? .a : .b))
    #expect(result[.reflectanceMargin]?.value == (count == 0 ? 1 : 0))
    #expect(result.remedies == (expected == .a ? [] : [.damaged(modules: count)]))
  }

  // MARK: Fixed patterns

  @Test(arguments: [(0, SymbolGrade.Grade.a), (1, .b), (2, .c), (3, .d), (4, .f)])
  func `finder patterns, quiet zone and format information change their grades at the published limits`(
    count: Int, expected: SymbolGrade.Grade
  ) throws {
    let anatomy = try Self.small.anatomy()
    var drawn = DrawnSymbol(Self.small)
    // A corner of the core, of the ring and of the border.
    drawn.toggle(
      [anatomy.finders[1][18], anatomy.finders[1][27], anatomy.finders[1][29], anatomy.finders[1][43]].prefix(count))
    var result = try drawn.grade()
    #expect(result[.finderPatterns]?.grade == expected && result[.finderPatterns]?.value == Double(count))
    #expect(result.fixedPatternDamage == expected && result.overall == expected)

    drawn = DrawnSymbol(Self.small)
    drawn.spots = (0..<count).map { [-2 * ($0 % 2) - 1, 2 * $0] }
    result = try drawn.grade()
    #expect(
      result[.quietZone]?.grade == expected && result.overall == expected,
      "\(result.parameters.map { "\($0.kind) \($0.grade) \($0.value ?? 0)" }) \(result.growthAcross) \(result.growthDown)"
    )
    #expect(result.remedies == (count == 0 ? [] : [.noQuietZone(modules: count)]))

    // One copy is enough.
    drawn = DrawnSymbol(Self.small)
    if count < 4 { drawn.toggle(anatomy.format[0].prefix(count)) }
    #expect(try drawn.grade()[.formatInformation]?.grade == .a)
    drawn.weaken(anatomy.format.flatMap { $0.prefix(count) }, to: 0.05)
    #expect(try drawn.grade()[.formatInformation]?.grade == expected)
    drawn = DrawnSymbol(Self.large)
    drawn.weaken(try Self.large.anatomy().version.flatMap { $0.prefix(count) }, to: 0.05)
    #expect(try drawn.grade()[.versionInformation]?.grade == expected)
  }

  @Test(arguments: [(0, SymbolGrade.Grade.a), (1, .b), (2, .c), (3, .d), (4, .f)])
  func `timing patterns change their grades at the published limits`(count: Int, expected: SymbolGrade.Grade) throws {
    let timing = try Self.large.anatomy().timing[0]
    #expect(timing.count == 24)
    var drawn = DrawnSymbol(Self.large)
    drawn.toggle((0..<count).map { timing[3 + 5 * $0] })
    let result = try drawn.grade()
    #expect(result[.timingPatterns]?.grade == expected)
    #expect(result[.timingPatterns]?.value == Double(count) / 24)
  }

  /// 150 modules in six patterns.
  @Test(arguments: [(0, SymbolGrade.Grade.a), (15, .b), (16, .c), (30, .c), (31, .d), (45, .d), (46, .f)])
  func `alignment patterns change their grades at the published limits`(
    count: Int, expected: SymbolGrade.Grade
  ) throws {
    let alignment = try Self.large.anatomy().alignment
    #expect(alignment.count == 150)
    var drawn = DrawnSymbol(Self.large)
    drawn.toggle(alignment.suffix(60).prefix(count))
    #expect(try drawn.grade()[.alignmentPatterns]?.grade == expected)
  }

  /// Weak modules count for the grades above their own.
  @Test func `a weak finder pattern has the grade of its modulation`() throws {
    for (modulation, expected) in [(0.45, SymbolGrade.Grade.b), (0.35, .c), (0.25, .d)] {
      var drawn = DrawnSymbol(Self.small)
      drawn.weaken(try Self.small.anatomy().finders[2], to: modulation)
      #expect(try drawn.grade()[.finderPatterns]?.grade == expected)
    }
  }

  // MARK: Grid

  @Test(arguments: [(0.06, SymbolGrade.Grade.a), (0.08, .b), (0.10, .c), (0.12, .d)])
  func `axial non-uniformity changes its grade at the published limits`(
    limit: Double, grade: SymbolGrade.Grade
  ) throws {
    for (value, expected) in [(limit - 0.004, grade), (limit + 0.004, SymbolGrade.Grade(rawValue: grade.rawValue - 1))]
    {
      for isWide in [false, true] {
        var drawn = DrawnSymbol(Self.small)
        let (long, short) = (8 + 4 * value, 8 - 4 * value)
        (drawn.width, drawn.height) = isWide ? (long, short) : (short, long)
        let result = try drawn.grade()
        #expect(result[.axialNonUniformity]?.grade == expected && result.overall == expected)
        #expect(abs((result[.axialNonUniformity]?.value ?? 0) - value) < 0.004)
        if expected != .a {
          guard case .stretched(let share, isTilted: false)? = result.remedies.first else {
            Issue.record("\(result.remedies)")
            continue
          }
          #expect(result.remedies.count == 1 && abs(share - (drawn.width / drawn.height - 1)) < 0.005)
        }
      }
    }
  }

  @Test(arguments: [(0.30, SymbolGrade.Grade.a), (0.48, .b), (0.62, .c), (0.74, .d), (0.81, .f)])
  func `grid non-uniformity has the grade of the largest displacement`(
    displacement: Double, expected: SymbolGrade.Grade
  ) throws {
    let symbol = try QREncoder(level: .high, version: QRSymbol.Version(7)).encode("https://example.com/grid")
    let size = Double(symbol.size)
    /// Two parts that are displaced in opposite directions.
    func shift(_ place: SIMD2<Double>) -> Double {
      func part(_ x: Double, _ y: Double) -> Double {
        let distance = ((place.x - x) * (place.x - x) + (place.y - y) * (place.y - y)).squareRoot()
        return min(max((14 - distance) / 6, 0), 1)
      }
      return part(22, 9.5) - part(22, 35.5)
    }
    // What an even grid leaves of it.
    let pairs = (0..<400).map { i -> (point: SIMD2<Double>, place: SIMD2<Double>, weight: Double) in
      let point = SIMD2(3.5 + Double(i % 20) * 2, 3.5 + Double(i / 20) * 2)
      return (point / size, point + SIMD2(shift(point), 0), 1)
    }
    let even = Homography(unitSquareTo: try #require(Homography.corners(fitting: pairs, depth: 0.1)))
    let left = pairs.map { ($0.place - even.apply($0.point.x, $0.point.y)).length }.max() ?? 1
    var drawn = DrawnSymbol(symbol)
    drawn.shift = { SIMD2(displacement / left * shift($0), 0) }
    let result = try drawn.grade()
    let value = try #require(result[.gridNonUniformity]?.value)
    #expect(result[.gridNonUniformity]?.grade == expected, "\(value)")
    // The mean over a few modules lessens a displacement of so small a part.
    #expect(0.8 * displacement...1.03 * displacement ~= value, "\(value)")
  }

  @Test(arguments: [-2, -1, 0, 1, 2])
  func `print growth is measured`(sixths: Int) throws {
    // Edges in halves of a pixel, which the drawing has.
    let growth = Double(sixths) / 6
    var drawn = DrawnSymbol(Self.small)
    drawn.growth = growth
    let result = try drawn.grade()
    #expect(abs(result.growthAcross - growth) < 0.02 && abs(result.growthDown - growth) < 0.02)
    #expect(result[.gridNonUniformity]?.grade == .a && result[.axialNonUniformity]?.grade == .a)
  }

  // MARK: Whole symbols

  @Test func `a clean symbol has grade A in everything`() throws {
    for number in [1, 6, 7, 14] {
      for scale in number > 7 ? [2] : [1, 2, 3, 8] {
        let symbol = try QREncoder(level: .medium, version: QRSymbol.Version(number)).encode("clean \(number)")
        let result = try DrawnSymbol(symbol).grade(GrayImage(symbol, scale: scale))
        #expect(result.parameters.allSatisfy { $0.grade == .a }, "\(number) at \(scale)")
        #expect(result.overall == .a && result.remedies.isEmpty && abs(result.modulePixels - Double(scale)) < 0.01)
        #expect(result.growthAcross == 0 && result.growthDown == 0 && result.quietZoneOutside == 0)
        let kinds = Set(SymbolGrade.Parameter.Kind.allCases)
        let missing: Set<SymbolGrade.Parameter.Kind> =
          number == 1 ? [.alignmentPatterns, .versionInformation] : number < 7 ? [.versionInformation] : []
        #expect(Set(result.parameters.map(\.kind)) == kinds.subtracting(missing))
      }
    }
  }

  @Test func `turned, mirrored, light and Micro QR symbols are graded like others`() throws {
    let micro = try QREncoder(level: .low).encodeMicro(Array("MICRO".utf8))
    for symbol: any SquareSymbol in [Self.small, micro] {
      var drawn = DrawnSymbol(symbol)
      drawn.growth = 1.0 / 6
      let spot = 6 * symbol.size + 6
      drawn.toggle([spot])
      let image = drawn.image
      for (kind, image) in [
        ("upright", image), ("mirrored", image.mirrored), ("turned", image.turned), ("light", image.inverse),
      ] {
        let result = try drawn.grade(image)
        #expect(
          result[.finderPatterns]?.grade == .b && result[.finderPatterns]?.value == 1,
          "\(kind) \(symbol.summary) \(result.parameters.map { "\($0.kind) \($0.grade) \($0.value ?? 0)" })")
        #expect(result.parameters.filter { $0.kind != .finderPatterns }.allSatisfy { $0.grade == .a })
        #expect(
          abs(result.growthAcross - drawn.growth) < 0.03 && abs(result.growthDown - drawn.growth) < 0.03,
          "\(kind) \(result.growthAcross) \(result.growthDown)")
      }
    }
  }

  @Test func `what is not in the picture is not graded`() throws {
    var drawn = DrawnSymbol(Self.small)
    drawn.margin = 2
    let result = try drawn.grade()
    #expect(result[.quietZone]?.grade == .a && result.quietZoneOutside > 0.4 && result.quietZoneOutside < 0.6)
  }

  @Test func `symbols without a grid of the standard are refused`() throws {
    let image = GrayImage(Self.small, scale: 5)
    let zbar = try #require(try QRScanner(engine: .zbar).scan(image).first)
    #expect(throws: SymbolGradingError.readByZBar) { try SymbolGrade(of: zbar, in: image) }
    let corners = zbar.corners
    let modelOne = Detection(
      message: [1], corners: corners, engine: .modules, attempt: .grid(.direct, .plain, isModelOne: true))
    #expect(throws: SymbolGradingError.modelOne) { try SymbolGrade(of: modelOne, in: image) }
    let rectangular = Detection(
      message: [1], corners: corners, engine: .modules, version: .rectangular(RectangularMicroQRSymbol.Version.all[0]),
      attempt: .rectangular)
    #expect(throws: SymbolGradingError.rectangular) { try SymbolGrade(of: rectangular, in: image) }
    let unknown = Detection(message: [1], corners: corners, engine: .modules)
    #expect(throws: SymbolGradingError.noGrid) { try SymbolGrade(of: unknown, in: image) }
    for error in [SymbolGradingError.readByZBar, .modelOne, .rectangular, .noGrid] { #expect(!"\(error)".isEmpty) }
  }
}

extension GrayImage {
  /// Light and dark exchanged, as a scanner sees them.
  fileprivate var inverse: GrayImage {
    GrayImage(width: width, height: height, pixels: pixels.map { LinearLight.level(1 - LinearLight.linear[Int($0)]) })
  }
}
