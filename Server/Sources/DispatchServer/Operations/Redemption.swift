/// What happened to a token.
enum Redemption: Hashable, Sendable {
  case redeemed(OperationSession)
  case expired
  case alreadyRedeemed
  /// No token of this server, or one for another operation.
  case unknown

  /// Which of them it is, without the operation.
  enum Outcome: String, Hashable, Sendable, CaseIterable {
    case redeemed, expired
    case alreadyRedeemed = "already-redeemed"
    case unknown
  }

  var outcome: Outcome {
    switch self {
    case .redeemed: .redeemed
    case .expired: .expired
    case .alreadyRedeemed: .alreadyRedeemed
    case .unknown: .unknown
    }
  }
}
