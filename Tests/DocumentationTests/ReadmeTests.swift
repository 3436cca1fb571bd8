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
        let output = try Shell.run(example.command, in: folder)
        #expect(output == example.output, "\(example.command)")
      }
    }
  }
}

/// The built command, as a shell finds it.
enum Shell {
  /// Runs a shell command in a folder; returns what it wrote, sentences included.
  static func run(_ command: String, in folder: URL) throws -> String {
    // The command lies beside the test bundle.
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "\(products.path):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
