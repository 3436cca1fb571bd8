import Glibc

/// Conversion of text between character encodings, by the C library.
package enum CharacterConversion {
  /// The encoding with an ECI assignment number, as `iconv -l` lists it; `nil` for numbers that name no encoding of text (AIM
  /// ITS/04-023, Extended Channel Interpretations, Part 3: Register).
  package static func encoding(eci: Int) -> String? {
    switch eci {
    case 0, 2: "CP437"
    case 1, 3: "ISO-8859-1"
    case 4...18 where eci != 14: "ISO-8859-\(eci - 2)"
    case 20: "SHIFT_JIS"
    case 21: "CP1250"
    case 22: "CP1251"
    case 23: "CP1252"
    case 24: "CP1256"
    case 25: "UTF-16BE"
    case 26: "UTF-8"
    case 27: "US-ASCII"
    case 28: "BIG5"
    case 29: "GB2312"
    case 30: "EUC-KR"
    case 31: "GBK"
    case 32: "GB18030"
    case 33: "UTF-16LE"
    case 34: "UTF-32BE"
    case 35: "UTF-32LE"
    default: nil
    }
  }

  /// Converts text, without replacing anything.
  ///
  /// - Parameters:
  ///   - source: The name of the bytes' encoding, as `iconv -l` lists it.
  ///   - target: The name of the result's encoding.
  /// - Returns: `nil` if a character does not exist in the target, the bytes are not text in the source, or the C library
  ///   does not have one of the encodings.
  package static func convert(_ bytes: [UInt8], from source: String, to target: String) -> [UInt8]? {
    let converter = unsafe iconv_open(target, source)
    guard unsafe converter != iconv_t(bitPattern: -1) else { return nil }
    defer { unsafe _ = iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // Enough for every encoding in use here; a longer result is an error.
    var output = [CChar](repeating: 0, count: 4 * bytes.count + 4)
    var inputLeft = input.count
    var outputLeft = output.count
    let converted = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        var from = input.baseAddress
        var to = output.baseAddress
        return unsafe iconv(converter, &from, &inputLeft, &to, &outputLeft)
      }
    }
    guard converted == 0, inputLeft == 0 else { return nil }
    return output.dropLast(outputLeft).map { UInt8(bitPattern: $0) }
  }
}
