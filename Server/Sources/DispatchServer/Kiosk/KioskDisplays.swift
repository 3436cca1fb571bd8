import FoundationEssentials
import TextFormats

/// The displays and their operations. A display is known by a secret in a cookie, so that none sees the operations of another.
actor KioskDisplays {
  private struct Display {
    /// The newest operation, behind the one that it replaced if that has not ended: a phone may have scanned the symbol just
    /// before it was renewed.
    var sessions: [String]
    var used: Date
  }

  private var displays: [String: Display] = [:]
  private let file: StateFile?

  /// - Parameter file: Whose displays are taken over, and which every change is saved in.
  init(file: StateFile? = nil) throws(StateFailure) {
    self.file = file
    for json in try file?.all(.display) ?? [] {
      guard let secret = json["secret"]?.text, let used = OperationSession.date(json["used"]) else { continue }
      displays[secret] = Display(sessions: (json["sessions"]?.elements ?? []).compactMap(\.text), used: used)
    }
  }

  /// How many displays are kept; the one that has been silent for longest is forgotten.
  static let limit = 1000

  /// Whether there is a display with this secret.
  func has(_ secret: String) -> Bool { displays[secret] != nil }

  /// Adds an operation to a display, which may be new.
  func add(_ session: String, replacing earlier: String?, to secret: String, now: Date) throws(StateFailure) {
    let sessions = (earlier.map { [$0] } ?? []) + [session]
    try file?.save(
      .display, secret,
      [
        "secret": .string(secret), "used": OperationSession.json(now), "sessions": .array(sessions.map { .string($0) }),
      ])
    displays[secret] = Display(sessions: sessions, used: now)
    if displays.count > Self.limit, let oldest = displays.min(by: { $0.value.used < $1.value.used }) {
      displays[oldest.key] = nil
      try file?.remove(.display, oldest.key)
    }
  }

  /// The operations of a display, the oldest first; `nil` for a display that there is not.
  func sessions(of secret: String) -> [String]? { displays[secret]?.sessions }
}
