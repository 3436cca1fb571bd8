import FoundationEssentials

/// The displays and their operations. A display is known by a secret in a cookie, so that none sees the operations of another.
actor KioskDisplays {
  private struct Display {
    /// The newest operation, behind the one that it replaced if that has not ended: a phone may have scanned the symbol just
    /// before it was renewed.
    var sessions: [String]
    var used: Date
  }

  private var displays: [String: Display] = [:]

  /// How many displays are kept; the one that has been silent for longest is forgotten.
  static let limit = 1000

  /// Whether there is a display with this secret.
  func has(_ secret: String) -> Bool { displays[secret] != nil }

  /// Adds an operation to a display, which may be new.
  func add(_ session: String, replacing earlier: String?, to secret: String, now: Date) {
    displays[secret] = Display(sessions: (earlier.map { [$0] } ?? []) + [session], used: now)
    if displays.count > Self.limit, let oldest = displays.min(by: { $0.value.used < $1.value.used }) {
      displays[oldest.key] = nil
    }
  }

  /// The operations of a display, the oldest first; `nil` for a display that there is not.
  func sessions(of secret: String) -> [String]? { displays[secret]?.sessions }
}
