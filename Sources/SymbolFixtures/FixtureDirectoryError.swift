public import HostSystem

/// Why a set of fixtures cannot be made or read.
public indirect enum FixtureDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Two fixtures have the same path, or paths that differ in case alone.
  case duplicatePath(String)
  /// A fixture that cannot be made.
  case fixture(FixtureError)
  /// The directory holds a set that was made from another plan.
  case otherSet(directory: String)
  /// The same, of a set that is not complete.
  case otherSetBegun(directory: String)
  /// The directory holds files that are not fixtures.
  case notEmpty(directory: String)
  case notADirectory(String)
  case notARegularFile(file: String)
  /// A folder of the set is a symbolic link.
  case symbolicLink(String)
  /// A picture that is there is not the one that would be written.
  case otherPicture(file: String)
  /// A picture is not the one that the manifest lists.
  case notTheListedPicture(file: String)
  case manifest(file: String, ManifestError)
  case file(FileFailure)
  /// Some pictures were made and are kept; a second run resumes the set.
  case interrupted(by: FixtureDirectoryError)

  public var description: String {
    switch self {
    case .duplicatePath(let path):
      "two fixtures would both be called '\(path)'; leave out one, or rename its message"
    case .fixture(let error): "\(error)"
    case .otherSet(let directory): "'\(directory)' holds a set of other fixtures; choose another directory"
    case .otherSetBegun(let directory):
      "'\(directory)' holds other fixtures, begun and not finished; choose another directory"
    case .notEmpty(let directory): "'\(directory)' is not empty and holds no fixtures; choose a new directory"
    case .notADirectory(let path): "'\(path)' is not a directory"
    case .notARegularFile(let file): "'\(file)' is not a regular file"
    case .symbolicLink(let path): "'\(path)' is a symbolic link, which is not followed"
    case .otherPicture(let file):
      "'\(file)' exists and is another picture; remove it, or choose another directory"
    case .notTheListedPicture(let file):
      "'\(file)' is not the picture that the manifest lists; remove it and it is made again"
    case .manifest(let file, let error): "'\(file)': \(error)"
    case .file(let failure): "\(failure)"
    case .interrupted(let error): "\(error); what is finished is kept, and the same command resumes"
    }
  }
}
