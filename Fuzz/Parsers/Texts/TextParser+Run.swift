import Association
import HandsetSimulation
import OutOfBand
import SymbolBatches
import TextFormats
import WebPages

extension TextParser {
  /// JSON → payload → JSON → payload.
  static func payload(_ bytes: [UInt8]) {
    guard let payload = try? OutOfBandPayload(json: bytes) else { return }
    precondition((try? OutOfBandPayload(json: payload.json)) == payload, "a payload is what its JSON says")
    guard case .success(let decoded) = Base64.decode(payload.base64URL) else { preconditionFailure("it is base64url") }
    precondition(decoded.bytes == payload.json, "base64url returns its bytes")
    guard let token = payload.token, let redeemURL = payload.redeemURL else { return }
    let built = OutOfBandPayload(token: token, redeemURL: redeemURL)
    precondition(built.token == token && built.redeemURL == redeemURL, "a payload keeps what it is built from")
  }

  /// Text → link → text → link, and a link by its parts.
  static func link(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), let link = try? DispatchLink(parsing: text) else {
      return
    }
    guard let again = try? DispatchLink(parsing: link.description) else {
      preconditionFailure("a link's text is a link")
    }
    precondition(again.payloadText == link.payloadText, "a link keeps its payload")
    precondition(again.callbacks == link.callbacks, "a link keeps its callbacks")
    precondition(again.description == link.description, "a link's text is its only one")
  }

  static func message(_ bytes: [UInt8]) { _ = MessageCheck(bytes).diagnostics }

  static func dispatch(_ bytes: [UInt8]) {
    _ = try? DispatchRequest(json: bytes).curlCommand(url: "https://access.example.com/")
    _ = try? GetUAFRequest(json: bytes).transactions
    _ = try? DispatchResponse(json: bytes).hasToken(of: nil)
    _ = try? RedeemResponse(json: bytes).operation
    _ = try? StatusResponse(json: bytes).tokenResult
  }

  static func transaction(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    let transaction = TransactionText(text)
    guard case .success(let decoded) = Base64.decode(transaction.content) else {
      preconditionFailure("the content is base64url")
    }
    precondition(decoded.bytes == bytes, "the content is the text")
  }

  static func html(_ bytes: [UInt8]) { _ = HTMLPage(bytes) }

  static func association(_ bytes: [UInt8]) {
    _ = try? AssociationDescription(json: bytes)
    guard let document = try? JSONDocument(parsing: bytes) else { return }
    _ = AppleAppSiteAssociation(document)
    _ = AssetLinks(document)
    let written = Array("\(document.value)".utf8)
    precondition((try? JSONDocument(parsing: written).value) == document.value, "JSON is what it is written as")
  }

  static func manifest(_ bytes: [UInt8]) {
    if let list = try? XMLTree(propertyList: bytes) { _ = ApplePropertyList(list).diagnostics }
    guard let tree = try? XMLTree(parsing: bytes) else { return }
    _ = AndroidManifest(tree).diagnostics
  }

  static func policy(_ bytes: [UInt8]) {
    guard let policy = try? TrustPolicy(json: bytes) else { return }
    let link = "https://access.siven.ch/open?dispatchTokenResponse=eyJubWFfZGF0YSI6e319"
    _ = MessageCheck(link, options: MessageCheck.Options(policy: policy)).diagnostics
    precondition(!policy.allows(redeemHost: "") || policy.redeemHosts == nil, "a policy allows no host without a name")
  }

  static func catalogue(_ bytes: [UInt8]) { _ = try? Catalogue.builtIn.overridden(by: bytes) }

  static func list(_ bytes: [UInt8], _ format: MessageList.Format) {
    guard var list = try? MessageList(bytes, format) else { return }
    var line = 0
    while let next = try? list.next() {
      switch next {
      case .success(let row):
        precondition(row.line > line, "each row is below the one before")
        line = row.line
        _ = try? BatchItem(row)
      // A bad row costs no other one.
      case .failure(let error):
        precondition(error.line > line, "a bad row is below the ones before")
        line = error.line
      }
    }
  }
}
