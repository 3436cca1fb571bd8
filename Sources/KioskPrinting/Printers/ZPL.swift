public import Imaging
public import QRSymbology
import TextFormats
public import Typesetting

/// An encoder of labels in ZPL II, the language of Zebra's label printers (Zebra, ZPL II Programming Guide).
public enum ZPL {
  /// Encodes a label as exact dots, in graphic fields of at most 99,999 bytes (`^GFA`, hexadecimal, with `:` for a row
  /// equal to the previous one and `,` for a row that is light to its end).
  ///
  /// - Parameters:
  ///   - image: One pixel is one dot; at most 32,000 on a side.
  ///   - copies: 1…99999999.
  /// - Throws: ``PrintFault`` if a side has more than 32,000 dots.
  public static func label(_ image: BilevelImage, copies: Int = 1) throws(PrintFault) -> [UInt8] {
    let rows = image.darkBits
    let band = max(1, graphicLimit / image.rowBytes)
    let fields = stride(from: 0, to: rows.count, by: band).map { top in
      graphic(rows[top..<min(top + band, rows.count)], rowBytes: image.rowBytes, top: top)
    }
    return try format((image.width, image.height), copies: copies, fields: fields)
  }

  private static let graphicLimit = 99_999
  /// The limit of `^PW` and `^LL`, in dots.
  private static let sideLimit = 32_000

  private static func graphic(_ rows: ArraySlice<[UInt8]>, rowBytes: Int, top: Int) -> String {
    var data = ""
    var last: [UInt8]?
    for row in rows {
      if row == last {
        data += ":"
      } else {
        let used = row.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        data += HexadecimalText.of(Array(row[..<used]), isUpperCase: true)
        if used < row.count { data += "," }
      }
      last = row
    }
    let total = rowBytes * rows.count
    return "^FO0,\(top)^GFA,\(total),\(total),\(rowBytes),\(data)^FS"
  }

  /// Encodes a label whose symbol the printer draws (`^BQ`), with the caption in the printer's font (`^A0`).
  ///
  /// The message is one byte-mode segment: manual input, mode B, which accepts 00 to FF according to the guide. Whether
  /// a firmware preserves bytes that are not UTF-8 under `^CI28` is not documented; exact dots do not depend on it. The
  /// printer chooses the version. Each line of the caption is a field; the printer clips lines that are wider than the
  /// label.
  ///
  /// - Parameters:
  ///   - message: At least 1 byte; with escapes at most 3,064.
  ///   - level: The level, sent both in `^BQ` and in the field.
  ///   - mask: The mask that the printer is asked for.
  ///   - layout: The positions of the symbol with its quiet zone and of the caption; 1…10 dots per module.
  ///   - quietZone: Light modules on each side, as for the layout.
  ///   - caption: Lines of UTF-8; `nil` for none.
  ///   - style: Only size and number of lines are used; the font is the printer's.
  ///   - size: The label's width and height in dots.
  ///   - resolution: The printer's resolution.
  ///   - copies: 1…99999999.
  /// - Throws: ``PrintFault`` if a module has not 1…10 dots (`^BQ`), or a field more than 3,072 bytes.
  public static func nativeLabel(
    _ message: [UInt8], level: QRSymbol.ErrorCorrectionLevel, mask: QRSymbol.Mask, layout: LabelLayout,
    quietZone: Int, caption: String?, style: CaptionStyle, size: (width: Int, height: Int),
    resolution: PrintResolution, copies: Int = 1
  ) throws(PrintFault) -> [UInt8] {
    try PrintFault.checkModule(layout.dots, most: mostNativeDots)
    let data = "\(level.letter)M,B\(DecimalText.padded(message.count, to: 4))" + escaped(message)
    guard data.utf8.count <= fieldLimit else {
      throw PrintFault(
        "\(data.utf8.count) bytes with escapes are more than \(fieldLimit), the most in a printer's field; leave out "
          + "--native")
    }
    let (x, y) = (layout.symbol.x + quietZone * layout.dots, layout.symbol.y + quietZone * layout.dots)
    // ^BQ moves the symbol down by the bar code height of ^BY; 0 is not allowed, so 1 is subtracted again.
    var fields = [
      "^BY2,3,1^FO\(x),\(max(0, y - 1))^BQN,2,\(layout.dots),\(level.letter),\(mask.reference)^FH_^FD\(data)^FS"
    ]
    if let caption, let place = layout.caption {
      let letters = Int((style.size / 72 * resolution.dotsPerInch).rounded())
      // Each line is its own field: a field block prints excess text over its last line.
      let lines = nativeLines(caption, style).lines
      let top = layout.isCaptionBeside ? place.y + max(0, (place.height - lines.count * letters) / 2) : place.y
      for (index, line) in lines.enumerated() {
        fields.append(
          "^FO\(place.x),\(top + index * letters)^A0N,\(letters),\(letters)^FH_^FD\(escaped(Array(line.utf8)))^FS")
      }
    }
    return try format(size, copies: copies, fields: fields)
  }

  /// Returns the lines of a caption that the printer sets, the last with three dots if more would follow.
  static func nativeLines(
    _ caption: String, _ style: CaptionStyle
  ) -> (lines: [String], isCut: Bool) {
    let all = caption.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    guard all.count > style.lines else { return (all, false) }
    return (Array(all[..<(style.lines - 1)]) + [all[style.lines - 1] + "..."], true)
  }

  /// The most dots per module of a symbol that the printer draws (`^BQ`).
  public static let mostNativeDots = 10
  /// The most bytes after `^FD`.
  private static let fieldLimit = 3072

  private static func format(
    _ size: (width: Int, height: Int), copies: Int, fields: [String]
  ) throws(PrintFault) -> [UInt8] {
    guard max(size.width, size.height) <= sideLimit else {
      throw PrintFault(
        "a label of \(size.width) × \(size.height) dots has a side above \(sideLimit) dots, the limit of ZPL")
    }
    precondition(1...99_999_999 ~= copies, "copies are 1…99999999")
    let lines =
      ["^XA", "^CI28", "^PW\(size.width)", "^LL\(size.height)", "^LH0,0"] + fields + ["^PQ\(copies)", "^XZ", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// Escapes command characters and anything but printable ASCII as `_` with two hexadecimal digits.
  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { byte -> String in
      let isPlain = 0x20...0x7E ~= byte && ![UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "_")].contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "_" + HexadecimalText.of([byte], isUpperCase: true)
    }.joined()
  }
}
