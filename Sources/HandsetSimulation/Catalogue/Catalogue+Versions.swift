extension Catalogue {
  /// The versions of a system that the catalogue is about, as in 8…16 for Android; `nil` when it names none.
  ///
  /// A later phone is simulated as the newest of them, and its verdict says so.
  public func knownVersions(of system: Handset.OperatingSystem) -> ClosedRange<Int>? { versions[system]?.known }

  /// The versions that exist and that no source is about, as in 26 and 27 for iOS: they are simulated as the newest known one.
  public func laterVersions(of system: Handset.OperatingSystem) -> [Int] { versions[system]?.later ?? [] }

  /// A phone for each known version of a system, the oldest first, and for each later one.
  public func handsets(of system: Handset.OperatingSystem) -> [Handset] {
    (versions[system].map { Array($0.known) + $0.later } ?? []).map { Handset(system, $0) }
  }

  /// The version to simulate a phone with, if its own is later than the newest known one.
  func assumedVersion(of handset: Handset) -> Int? {
    guard let newest = versions[handset.system]?.known.upperBound, handset.version > newest else { return nil }
    return newest
  }
}
