import KioskPrinting
import OutOfBand
import SymbolDrawing
import Testing

@Suite struct ParameterNamesTests {
  /// Sentences that name parameters, with the names of options.
  static let named: [(any ParameterNaming & CustomStringConvertible, String)] = [
    (
      PrintListError.columnMissing("plant", columns: "text, room"), "line 1: <the caption> uses a column 'plant', which"
    ),
    (PrintListError.valueMissing(line: 7, column: "room"), "line 7: <the caption> uses 'room', which the row lacks"),
    (PrintListError.unprintable(line: 3, .notASCII), "leave out <the printer's own symbols>"),
    (PrinterLanguageError.moduleSize(11, limit: 10), "or give <dots per module>"),
    (PrinterLanguageError.tooManyDots(width: 9, height: 9, limit: 80), "use a lower <resolution> or a smaller label"),
    (PrintError.captionDoesNotFit(size: 9, largest: 7), "fits at 9 points; give <font size> 7, or use a larger label"),
    (PosterError.unknownLanguage("xx", known: ["en"]), "add them with <texts of your own>"),
    (PosterError.textContrast(text: .black, ground: .black, isOnBrand: true), "or choose another <brand colour>"),
    (PosterError.textContrast(text: .white, ground: .white, isOnBrand: false), "use a darker <ink>"),
    (PosterError.textTooLong(language: "en", text: "x"), "use a larger <page>, fewer <languages> or a shorter text"),
  ]

  @Test(arguments: named.indices) func `sentences name parameters as the caller does, or in words`(index: Int) {
    let (error, part) = Self.named[index]
    let sentence = error.sentence { "<\($0.rawValue)>" }
    #expect(sentence.contains(part))
    #expect("\(error)" == sentence.filter { !"<>".contains($0) })
  }

  @Test func `an error of a list has the line and the error below it`() {
    let bad = MessageListError(line: 4, reason: "no message")
    let errors: [(PrintListError, String)] = [
      (.row(bad), "line 4: no message"),
      (.copiesOutOfRange(line: 6, "0"), "line 6: copies '0' is not in 1…10000"),
      (.captionWithNUL(line: 8), "line 8: the caption contains a NUL"),
      (.unprintable(line: 9, .notASCII), "line 9: \(PrinterLanguageError.notASCII)"),
    ]
    for (error, sentence) in errors {
      #expect("\(error)" == sentence)
      #expect(sentence.hasPrefix("line \(error.line): "))
    }
  }
}
