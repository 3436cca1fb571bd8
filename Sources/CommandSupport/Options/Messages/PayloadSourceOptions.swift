package import ArgumentParser
import HostSystem
import ImageCoding
package import OutOfBand
import TextFormats

/// A payload: a file's, or one that is built.
package struct PayloadSourceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The payload (JSON) is in this file; '-' is stdin.", valueName: "file"))
  package var payload: String?

  @Option(help: .more("The encrypted payload (a compact JWE) is in this file.", valueName: "file"))
  var jweFile: String?

  @Option(help: ArgumentHelp("Build a payload with this redeem URL,", valueName: "url"))
  var redeemUrl: String?

  @Option(help: ArgumentHelp("and with the token in this file.", valueName: "file"))
  var tokenFile: String?

  @Option(help: .more("Add a member to the built payload's nma_data; may be repeated.", valueName: "key=value"))
  package var data: [String] = []

  package init() {}

  /// Whether a payload was given.
  package var isGiven: Bool { payload != nil || jweFile != nil || isBuilt }

  /// Whether a payload is built from its parts.
  private var isBuilt: Bool { redeemUrl != nil || tokenFile != nil }

  package func validate() throws {
    let hasParts = isBuilt || !data.isEmpty
    try refuse([
      "Give --payload or --jwe-file, not both.": payload != nil && jweFile != nil,
      "Give either --payload, or --redeem-url and --token-file, to which --data belongs.": payload != nil && hasParts,
      "Give either --jwe-file, or --redeem-url and --token-file, to which --data belongs.": jweFile != nil && hasParts,
      "Give both --redeem-url and --token-file to build a payload.": isBuilt
        && (redeemUrl == nil || tokenFile == nil),
    ])
    _ = try DataMember.list(data)
  }

  /// The file of the payload, if any.
  package var file: String? { [payload, jweFile, tokenFile].compactMap { $0 }.first { $0 != "-" } }

  /// The payload as it was read or built.
  package func json() throws -> PayloadJSON {
    if let payload {
      let json = PayloadJSON(try Self.read(payload, limit: MessageCheck.sizeLimit))
      // What is meant as JSON is checked, and forced on request.
      if case .failure(let error) = json.document {
        let name = CommandFailure.name(ofInput: payload)
        if let words = Self.words(about: json.bytes) { throw CommandFailure("\(name) \(words)") }
        Console.current.say("note: \(name) is not JSON: \(error)")
      }
      return json
    }
    if let jweFile { return PayloadJSON(try OutOfBandPayload(jwe(jweFile)).json) }
    let token = try token()
    return PayloadJSON(
      OutOfBandPayload.json(token: token, redeemURL: redeemUrl ?? "", data: try DataMember.list(data)))
  }

  /// What a file is that holds no JSON; `nil` where the check says it.
  private static func words(about bytes: [UInt8]) -> String? {
    switch OutOfBandMessage(bytes) {
    case .payload(_, .bareJWE): "holds a compact JWE, not a payload; give it with --jwe-file"
    case .payload(_, .base64), .payload(_, .brokenBase64):
      "holds a payload in base64url, not its JSON; give the message itself with --file"
    case .link: "holds a link, not a payload; give the message itself with --file"
    case .web: "holds a web address, not a payload; give the message itself with --file"
    case .utf16: "is UTF-16; save it as UTF-8"
    case _ where bytes.isEmpty: "is empty; it should hold the payload's JSON"
    case .binary where ImageFormat(signature: bytes) != nil:
      "is a picture, not a payload; 'oobqr scan' prints the messages in it"
    case .text(let text) where text.contains("\0"): "is not text"
    case .text(let text) where !["{", "[", nil].contains(text.first { !$0.isWhitespace }):
      "is not a message: it is neither JSON nor a link nor base64url"
    default: nil
    }
  }

  private func jwe(_ file: String) throws -> CompactJWE {
    let bytes = try Self.read(file, limit: MessageCheck.sizeLimit)
    do throws(Fault) { return try CompactJWE(parsing: String(decoding: bytes, as: UTF8.self)) } catch {
      let isPayload = PayloadJSON(bytes).value?["nma_data"] != nil
      throw CommandFailure(
        isPayload
          ? "\(CommandFailure.name(ofInput: file)) holds a payload, not a JWE; give it with --payload"
          : "\(CommandFailure.name(ofInput: file)) is not a compact JWE: \(error)")
    }
  }

  private func token() throws -> String {
    if let tokenFile, tokenFile != "-", !FileSystem.exists(tokenFile) {
      throw CommandFailure(
        "'\(Secret(tokenFile))' is not a file; --token-file takes the name of a file that holds the token, "
          + "or '-' for standard input")
    }
    let bytes = try Self.read(tokenFile ?? "-", limit: 1 << 16)
    guard let token = String(validating: bytes, as: UTF8.self), !token.isEmpty else {
      throw CommandFailure("the token file is \(bytes.isEmpty ? "empty" : "not UTF-8")")
    }
    if (try? CompactJWE(parsing: token)) != nil {
      throw CommandFailure(
        "the token file holds a compact JWE, which is a whole encrypted payload; give it with --jwe-file instead of "
          + "--redeem-url and --token-file")
    }
    return token
  }

  private static func read(_ path: String, limit: Int) throws -> [UInt8] {
    try Console.current.read(path, limit: limit).droppingNewline()
  }
}
