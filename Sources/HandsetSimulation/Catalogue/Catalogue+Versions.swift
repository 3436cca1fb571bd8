extension Catalogue {
  /// The versions of a system that the catalogue is about, as in 8…16 for Android; `nil` when it names none.
  ///
  /// A later phone is simulated as the newest of them, and its verdict says so.
  public func knownVersions(of system: Handset.OperatingSystem) -> ClosedRange<Int>? { versions[system] }

  /// A phone for each known version of a system, the oldest first.
  public func handsets(of system: Handset.OperatingSystem) -> [Handset] {
    versions[system]?.map { Handset(system, $0) } ?? []
  }

  /// The version to simulate a phone with, if its own is later than the newest known one.
  func assumedVersion(of handset: Handset) -> Int? {
    guard let newest = versions[handset.system]?.upperBound, handset.version > newest else { return nil }
    return newest
  }
}
