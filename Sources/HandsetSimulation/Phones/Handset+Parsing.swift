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
    if parts.count == 2, parts[0] == "ios", let version = Int(parts[1]), Self.skippedByApple ~= version {
      throw Fault("there is no \(text): after iOS 18 comes iOS 26")
    }
    if parts.count == 2, let major = parts[1].split(separator: ".").first, major.count < parts[1].count,
      Int(major) != nil
    {
      throw Fault("there is no phone '\(text)'; only the major version counts: write \(parts[0])-\(major)")
    }
    guard parts.count == 2, let system = OperatingSystem(rawValue: String(parts[0])),
      parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let version = Int(parts[1]),
      (catalogue.knownVersions(of: system)?.lowerBound ?? 1)...Self.latestVersion ~= version
    else { throw Fault("there is no phone '\(text)'; write one of \(Self.known)") }
    self.init(system, version)
  }

  /// Versions that iOS never had: the one of 2025 is called 26.
  static let skippedByApple = 19...25

  /// The known phones, for an error message: `android-8 to android-16, …`.
  public static var known: String {
    let known = OperatingSystem.allCases.flatMap { system -> [String] in
      guard let versions = Catalogue.builtIn.knownVersions(of: system) else { return [] }
      let (oldest, newest) = ("\(system.rawValue)-\(versions.lowerBound)", "\(system.rawValue)-\(versions.upperBound)")
      return [versions.count == 1 ? oldest : "\(oldest) to \(newest)"]
        + Catalogue.builtIn.laterVersions(of: system).map { "\(system.rawValue)-\($0)" }
    }
    return known.joined(separator: ", ") + " (later ones, up to \(latestVersion), are simulated as the newest)"
  }
}
