import Foundation
import TestSupport
import Testing

/// The console examples of README.md and of the pages in docs/ are run as they are printed there.
///
/// With `OOBQR_UPDATE_EXAMPLES=1` in the environment (`make examples`) the outputs are replaced by today's instead.
struct DocumentExamplesTests {
  @TemporaryFolder var folder
  static let isUpdate = ProcessInfo.processInfo.environment["OOBQR_UPDATE_EXAMPLES"] == "1"

  /// One after the other in one folder for each page, because later examples use the files of earlier ones.
  @Test(arguments: DocumentPage.all)
  func `every example prints what the page says`(page: DocumentPage) throws {
    try FileManager.default.createSymbolicLink(at: folder.appending(path: "Samples"), withDestinationURL: Files.samples)
    var lines: [String] = []
    for part in page.parts {
      switch part {
      case .line(let line): lines.append(line)
      case .example(let command, let printed):
        let output = Shell.run(command, in: folder)
        var today = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // What cannot be shown in a block of Markdown.
        #expect(today.popLast() == "", "the output of \(command) does not end with a newline")
        #expect(!today.contains { $0.hasPrefix("$ ") || $0.hasPrefix("```") }, "\(command)")
        if !Self.isUpdate { #expect(today == printed, "\(command)") }
        lines += ["$ " + command] + today
      }
    }
    if Self.isUpdate { try lines.joined(separator: "\n").write(to: page.url, atomically: true, encoding: .utf8) }
  }

  @Test func `the README and its pages have examples`() {
    let counts = DocumentPage.all.map(\.exampleCount)
    #expect(counts.count >= 8 && counts.reduce(0, +) >= 70)
    #expect(counts.first ?? 0 >= 5)
  }

  @Test func `the README has at most 150 lines`() throws {
    let readme = try Files.text(Files.package.file("README.md"))
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count <= 150)
  }

  @Test func `every page is linked from the README or from the index`() throws {
    let linked = try ["README.md", "docs/README.md"].flatMap { try DocumentPage(path: $0).links() }
    for page in DocumentPage.all.map(\.path) where page != "README.md" && page != "docs/README.md" {
      let name = String(page.dropFirst("docs/".count))
      #expect(linked.contains { $0 == name || $0 == page }, "\(page)")
    }
  }

  @Test(arguments: DocumentPage.all)
  func `every relative link leads to a file, and to a heading of it`(page: DocumentPage) throws {
    for link in try page.links() where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let file =
        parts[0].isEmpty ? page.url : page.url.deletingLastPathComponent().appending(path: parts[0]).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
      if parts.count == 2 {
        let headings = DocumentPage.anchors(in: try String(contentsOf: file, encoding: .utf8))
        #expect(headings.contains(parts[1]), "\(link)")
      }
    }
  }
}

/// A page of documentation in Markdown.
struct DocumentPage: Sendable, CustomTestStringConvertible {
  /// A command of a `console` block with the lines below it, or a line of anything else.
  enum Part: Sendable {
    case line(String)
    case example(command: String, output: [String])
  }

  /// In the checkout.
  var path: String

  /// README.md, and the pages of docs/ by name.
  static let all: [DocumentPage] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Files.package.file("docs"))) ?? []
    let pages = names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
    return (["README.md"] + pages).map(DocumentPage.init)
  }()

  var url: URL { Files.package.appending(path: path) }
  var testDescription: String { path }
  var exampleCount: Int { parts.count { if case .example = $0 { true } else { false } } }

  /// The whole page: joined by newlines, the parts are its text again.
  var parts: [Part] {
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    var parts: [Part] = []
    var isConsole = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isConsole = line == "```console"
        parts.append(.line(line))
      } else if isConsole, line.hasPrefix("$ ") {
        parts.append(.example(command: String(line.dropFirst(2)), output: []))
      } else if isConsole, case .example(let command, let output) = parts.last {
        parts[parts.count - 1] = .example(command: command, output: output + [line])
      } else {
        parts.append(.line(line))
      }
    }
    return parts
  }

  /// The targets of links and pictures outside blocks of code.
  func links() throws -> [String] {
    let text = try String(contentsOf: url, encoding: .utf8)
    let prose = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    return prose.matches(of: /\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/).compactMap { match in
      (match.output.1 ?? match.output.2).map(String.init)
    }
  }

  /// The headings as the anchors that forges make of them.
  static func anchors(in text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        let words = line.drop { $0 == "#" || $0 == " " }.lowercased()
        return String(words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
      })
  }
}
