public import HandsetSimulation

/// A phone and the way in which a message meets it, as in `android-14:camera`.
///
/// ```swift
/// let phone = try PhoneName(parsing: "ios-18:camera")
/// phone.handset  // iOS 18
/// phone.entry    // a symbol is scanned by the standard camera
/// ```
public struct PhoneName: Hashable, Sendable {
  /// The phone.
  public let handset: Handset
  /// The way to it.
  public let entry: Entry

  /// Reads `SYSTEM-VERSION:WAY`, where the way is `camera` for the standard camera, another scanner or a browser of the
  /// catalogue, or `push`. `access-app` alone is the app's own scanner, which is the same on every phone.
  ///
  /// - Parameters:
  ///   - text: In any case of letters.
  ///   - catalogue: The phones, scanners and browsers that there are.
  /// - Throws: ``InvalidPhoneName``.
  public init(parsing text: String, _ catalogue: Catalogue = .builtIn) throws(InvalidPhoneName) {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts == ["access-app"] {
      handset = Handset.usual[Handset.usual.count - 1]
      entry = try Self.entry("access-app", on: handset, catalogue)
      return
    }
    guard parts.count == 2, let phone = try? Handset(parsing: parts[0], catalogue) else { throw .form(text) }
    handset = phone
    entry = try Self.entry(parts[1], on: handset, catalogue)
  }

  private static func entry(
    _ way: String, on handset: Handset, _ catalogue: Catalogue
  ) throws(InvalidPhoneName) -> Entry {
    if way == "push" { return .push }
    if way == "camera", let camera = try? catalogue.camera(of: handset.system) { return camera }
    if let scan = try? catalogue.scan(way) { return scan }
    if let browse = try? catalogue.browse(way) { return browse }
    throw .way(way, known: ["camera"] + catalogue.scanners.map(\.id) + catalogue.browsers.map(\.id) + ["push"])
  }
}
