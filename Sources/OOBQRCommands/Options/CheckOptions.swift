public import ArgumentParser
import HostSystem
public import OutOfBand

/// The circumstances under which messages are checked.
struct CheckOptions: ParsableArguments {
  @Option(
    help:
      """
      A JSON file of allowed hosts, schemes and callbacks; the default is oobqr-policy.json beside the input. scan \
      looks in the current folder instead, or beside each picture with --policy beside.
      """)
  var policy: String?

  @Option(help: "Version of the Access App documents to follow where they disagree: 2.4 or 2.8.")
  var docs = MessageCheck.Documents.access28

  @Option(help: "Rules for transaction texts: access-app or auth-cloud.")
  var profile = MessageCheck.Profile.accessApp

  /// The policy that was named, or `oobqr-policy.json` beside a file; `nil` when there is neither.
  func policy(beside path: String?) throws -> TrustPolicy? {
    try TrustPolicy.found(named: namedPolicy, beside: path)
  }

  /// The value of `--policy` for the policy beside the input, which is the default but for pictures that are scanned.
  private static let beside = "beside"

  /// Whether scan takes the policy from beside each picture.
  var looksBeside: Bool { policy == Self.beside }

  /// The file of the policy, if one is named.
  var namedPolicy: String? { looksBeside ? nil : policy }

  func options(
    policy: TrustPolicy?, channel: MessageCheck.Channel?, symbolVersion: Int? = nil
  ) -> MessageCheck.Options {
    MessageCheck.Options(
      policy: policy, channel: channel, documents: docs, profile: profile, symbolVersion: symbolVersion)
  }
}

extension TrustPolicy {
  /// The policy that was named, or `oobqr-policy.json` beside a file; `nil` when there is neither.
  static func found(named file: String?, beside path: String?) throws -> TrustPolicy? {
    if let file { return try TrustPolicy(file: file) }
    guard let path else { return nil }
    let beside = (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + "oobqr-policy.json"
    guard FileSystem.hasEntry(beside) else { return nil }
    guard FileSystem.isRegularFile(beside) else {
      throw CommandFailure("'\(beside)' is not a regular file; remove it, or name a policy with --policy")
    }
    return try TrustPolicy(file: beside)
  }

  init(file: String) throws {
    let bytes = try Console.current.read(file, limit: MessageCheck.sizeLimit)
    do { try self.init(json: bytes) } catch { throw CommandFailure("'\(file)': \(error)") }
  }
}

extension MessageCheck.Documents: ExpressibleByArgument {}
extension MessageCheck.Profile: ExpressibleByArgument {}
extension MessageCheck.Channel: ExpressibleByArgument {}
