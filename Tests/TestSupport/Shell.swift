public import Foundation
import Glibc

/// Shell commands, as a user types them.
public enum Shell {
  /// The folder of built programs, in which the test bundle is, too.
  public static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  /// Runs a shell command in an empty folder, which is removed afterwards.
  public static func run(_ command: String) throws -> String {
    try Files.withTemporaryFolder { run(command, in: $0) }
  }

  /// Runs a shell command in a folder, with the built `oobqr` on the path.
  ///
  /// - Returns: Its combined standard output and standard error.
  public static func run(_ command: String, in folder: URL) -> String {
    let script =
      "cd '\(folder.path)'; PATH='\(products.path)':$PATH; LC_ALL=C.UTF-8; export PATH LC_ALL; { \(command)\n} 2>&1"
    guard let pipe = unsafe popen(script, "r") else { return "" }
    defer { unsafe pclose(pipe) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, pipe)
      if count == 0 { return String(decoding: output, as: UTF8.self) }
      output += chunk[..<count]
    }
  }
}
