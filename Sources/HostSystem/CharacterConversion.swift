import Glibc

/// Conversion of text between character encodings, by the C library.
package enum CharacterConversion {
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
