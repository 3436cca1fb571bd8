import Glibc

extension ZBarLibrary {
  /// Opens the tables of all character sets that zbar converts from, and keeps them open.
  ///
  /// zbar opens some for every symbol, also where it converts nothing, and others if a symbol declares them (its
  /// qrdectxt.c). The C library loads each table from a file of its own, once, as long as a conversion is open.
  static func openCharacterSets() { _ = areCharacterSetsOpen }

  private static let areCharacterSetsOpen: Bool = {
    // There is no part 12.
    let latin = (1...16).filter { $0 != 12 }.map { "ISO8859-\($0)" }
    for name in latin + ["SJIS", "BIG-5", "CP437", "UTF-8"] { _ = unsafe iconv_open("UTF-8", name) }
    return true
  }()
}
