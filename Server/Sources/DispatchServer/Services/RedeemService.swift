import FoundationEssentials
import OutOfBand
import TextFormats

/// Exchanges tokens for operations (nevisFIDO reference guide, *Redeem Token Service*).
struct RedeemService: Sendable {
  let store: OperationStore
  let settings: ServerSettings

  /// Answers a request with HTTP 200 and a status code of the FIDO UAF HTTP API.
  ///
  /// A refused redemption names under `error` the class of error that the SDK distinguishes; nevisFIDO has no such member.
  ///
  /// - Throws: ``Refusal`` with status 400.
  func reply(to body: [UInt8], for operation: OutOfBandOperation, now: Date) async throws -> Reply {
    let token = try StrictObject(parsing: body, allowing: ["token"]).text("token")
    let shown = "token \(Secret.shortened(token))"
    let redeemed = try await store.redeem(token, for: operation.requestOperation, now: now)
    func refused(_ code: Int, _ error: SDKWalkthrough.ErrorClass) -> Reply {
      var reply = Reply(
        ["statusCode": .number(code), "error": .string(error.rawValue)], type: Self.mediaType,
        note: "\(error.rawValue) \(shown)")
      reply.event = .redeem(redeemed.outcome)
      return reply
    }
    switch redeemed {
    case .expired: return refused(settings.refusals.expired, .tokenExpired)
    case .alreadyRedeemed: return refused(settings.refusals.alreadyRedeemed, .tokenAlreadyRedeemed)
    case .unknown: return refused(settings.refusals.unknown, .unknown)
    case .redeemed(let session):
      let request = UAFRequestText.text(for: session, appID: settings.appID, challenge: await store.secret())
      let json: JSONValue = [
        "statusCode": .number(1200), "uafRequest": .string(request), "op": .string(session.operation.rawValue),
        "lifetimeMillis": .number(settings.operationSeconds * 1000),
      ]
      var reply = Reply(
        json, type: Self.mediaType, note: "redeemed \(shown) session \(Secret.shortened(session.id))")
      reply.event = .redeem(redeemed.outcome)
      return reply
    }
  }

  private static let mediaType = "application/fido+uaf;charset=UTF-8"
}
