import OutOfBand

/// What the person who holds the phone does with an operation.
public enum PhoneUser: String, Hashable, Sendable, CaseIterable {
  /// Confirms the operation.
  case approve
  /// Cancels the operation.
  case decline
  /// Puts the phone away: the operation is redeemed, and nothing more happens.
  case ignore

  /// As it is reported; `nil` when nothing is.
  var outcome: String? {
    switch self {
    case .approve: "approved"
    case .decline: "declined"
    case .ignore: nil
    }
  }

  /// The callback that the app then opens (AA-2.4: `x-cancel` is for an operation that the user cancels).
  var callback: CallbackURL.Kind? {
    switch self {
    case .approve: .success
    case .decline: .cancel
    case .ignore: nil
    }
  }
}
