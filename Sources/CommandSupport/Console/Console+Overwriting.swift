package import ArgumentParser
package import HostSystem
import SymbolFixtures
import Synchronization

/// No output replaces a file that the command reads, or the one to which standard output goes, whatever their names are.
extension Console {
  /// What is wrong with an output that would replace such a file; `nil` for others.
  private static func fault(of output: String, isInput: (FileSystem.Identity) -> Bool) -> String? {
    guard let file = FileSystem.Identity(output) else { return nil }
    if isInput(file) { return "The output would replace the input '\(output)': give another name." }
    guard file == FileSystem.Identity.standardOutput, FileSystem.openStream(output) == nil else { return nil }
    return "The output would replace '\(output)', to which standard output goes: give another name."
  }

  /// Refuses an output that would replace a file that was read.
  package func refuseReplacing(_ path: String) throws(CommandFailure) {
    guard let fault = Self.fault(of: path, isInput: { inputs.contains($0) }) else { return }
    throw CommandFailure(fault, exitCode: CommandFailure.misuse)
  }

  /// Refuses an output that is one of the inputs, before there is any work.
  ///
  /// - Parameter inputs: Paths, or `-` for standard input.
  package static func refuse(_ output: String?, replacing inputs: [String?]) throws(ValidationError) {
    let files = inputs.compactMap { $0 }.compactMap(InputFiles.identity)
    guard let output, output != "-", let fault = fault(of: output, isInput: { files.contains($0) }) else { return }
    throw ValidationError(fault)
  }

  /// Refuses two outputs that are one file, whether it exists or not.
  package static func refuse(_ output: String?, andAlso other: String?) throws(ValidationError) {
    guard let output, let other, other != "-" else { return }
    if output == "-", FileSystem.openStream(other) == FileSystem.openStream("/dev/stdout") {
      throw ValidationError("'\(other)' is standard output, which has another use: give another name.")
    }
    if output == "-" { return }
    func place(_ path: String) -> String {
      let folder = FileSystem.directory(of: path)
      return FileSystem.resolved(folder.isEmpty ? "." : folder) + "/" + FileSystem.name(of: path)
    }
    if place(output) == place(other) || FileSystem.isSameFile(output, other) {
      throw ValidationError("'\(output)' and '\(other)' are one file: give another name.")
    }
  }

  /// Refuses an input that is the file to which standard output was redirected: what is printed would be written into it.
  package static func refuseStandardOutput(_ path: String) throws(CommandFailure) {
    guard let file = InputFiles.identity(of: path), file == FileSystem.Identity.standardOutput else { return }
    throw CommandFailure(
      "\(CommandFailure.name(ofInput: path)) is also the file to which standard output goes: give one of them another name",
      exitCode: CommandFailure.misuse)
  }

  /// Refuses outputs that are files of a set of fixtures: its manifest, or one of its pictures.
  ///
  /// - Parameter outputs: `-` for standard output.
  package static func refuse(_ outputs: [String], within set: String) throws(CommandFailure) {
    let folder = FileSystem.resolved(set) + "/"
    for output in outputs {
      let path = FileSystem.resolved(output == "-" ? "/dev/stdout" : output)
      guard path.hasPrefix(folder), FileSystem.isRegularFile(path) else { continue }
      let name = String(path.dropFirst(folder.count))
      let isPicture = ["png", "jpg"].contains(FileSystem.fileExtension(of: name))
      guard isPicture || [Manifest.fileName, Manifest.objectFileName].contains(name) else { continue }
      throw CommandFailure(
        "The output would be written into '\(path)', which belongs to the set: give another name.",
        exitCode: CommandFailure.misuse)
    }
  }
}

/// The files that a command has read, which none of its outputs may replace.
package final class InputFiles: Sendable {
  private let files = Mutex<Set<FileSystem.Identity>>([])

  /// The file that a path names; for `-`, the one that is standard input.
  static func identity(of path: String) -> FileSystem.Identity? {
    path == "-" ? .standardInput : FileSystem.Identity(path)
  }

  /// - Parameter path: `-` for standard input.
  package func add(_ path: String) {
    guard let file = Self.identity(of: path) else { return }
    files.withLock { _ = $0.insert(file) }
  }

  package func contains(_ file: FileSystem.Identity) -> Bool { files.withLock { $0.contains(file) } }

  package func contains(_ path: String) -> Bool { FileSystem.Identity(path).map { contains($0) } ?? false }
}
