public import TextFormats

extension Handset {
  /// The latest version that is a version at all; those after the newest known are simulated as that one.
  public static let latestVersion = 99

  /// Reads a phone such as `android-14` or `iOS-17`.
  ///
  /// - Parameters:
  ///   - text: `SYSTEM-VERSION`, in any case; the version has digits alone, and is between the oldest known and
  ///     ``latestVersion``.
  ///   - catalogue: Knows the versions.
  /// - Throws: `Fault`.
  public init(parsing text: String, _ catalogue: Catalogue = .builtIn) throws(Fault) {
    let parts = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let system = OperatingSystem(rawValue: String(parts[0])),
      parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let version = Int(parts[1]),
      (catalogue.knownVersions(of: system)?.lowerBound ?? 1)...Self.latestVersion ~= version
    else { throw Fault("there is no phone '\(text)'; write one of \(Self.known)") }
    self.init(system, version)
  }

  /// The known phones, for an error message: `android-8 to android-16, …`.
  public static var known: String {
    let known = OperatingSystem.allCases.compactMap { system in
      Catalogue.builtIn.knownVersions(of: system).map {
        "\(system.rawValue)-\($0.lowerBound) to \(system.rawValue)-\($0.upperBound)"
      }
    }
    return known.joined(separator: ", ") + " (later ones, up to \(latestVersion), are simulated as the newest)"
  }
}
