import QRSymbology

/// Codewords → modules: places the bits, chooses the mask, and unpacks the modules.
struct SymbolBuilder {
  private let template: SymbolTemplate
  private let level: QRSymbol.ErrorCorrectionLevel
  /// The data modules as bits, unmasked: the first word of all rows, then the second; and the same by columns.
  private let rows: [UInt64]
  private let columns: [UInt64]

  /// - Parameter codewords: All codewords of a symbol of that version and level, interleaved.
  init(_ codewords: [UInt8], version: QRSymbol.Version, level: QRSymbol.ErrorCorrectionLevel) {
    let template = SymbolTemplate.of(version, level)
    (self.template, self.level) = (template, level)
    rows = Self.packed(Self.placed(codewords, template.places, template), template)
    columns = Self.packed(Self.placed(codewords, template.transposedPlaces, template), template)
  }

  /// The symbol with the given mask, or with the one of the lowest penalty.
  func symbol(mask: QRSymbol.Mask?) -> QRSymbol {
    let mask = mask ?? lowestPenaltyMask()
    return QRSymbol(version: template.version, level: level, mask: mask, modules: modules(mask.reference))
  }

  /// Writes each bit as a byte at its place.
  private static func placed(_ codewords: [UInt8], _ places: [UInt16], _ template: SymbolTemplate) -> [UInt8] {
    var modules = [UInt8](repeating: 0, count: template.size * template.stride)
    unsafe modules.withUnsafeMutableBufferPointer { modules in
      unsafe places.withUnsafeBufferPointer { places in
        for (i, codeword) in codewords.enumerated() {
          // Every place is inside the modules, and there are eight for each codeword.
          for bit in 0..<8 { unsafe modules[Int(places[8 * i + bit])] = codeword >> (7 - UInt8(bit)) & 1 }
        }
      }
    }
    return modules
  }

  /// Packs bytes of 0 and 1 into words, eight bytes in one multiplication.
  private static func packed(_ modules: [UInt8], _ template: SymbolTemplate) -> [UInt64] {
    var packed = [UInt64](repeating: 0, count: template.words * template.size)
    unsafe modules.withUnsafeBytes { bytes in
      for word in 0..<template.words {
        for line in 0..<template.size {
          let start = line * template.stride + 64 * word
          var bits: UInt64 = 0
          for i in 0..<8 where 64 * word + 8 * i < template.size {
            let eight = unsafe bytes.loadUnaligned(fromByteOffset: start + 8 * i, as: UInt64.self)
            bits |= ((eight.littleEndian &* 0x0102_0408_1020_4080) >> 56) << UInt64(8 * i)
          }
          packed[word * template.size + line] = bits
        }
      }
    }
    return packed
  }

  private func lowestPenaltyMask() -> QRSymbol.Mask {
    var best = (reference: 0, penalty: Int.max)
    var buffers = MaskPenalty.Buffers(size: template.size)
    for pair in 0..<4 {
      // The dark modules are the same by rows and by columns; blocks are counted once.
      let byRows = MaskPenalty(
        lines: rows, planes: template.rows, pair: pair, template, countsBlocks: true, buffers: &buffers)
      let byColumns = MaskPenalty(
        lines: columns, planes: template.columns, pair: pair, template, countsBlocks: false, buffers: &buffers)
      for lane in 0..<2 {
        let penalty = byRows.penalty(lane) + byColumns.penalty(lane) + byRows.balancePenalty(lane, size: template.size)
        if penalty < best.penalty { best = (2 * pair + lane, penalty) }
      }
    }
    return QRSymbol.Mask.all[best.reference]
  }

  /// Unpacks bits to one Boolean each, eight in one multiplication.
  private func modules(_ mask: Int) -> [Bool] {
    let size = template.size
    // A row of bytes ends with up to seven more than it has modules, which the next row overwrites.
    var bytes = [Bool](repeating: false, count: size * size + 7)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      for line in 0..<size {
        for word in 0..<template.words {
          let plane = template.rows.vectors[template.rows.index(line: line, word: word, mask: mask)][mask % 2]
          let bits = rows[word * size + line] ^ plane
          for position in stride(from: 64 * word, to: min(64 * word + 64, size), by: 8) {
            // Bit i to byte i, as 1 << i; then every byte that is not 0 becomes 1.
            let spread = (bits >> UInt64(position % 64) & 0xFF) &* 0x0101_0101_0101_0101 & 0x8040_2010_0804_0201
            let eight = (spread &+ 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101
            unsafe bytes.storeBytes(of: eight.littleEndian, toByteOffset: line * size + position, as: UInt64.self)
          }
        }
      }
    }
    bytes.removeLast(7)
    return bytes
  }
}
