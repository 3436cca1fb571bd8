/// What became of a token.
enum Redemption: Hashable, Sendable {
  case redeemed(OperationSession)
  case expired
  case alreadyRedeemed
  /// No token of this server, or one for another operation.
  case unknown
}
