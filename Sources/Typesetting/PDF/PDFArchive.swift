import TextFormats

/// The parts of PDF/A-2b (ISO 19005-2:2011, level B) that cairo does not write: metadata in XMP, the meaning of colours, an
/// identifier, and a map for CID fonts.
struct PDFArchive {
  var title: String
  /// A language code, such as `de`.
  var language: String?
  /// ISO 8601.
  var date: String
  var producer: String

  /// The colours of sRGB (IEC 61966-2-1) as an ICC profile, version 2.1 (ICC.1:1998-09), with curves of 1,024 points.
  ///
  /// Primaries are adapted to D50 by Bradford's method, as the profiles of the ICC have them.
  static var profile: [UInt8] { PackageResources.sRGB_icc }

  // MARK: Metadata

  /// The metadata in XMP (ISO 16684-1), as ISO 19005-2, 6.6 asks for; they say the same as ``information``.
  var metadata: [UInt8] {
    let lines = [
      "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>",
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">",
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">",
      "<rdf:Description rdf:about=\"\" xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">",
      "<pdfaid:part>2</pdfaid:part>", "<pdfaid:conformance>B</pdfaid:conformance>", "</rdf:Description>",
      "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">",
      "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.escaped(title))</rdf:li></rdf:Alt></dc:title>",
      "</rdf:Description>",
      "<rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">",
      "<xmp:CreateDate>\(Self.escaped(date))</xmp:CreateDate>", "</rdf:Description>",
      "<rdf:Description rdf:about=\"\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">",
      "<pdf:Producer>\(Self.escaped(producer))</pdf:Producer>", "</rdf:Description>",
      "</rdf:RDF>", "</x:xmpmeta>", "<?xpacket end=\"r\"?>",
    ]
    return Array(lines.joined(separator: "\n").utf8)
  }

  private static func escaped(_ text: String) -> String {
    // XML has no control characters.
    MarkupText.content(String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 })))
  }

  /// The document information dictionary (ISO 32000-1, 14.3.3).
  var information: [UInt8] {
    // 2026-01-31T12:00:00Z is (D:20260131120000Z).
    let digits = date.filter { $0.isASCII && $0.isNumber }
    return Array(
      ("<< /Producer \(Self.string(producer)) /Title \(Self.string(title)) "
        + "/CreationDate (D:\(digits.prefix(14))Z) >>").utf8)
  }

  /// A text string: UTF-16 with its byte order, in hexadecimal.
  private static func string(_ text: String) -> String {
    let units = [0xFEFF] + text.utf16.filter { $0 >= 0x20 }
    return "<" + units.map { HexadecimalText.padded(Int($0), to: 4, isUpperCase: true) }.joined() + ">"
  }

  /// The identifier of the file (ISO 32000-1, 14.4): the same for the same content.
  ///
  /// - Parameters:
  ///   - checksum: Of the content.
  ///   - length: Of the content, in bytes.
  func identifier(checksum: Int, length: Int) -> String {
    String(SHA256.hexDigest(of: Array("\(checksum) \(length)".utf8) + metadata).prefix(32))
  }

  // MARK: Dictionaries

  /// Adds metadata, the output intent and the language to the document catalog.
  ///
  /// - Parameters:
  ///   - dictionary: As cairo wrote it, with the end of its line.
  ///   - profile: The object of ``profile``.
  ///   - metadata: The object of ``metadata``.
  func catalog(_ dictionary: [UInt8], profile: Int, metadata: Int) -> [UInt8] {
    var more = "   /Metadata \(metadata) 0 R\n   /ViewerPreferences << /DisplayDocTitle true /PrintScaling /None >>\n"
    more += "   /OutputIntents [ << /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) "
    more += "/Info (sRGB IEC61966-2.1) /DestOutputProfile \(profile) 0 R >> ]\n"
    if let language { more += "   /Lang (\(language.filter { $0.isASCII && ($0.isLetter || $0 == "-") }))\n" }
    return Self.adding(more, to: dictionary)
  }

  /// Adds the map from CIDs to glyphs to a font, if it is not there (ISO 19005-2, 6.2.11.3.2): cairo numbers both alike.
  static func font(_ dictionary: [UInt8]) -> [UInt8] {
    let text = String(decoding: dictionary, as: UTF8.self)
    return text.contains("/CIDToGIDMap") ? dictionary : adding("   /CIDToGIDMap /Identity\n", to: dictionary)
  }

  /// Inserts lines before the end of a dictionary.
  private static func adding(_ lines: String, to dictionary: [UInt8]) -> [UInt8] {
    let text = String(decoding: dictionary, as: UTF8.self)
    guard let end = text.ranges(of: ">>").last?.lowerBound else { return dictionary }
    return Array((text[..<end] + lines + text[end...]).utf8)
  }
}
