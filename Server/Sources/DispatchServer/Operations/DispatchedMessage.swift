import ImageCoding
import Imaging
import OutOfBand
import QREncoding
import QRSymbology
import SymbolDrawing
import TextFormats

/// What a dispatcher makes of a token: a payload, in a link or not, in a symbol or not (nevisFIDO reference guide).
struct DispatchedMessage {
  /// The payload's JSON.
  let payload: [UInt8]
  private let settings: ServerSettings

  /// - Parameters:
  ///   - redeemURL: Where the token is redeemed; http on this machine.
  ///   - data: Further members of `nma_data`.
  init(token: String, redeemURL: String, data: [JSONValue.Member], _ settings: ServerSettings) {
    payload = OutOfBandPayload.json(token: token, redeemURL: redeemURL, data: data)
    self.settings = settings
  }

  /// The link that carries the payload.
  var link: String {
    let target: DispatchLink.Target =
      switch settings.link {
      case .appLink(let base): .appLink(base: base)
      case .customURI(let scheme): .authentication(scheme: scheme)
      }
    return DispatchLink.text(target, payload: base64)
  }

  /// The payload as a symbol without a link carries it.
  var base64: String { Base64.encodeURL(payload) }

  /// What the dispatcher gives back.
  ///
  /// - Returns: `nil` for a push message, whose sender gets nothing.
  /// - Throws: An error of encoding or drawing when the message is too long for a symbol.
  func response(of dispatcher: DispatchRequest.Dispatcher) throws -> String? {
    switch dispatcher {
    case .link: link
    case .linkSymbol: try picture(of: link)
    case .rawSymbol: try picture(of: base64)
    case .push: nil
    }
  }

  private func picture(of message: String) throws -> String {
    let symbol = try QREncoder(level: .medium).encode(message)
    let base64 = Base64.encode(try PNG.encode(BilevelImage(symbol, scale: settings.scale)))
    return settings.pictures == .dataURI ? "data:image/png;base64," + base64 : base64
  }

  /// What the phone gets by push: the notification, which is not encrypted, and the payload.
  func push(title: String?, body: String?) -> JSONValue {
    var notification: [JSONValue.Member] = []
    if let title { notification.append(.init("title", .string(title))) }
    if let body { notification.append(.init("body", .string(body))) }
    // What has been written is read back as a value.
    let payload = (try? JSONDocument(parsing: payload).value) ?? .null
    return ["notification": .object(notification), "payload": payload]
  }
}
