import Foundation
import TestSupport
import Testing

struct ScanCommandTests {
  @TemporaryFolder var folder
  static let bytes = Files.pictures.file("all-byte-values.png")

  @Test func `a single picture, also from standard input, prints only its message`() throws {
    let run = CommandRun(["scan", Files.numeric])
    #expect(run.exitCode == 0 && run.errors == "" && run.text == "0123456789012345\n")
    #expect(CommandRun(["scan", "-"], input: try Files.bytes(Files.numeric)).text == run.text)
  }

  @Test func `several pictures print messages after their paths`() {
    let run = CommandRun(["scan", Files.numeric, Files.four])
    #expect(
      run.text == "\(Files.numeric): 0123456789012345\n"
        + ["upper left", "upper right", "lower left", "lower right"].map { "\(Files.four): \($0)\n" }.joined())
  }

  @Test func `raw output is exactly the bytes`() {
    #expect(CommandRun(["scan", "--raw", Self.bytes]).output == [UInt8](0...255))
  }

  @Test func `text output escapes unprintable bytes, and those that control a terminal`() {
    let run = CommandRun(["scan", Self.bytes])
    #expect(run.text.hasPrefix("\\x00\\x01") && run.text.contains("\\x1b\\x1c") && run.text.hasSuffix("\\xff\n"))
    #expect(run.text.utf8.allSatisfy { $0 == 0x0A || 0x20..<0x7F ~= $0 })
    let symbol = CommandRun(["make", "a\u{1B}[31mb\u{9B}c\u{202E}d é"]).output
    #expect(CommandRun(["scan", "-"], input: symbol).text == "a\\x1b[31mb\\xc2\\x9bc\\xe2\\x80\\xaed é\n")
  }

  /// The Cyrillic and the Japanese text of a symbol are shown, and its bytes stay as they are.
  @Test func `text is in the encodings that the symbol states`() throws {
    let cyrillic = CommandRun(["make", "--file", "-", "--eci", "7"], input: [0xE4, 0xB4, 0xC8, 0xDB])
    #expect(cyrillic.exitCode == 0 && cyrillic.errors.isEmpty)
    let japanese = CommandRun(["make", "点と茗荷", "--mode", "kanji"]).output
    for (file, text, bytes) in [(cyrillic.output, "фДШл", "5LTI2w=="), (japanese, "点と茗荷", "k1+CxuSqidc=")] {
      #expect(CommandRun(["scan", "-"], input: file).text == text + "\n")
      let json = CommandRun(["scan", "-", "--json"], input: file).text
      #expect(json.contains("\"message\":\"\(text)\",\"message_base64\":\"\(bytes)\""), "\(json)")
      #expect(CommandRun(["scan", "-", "--raw"], input: file).output.count == (bytes == "5LTI2w==" ? 4 : 8))
    }
  }

  @Test func `JSON has what a symbol states of itself`() throws {
    let inverted = ["--light", "#000000", "--dark", "#ffffff", "--allow-inverted"]
    let gs1 = CommandRun(["make", "0104012345678901", "--gs1"] + inverted)
    let json = CommandRun(["scan", "-", "--json"], input: gs1.output).text
    #expect(
      json.contains(
        #""segments":[{"mode":"numeric","eci":null,"bytes":16}],"symbology_identifier":"]Q3","is_mirrored":false,"#
          + #""is_inverted":true,"pixels_per_module":8,"#), "\(json)")
    let mirrored = CommandRun(["scan", "--json", Files.samples.file("pictures/mirrored.png")]).text
    #expect(mirrored.contains(#""is_mirrored":true,"is_inverted":false,"pixels_per_module":3,"#), "\(mirrored)")
  }

  @Test func `JSON is one object for each symbol`() throws {
    let run = CommandRun(["scan", "--json", Files.four])
    let objects = try run.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.count == 4)
    #expect(objects.map { $0["index"] as? Int } == [0, 1, 2, 3])
    #expect(objects[1]["message"] as? String == "upper right" && objects[1]["message_bytes"] as? Int == 11)
    #expect(objects[1]["message_base64"] as? String == Data("upper right".utf8).base64EncodedString())
    #expect(objects[1]["path"] as? String == Files.four && objects[1]["engine"] as? String == "modules")
    #expect((objects[1]["corners"] as? [[Double]])?.count == 4)
    #expect(objects[1]["version"] as? Int == 2 && objects[1]["attempt"] as? String == "direct")
  }

  @Test func `JSON has no message where the bytes are not UTF-8`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(CommandRun(["scan", "--json", Self.bytes]).output))
    let members = try #require(object as? [String: Any])
    #expect(members["message"] == nil)
    #expect(members["message_base64"] as? String == Data([UInt8](0...255)).base64EncodedString())
  }

  @Test func `JSON escapes every control character`() throws {
    let text = String(String.UnicodeScalarView((0...0x9F).compactMap { Unicode.Scalar($0) })) + "\"\\é🔐"
    let symbol = CommandRun(["make", "-"], input: Array(text.utf8)).output
    let run = CommandRun(["scan", "--json", "-"], input: symbol)
    let object = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    #expect(object?["message"] as? String == text)
    #expect(run.output.filter { $0 < 0x20 } == [0x0A])
  }

  @Test func `directories are scanned in order, and unreadable entries do not stop the rest`() throws {
    let inner = folder.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: inner.appending(path: "loop"), withDestinationURL: folder)
    for name in ["b.png", "inner/a.PNG"] { try folder.write(Files.bytes(Files.numeric), name) }
    try folder.write("not a picture", "a.png")
    try folder.write("ignored", "a.txt")
    let run = CommandRun(["scan", "-r", folder.path])
    #expect(run.exitCode == 66)
    #expect(run.text == "\(folder.path)/b.png: 0123456789012345\n\(inner.path)/a.PNG: 0123456789012345\n")
    #expect(run.errors == "oobqr: \(folder.path)/a.png: not a PNG or JPEG picture: it begins with \"not a pi\"\n")
  }

  @Test func `pipes are skipped, and names that are not UTF-8 and unreadable folders are reported`() {
    let bad = Shell.run(
      "mkfifo p.png; cp '\(Files.numeric)' \"$(printf 'b\\377.png')\"; cp '\(Files.numeric)' c.png", in: folder)
    #expect(bad == "")
    let run = CommandRun(["scan", "-r", folder.path])
    #expect(run.exitCode == 66 && run.text == "\(folder.path)/c.png: 0123456789012345\n")
    #expect(run.errors.contains("its name is not UTF-8") && run.errors.split(separator: "\n").count == 1)
  }

  @Test func `a picture with the wrong extension is read with a note`() throws {
    let path = try folder.write(Files.bytes(Files.numeric), "a.jpg")
    let run = CommandRun(["scan", path])
    #expect(run.exitCode == 0 && run.text == "0123456789012345\n")
    #expect(run.errors.contains("has a JPEG extension but is a PNG picture"))
  }

  @Test func `a picture without a symbol exits with 4, and an unreadable one takes precedence with 1`() {
    #expect(CommandRun(["scan", Files.blank]).exitCode == 4)
    #expect(CommandRun(["scan", Files.blank, Files.numeric]).exitCode == 4)
    #expect(CommandRun(["scan", Files.blank, "/nonexistent.png"]).exitCode == 66)
  }

  @Test func `a policy beside a stranger's picture does not count`() throws {
    let payload = Files.samples.file("payload.json")
    let said = try Shell.run(
      """
      mkdir pictures; echo '{"redeem_hosts":["evil.example"]}' >pictures/oobqr-policy.json
      oobqr make --payload \(payload) --as link --base-url https://access.siven.ch/open -o pictures/a.png
      for check in 'scan --check' check; do oobqr $check pictures/a.png 2>/dev/null | grep -c OOB211; done
      cp pictures/oobqr-policy.json .
      for check in 'scan --check' check; do oobqr $check pictures/a.png 2>/dev/null | grep -c OOB211; done
      """)
    #expect(said == "0\n0\n1\n1\n", "\(said)")
  }
}
