import ArgumentParser
import OutOfBand
import TextFormats

/// A payload: a file's, or one that is built.
struct PayloadSourceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Carry the payload (JSON) of a file; '-' is standard input.", valueName: "file"))
  var payload: String?

  @Option(help: ArgumentHelp("Build a payload with this redeem URL.", valueName: "url"))
  var redeemUrl: String?

  @Option(help: ArgumentHelp("Read the token of the built payload from a file, or from '-'.", valueName: "file"))
  var tokenFile: String?

  @Option(help: ArgumentHelp("Add a member to the built payload's nma_data; may be repeated.", valueName: "key=value"))
  var data: [String] = []

  /// Whether there is a payload.
  var isGiven: Bool { payload != nil || redeemUrl != nil || tokenFile != nil }

  func validate() throws {
    guard isGiven else { return }
    if payload != nil && (redeemUrl != nil || tokenFile != nil || !data.isEmpty) {
      throw ValidationError("Give --payload, or --redeem-url with --token-file, not both.")
    }
    if payload == nil && (redeemUrl == nil || tokenFile == nil) {
      throw ValidationError("A payload is built from both --redeem-url and --token-file.")
    }
    if let wrong = data.first(where: { !$0.contains("=") || $0.hasPrefix("=") }) {
      throw ValidationError("--data '\(SecretText().redacted(wrong))' is not key=value.")
    }
  }

  /// The file of the payload, if any.
  var file: String? { [payload, tokenFile].compactMap { $0 }.first { $0 != "-" } }

  /// Reads or builds the payload.
  func json() throws -> [UInt8] {
    if let payload { return try Console.current.read(payload, limit: MessageCheck.sizeLimit).droppingNewline() }
    let bytes = try Console.current.read(tokenFile ?? "-", limit: 4096).droppingNewline()
    guard let token = String(validating: bytes, as: UTF8.self), !token.isEmpty else {
      throw CommandFailure("the token file is \(bytes.isEmpty ? "empty" : "not UTF-8")")
    }
    let members = data.map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return JSONValue.Member(String(sides[0]), .string(String(sides[1])))
    }
    return OutOfBandPayload.json(token: token, redeemURL: redeemUrl ?? "", data: members)
  }
}
