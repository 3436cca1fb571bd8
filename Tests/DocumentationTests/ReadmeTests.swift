import Foundation
import TestSupport
import Testing

/// The README's examples are run as they stand there.
struct ReadmeTests {
  /// A command of a `console` block with the output below it.
  struct Example: Sendable {
    var command: String
    var output: String
  }

  static let examples: [Example] = {
    let readme = (try? String(contentsOf: Files.package.appending(path: "README.md"), encoding: .utf8)) ?? ""
    var examples: [Example] = []
    var isConsole = false
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isConsole = line == "```console"
      } else if isConsole, line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2)), output: ""))
      } else if isConsole, !examples.isEmpty {
        examples[examples.count - 1].output += line + "\n"
      }
    }
    return examples
  }()

  /// One after the other in one folder, because later examples use the files of earlier ones.
  @Test func `every example prints what the README says`() throws {
    #expect(Self.examples.count >= 5)
    try Files.withTemporaryFolder { (folder: URL) throws in
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "Samples"), withDestinationURL: Files.samples)
      for example in Self.examples {
        let output = Shell.run(example.command, in: folder)
        #expect(output == example.output, "\(example.command)")
      }
    }
  }
}
