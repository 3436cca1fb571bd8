import HostSystem
package import OutOfBand

/// The policies of a run, each read once.
package struct CheckPolicies {
  /// The name of a policy that is found without being named.
  package static let fileName = "oobqr-policy.json"

  private let options: CheckOptions
  /// By folder, with its slash; a folder without one has the value `nil`. A policy that is named counts everywhere.
  private var found: [String: TrustPolicy?] = [:]

  package init(options: CheckOptions) { self.options = options }

  /// The named policy, or the one beside a file, or the one of the nearest folder up to the one that is searched.
  ///
  /// - Parameters:
  ///   - file: `nil` for standard input and texts, for which the current folder counts.
  ///   - root: The folder that is searched; `nil` for an input of its own.
  ///   - isPicture: Whether the file is a picture.
  package mutating func policy(for file: String?, below root: String?, isPicture: Bool = false) throws -> TrustPolicy? {
    guard options.namedPolicy == nil else { return try policy(in: "", isPicture: false) }
    guard let file else { return try policy(in: "./", isPicture: false) }
    var folder = FileSystem.directory(of: file)
    while true {
      if let policy = try policy(in: folder, isPicture: isPicture) { return policy }
      guard let root, folder.count > root.count + (root.hasSuffix("/") ? 0 : 1) else { return nil }
      folder = FileSystem.directory(of: String(folder.dropLast()))
    }
  }

  private mutating func policy(in folder: String, isPicture: Bool) throws -> TrustPolicy? {
    if let known = found[folder] {
      if isPicture && known != nil { TrustPolicy.noteUse(of: folder + Self.fileName) }
      return known
    }
    let policy = try options.policy(beside: folder + Self.fileName, isPicture: isPicture)
    found[folder] = .some(policy)
    return policy
  }
}
