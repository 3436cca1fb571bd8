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

  /// The policy itself, which ``loaded()`` puts in the place of its file.
  @Option(name: .customLong("policy-text"), help: .hidden)
  var policyText: String?

  /// The policy that was named, or `oobqr-policy.json` beside a file; `nil` when there is neither.
  func policy(beside path: String?) throws -> TrustPolicy? {
    if let policyText { return try TrustPolicy(file: policy ?? "", text: Array(policyText.utf8)) }
    return try TrustPolicy.found(named: namedPolicy, beside: path)
  }

  /// The value of `--policy` for the policy beside the input, which is the default but for pictures that are scanned.
  fileprivate static let beside = "beside"

  /// The file of the policy, if one is named.
  var namedPolicy: String? { policy == Self.beside ? nil : policy }

  /// The same with a named policy read and checked: many inputs and workers do not read its file again.
  func loaded() throws -> CheckOptions {
    guard let policy = namedPolicy, policyText == nil else { return self }
    let bytes = try Console.current.read(policy, limit: MessageCheck.sizeLimit)
    _ = try TrustPolicy(file: policy, text: bytes)
    // Linux takes arguments of up to 128 KiB.
    guard bytes.count < 100_000, !bytes.contains(0) else { return self }
    var options = self
    options.policyText = String(decoding: bytes, as: UTF8.self)
    return options
  }

  func options(
    policy: TrustPolicy?, channel: MessageCheck.Channel?, symbolVersion: Int? = nil
  ) -> MessageCheck.Options {
    MessageCheck.Options(
      policy: policy, channel: channel, documents: docs, profile: profile, symbolVersion: symbolVersion)
  }
}

extension CheckOptions {
  /// The file of a policy, for a process that cannot open it.
  struct PolicyFile: Sendable {
    var name: String
    var text: [UInt8]
  }

  /// The policy for a picture: the one that was named, or `oobqr-policy.json` in the current folder. A picture may be a
  /// stranger's, like the files beside it; `--policy beside` takes the policy from there.
  ///
  /// - Returns: `nil` also if its text is in the options.
  func policyFile(forPicture path: String) throws -> PolicyFile? {
    guard policyText == nil else { return nil }
    guard let name = TrustPolicy.path(named: namedPolicy, beside: policy == Self.beside ? path : "./") else {
      return nil
    }
    return PolicyFile(name: name, text: try Console.current.read(name, limit: MessageCheck.sizeLimit))
  }
}

extension TrustPolicy {
  /// The policy that was named, or `oobqr-policy.json` beside a file; `nil` when there is neither.
  static func found(named file: String?, beside path: String?) throws -> TrustPolicy? {
    try Self.path(named: file, beside: path).map(TrustPolicy.init(file:))
  }

  fileprivate static func path(named file: String?, beside path: String?) -> String? {
    let beside = path.map { path in
      (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + "oobqr-policy.json"
    }
    return file ?? beside.flatMap { FileSystem.isRegularFile($0) ? $0 : nil }
  }

  init(file: String) throws {
    try self.init(file: file, text: try Console.current.read(file, limit: MessageCheck.sizeLimit))
  }

  /// - Parameter file: The name that errors show.
  init(file: String, text bytes: [UInt8]) throws {
    do { try self.init(json: bytes) } catch { throw CommandFailure("'\(file)': \(error)") }
  }
}

extension MessageCheck.Documents: ExpressibleByArgument {}
extension MessageCheck.Profile: ExpressibleByArgument {}
extension MessageCheck.Channel: ExpressibleByArgument {}
