/// A text that is not a phone.
public struct InvalidHandset: Error, Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public var description: String { "there is no phone '\(text)'; write one of \(Self.phones)" }

  /// The known phones, for an error message: `android-8 to android-16, …`.
  public static var phones: String {
    let known = Handset.OperatingSystem.allCases.compactMap { system in
      Catalogue.builtIn.knownVersions(of: system).map {
        "\(system.rawValue)-\($0.lowerBound) to \(system.rawValue)-\($0.upperBound)"
      }
    }
    return known.joined(separator: ", ") + " (later ones, up to \(Handset.latestVersion), are simulated as the newest)"
  }
}
