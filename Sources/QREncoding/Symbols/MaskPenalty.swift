import QRSymbology

/// The penalty of two masks on a symbol's lines (ISO/IEC 18004:2015, 7.8.3), counted where libqrencode counts it.
///
/// A vector holds the same 64 positions of a line under both masks. Each condition compares whole lines with their
/// neighbours, so one operation covers every position. With rows as lines, the penalties found are those of columns,
/// and the other way round.
struct MaskPenalty {
  private typealias Vector = SIMD2<UInt64>

  /// Points for runs, blocks and finder-like patterns (ISO/IEC 18004:2015, table 11).
  private static let block = 3, finder = 40, balance = 10

  private var runs = SIMD2<UInt64>()
  private var blocks = SIMD2<UInt64>()
  private var finders = SIMD2<UInt64>()
  private var dark = SIMD2<UInt64>()

  /// Light lines before and after those of a symbol, for the quiet zone.
  private static let border = 18

  /// Room for the lines of any symbol under two masks, and for the words that follow them.
  struct Buffers {
    fileprivate var masked: [SIMD2<UInt64>]
    fileprivate var following: [SIMD2<UInt64>]

    init(size: Int) {
      masked = Array(repeating: SIMD2(), count: size + 2 * border)
      following = masked
    }
  }

  /// - Parameters:
  ///   - lines: The unmasked data, as `SymbolBuilder` packs it.
  ///   - pair: Masks `2 × pair` and `2 × pair + 1`.
  ///   - countsBlocks: Whether dark modules and blocks of 2 × 2 are counted, which are the same in both directions.
  init(
    lines: [UInt64], planes: MaskPlanes, pair: Int, _ template: SymbolTemplate, countsBlocks: Bool,
    buffers: inout Buffers
  ) {
    let size = template.size
    for word in 0..<template.words {
      let start = planes.index(line: 0, word: word, mask: 2 * pair)
      for line in 0..<size {
        buffers.masked[Self.border + line] =
          planes.vectors[start + line] ^ Vector(repeating: lines[word * size + line])
        // The next word's first position, for pairs across words.
        if countsBlocks {
          buffers.following[Self.border + line] =
            word + 1 < template.words
            ? planes.vectors[start + size + line] ^ Vector(repeating: lines[(word + 1) * size + line]) : Vector()
        }
      }
      let positions = size - 64 * word
      count(buffers.masked, valid: positions >= 64 ? ~0 : (1 << UInt64(positions)) - 1)
      if countsBlocks {
        let pairs: UInt64 = positions > 64 ? ~0 : (1 << UInt64(positions - 1)) - 1
        countBlocks(buffers.masked, buffers.following, valid: pairs)
      }
    }
  }

  /// The penalty of runs, blocks and finder-like patterns.
  func penalty(_ lane: Int) -> Int {
    Int(runs[lane]) + Self.block * Int(blocks[lane]) + Self.finder * Int(finders[lane])
  }

  /// Ten points for each five per cent by which the share of dark modules, rounded to whole per cent, differs from half.
  func balancePenalty(_ lane: Int, size: Int) -> Int {
    let modules = size * size
    let percentage = (200 * Int(dark[lane]) + modules) / modules / 2
    return abs(percentage - 50) / 5 * Self.balance
  }

  /// Counts runs of five or more equal modules, and finder-like patterns.
  private mutating func count(_ lines: [Vector], valid: UInt64) {
    unsafe lines.withUnsafeBufferPointer { lines in
      let valid = Vector(repeating: valid)
      let size = lines.count - 2 * Self.border
      var lengths = ByteCounts()
      var starts = ByteCounts()
      // Whether each line equals the next, for the last four lines.
      var equal0 = Vector(), equal1 = Vector(), equal2 = Vector()
      var wasRun = Vector()
      for line in 0..<size {
        let at = Self.border + line
        let current = unsafe lines[at]
        let equal3 = line > 0 ? unsafe ~(current ^ lines[at - 1]) & valid : Vector()
        // Five equal modules end here. A run of n has n − 4 such ends and scores n − 2.
        let isRun = equal0 & equal1 & equal2 & equal3
        lengths.add(isRun)
        starts.add(isRun & ~wasRun)
        (equal0, equal1, equal2, wasRun) = (equal1, equal2, equal3, isRun)

        // A dark run begins here, and is at least three long.
        let three = unsafe current & lines[at + 1] & lines[at + 2] & ~lines[at - 1]
        let exact = unsafe three & ~lines[at + 3]
        let core = unsafe exact & lines[at - 2] & lines[at + 4] & ~lines[at - 3] & ~lines[at + 5]
        if core != Vector() {
          let before = unsafe ~(lines[at - 4] | lines[at - 5] | lines[at - 6])
          let after = unsafe ~(lines[at + 6] | lines[at + 7] | lines[at + 8])
          finders &+= Self.counts(core & (before | after))
        }
        let six = unsafe three & lines[at + 3] & lines[at + 4] & lines[at + 5]
        if six != Vector() {
          unsafe countDoubleFinders(six, at: at, lines)
          let nine = unsafe six & lines[at + 6] & lines[at + 7] & lines[at + 8]
          if nine != Vector() { unsafe countWideFinders(nine, at: line, lines) }
        }
      }
      runs &+= lengths.total &+ starts.total &* 2
    }
  }

  /// Counts finder-like patterns whose modules are two wide: dark, light, three times dark, light, dark, with four times
  /// light on one side. libqrencode looks for them at every width.
  ///
  /// - Parameter runs: Where a dark run of six or more begins.
  private mutating func countDoubleFinders(_ runs: Vector, at: Int, _ lines: UnsafeBufferPointer<Vector>) {
    let light = unsafe lines[at - 2] | lines[at - 5] | lines[at + 6] | lines[at + 7] | lines[at + 10]
    let core = unsafe runs & ~light & lines[at - 3] & lines[at - 4] & lines[at + 8] & lines[at + 9]
    guard core != Vector() else { return }
    let before = (at - 12..<at - 5).reduce(Vector()) { unsafe $0 | lines[$1] }
    let after = (at + 11..<at + 18).reduce(Vector()) { unsafe $0 | lines[$1] }
    finders &+= Self.counts(core & ~(before & after))
  }

  /// Counts finder-like patterns whose modules are three or more wide.
  ///
  /// - Parameter runs: Where a dark run of nine or more begins.
  private mutating func countWideFinders(_ runs: Vector, at start: Int, _ lines: UnsafeBufferPointer<Vector>) {
    let size = lines.count - 2 * Self.border
    func line(_ i: Int) -> Vector { 0..<size ~= i ? unsafe lines[Self.border + i] : Vector() }
    /// Where all lines of a range are light.
    func light(_ range: Range<Int>) -> Vector { ~range.reduce(Vector()) { $0 | line($1) } }
    func dark(_ range: Range<Int>) -> Vector { range.reduce(~Vector()) { $0 & line($1) } }
    var runs = runs
    var width = 3
    while runs != Vector(), start >= 2 * width, start + 5 * width <= size {
      let end = start + 3 * width
      // Most runs fail here: the next lines, and those where the outer dark ones begin.
      var core = runs & ~line(start - 1) & ~line(end) & line(start - width - 1) & line(end + width)
      if core != Vector() {
        core &= light(start - width..<start) & light(end..<end + width)
        core &= dark(start - 2 * width..<start - width) & dark(end + width..<end + 2 * width)
        core &= ~line(start - 2 * width - 1) & ~line(end + 2 * width)
        let before = light(start - 6 * width..<start - 2 * width)
        finders &+= Self.counts(core & (before | light(end + 2 * width..<end + 6 * width)))
      }
      runs &= dark(end..<end + 3)
      width += 1
    }
  }

  /// Counts dark modules and blocks of 2 × 2 equal modules.
  private mutating func countBlocks(_ lines: [Vector], _ following: [Vector], valid: UInt64) {
    unsafe lines.withUnsafeBufferPointer { lines in
      unsafe following.withUnsafeBufferPointer { following in
        let valid = Vector(repeating: valid)
        var blockCounts = ByteCounts()
        var darkCounts = ByteCounts()
        var before = (sides: Vector(), line: Vector())
        for line in Self.border..<lines.count - Self.border {
          let current = unsafe lines[line]
          let next = unsafe current &>> 1 | following[line] &<< 63
          let sides = ~(current ^ next)
          if line > Self.border {
            blockCounts.add(sides & before.sides & ~(current ^ before.line) & valid)
          }
          darkCounts.add(current)
          before = (sides, current)
        }
        blocks &+= blockCounts.total
        dark &+= darkCounts.total
      }
    }
  }

  private static func counts(_ vector: Vector) -> SIMD2<UInt64> {
    SIMD2(UInt64(vector[0].nonzeroBitCount), UInt64(vector[1].nonzeroBitCount))
  }

  /// A sum of set bits, kept in bytes until one could overflow: far fewer operations than counting each vector alone
  /// where the processor may not have an instruction for that.
  private struct ByteCounts {
    private var bytes = SIMD2<UInt64>()
    private var sum = SIMD2<UInt64>()
    private var added = 0

    @inline(__always) mutating func add(_ vector: Vector) {
      let pairs = vector &- (vector &>> 1 & 0x5555_5555_5555_5555)
      let nibbles = (pairs & 0x3333_3333_3333_3333) &+ (pairs &>> 2 & 0x3333_3333_3333_3333)
      bytes &+= (nibbles &+ nibbles &>> 4) & 0x0F0F_0F0F_0F0F_0F0F
      added += 1
      // Each addition adds at most 8 to a byte.
      if added == 31 { flush() }
    }

    private mutating func flush() {
      // Neighbours first: the multiplication would overflow its top byte.
      let words = (bytes & 0x00FF_00FF_00FF_00FF) &+ (bytes &>> 8 & 0x00FF_00FF_00FF_00FF)
      sum &+= (words &* 0x0001_0001_0001_0001) &>> 48
      (bytes, added) = (SIMD2(), 0)
    }

    var total: SIMD2<UInt64> {
      var copy = self
      copy.flush()
      return copy.sum
    }
  }
}
