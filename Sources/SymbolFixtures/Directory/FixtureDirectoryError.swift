public import HostSystem

/// The reason why a set of fixtures cannot be made or read.
public indirect enum FixtureDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two fixtures have the same path, or paths that differ only in case.
  case duplicatePath(String)
  /// A fixture cannot be rendered.
  case fixture(FixtureError)
  /// The directory holds a complete set of another plan.
  case otherSet(directory: String)
  /// The directory holds an incomplete set of another plan.
  case otherSetBegun(directory: String)
  /// The directory has no manifest.
  case noFixtures(directory: String)
  /// The directory holds files that are not fixtures.
  case notEmpty(directory: String)
  /// The directory for an export holds files.
  case outputNotEmpty(String)
  /// The path of the directory is a file.
  case notADirectory(String)
  /// A picture or the manifest is not a regular file.
  case notARegularFile(file: String)
  /// A folder of the set is a symbolic link.
  case symbolicLink(String)
  /// An existing file differs from the picture that would be written.
  case otherPicture(file: String)
  /// A picture does not have the digest in the manifest.
  case notTheListedPicture(file: String)
  /// The manifest is not valid.
  case manifest(file: String, ManifestError)
  /// A file or directory cannot be read or written.
  case file(FileFailure)
  /// A file error stopped the run after some pictures, which are kept; the next run resumes.
  case interrupted(by: FixtureDirectoryError)

  public var description: String {
    switch self {
    case .duplicatePath(let path):
      "two fixtures have the path '\(path)'; leave out the repeated damage or strength, or rename the message"
    case .fixture(let error): "\(error)"
    case .otherSet(let directory): "'\(directory)' holds a set of different fixtures; choose another directory"
    case .otherSetBegun(let directory):
      "'\(directory)' holds an unfinished set of different fixtures; choose another directory"
    case .noFixtures(let directory):
      "'\(directory)' holds no fixtures: it has neither \(Manifest.fileName) nor \(Manifest.linesFileName); make some"
    case .notEmpty(let directory): "'\(directory)' is not empty and holds no fixtures; choose a new directory"
    case .outputNotEmpty(let directory): "'\(directory)' is not empty; choose a new directory"
    case .notADirectory(let path): "'\(path)' is not a directory"
    case .notARegularFile(let file): "'\(file)' is not a regular file"
    case .symbolicLink(let path): "'\(path)' is a symbolic link, which is not followed"
    case .otherPicture(let file):
      "'\(file)' exists and is a different picture; remove it or choose another directory"
    case .notTheListedPicture(let file):
      "'\(file)' is not the picture listed in the manifest; remove it to make it again"
    case .manifest(let file, let error): "'\(file)': \(error)"
    case .file(let failure): "\(failure)"
    case .interrupted(let error): "\(error); finished pictures are kept; run the same command again to resume"
    }
  }
}
