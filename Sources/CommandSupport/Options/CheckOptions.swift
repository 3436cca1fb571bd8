public import ArgumentParser
import HostSystem
public import OutOfBand

/// The circumstances under which messages are checked.
package struct CheckOptions: ParsableArguments {
  @Option(help: ArgumentHelp(PolicyChoice.help, valueName: "file"))
  package var policy: PolicyChoice?

  @OptionGroup package var documentOptions: DocumentOptions

  @Option(help: .more("Rules for transaction texts"))
  package var profile = MessageCheck.Profile.accessApp

  package init() {}

  /// The policy that was named, or `oobqr-policy.json` beside a file; `nil` when there is neither.
  ///
  /// - Parameter isPicture: Whether the file is a picture, which may come from a stranger: then what is found is named.
  package func policy(beside path: String?, isPicture: Bool = false) throws -> TrustPolicy? {
    try TrustPolicy.found(named: namedPolicy, beside: path, isPicture: isPicture)
  }

  /// The file of the policy, if one is named.
  package var namedPolicy: String? { policy?.file }

  /// - Parameter symbolVersion: Of the symbol that carries the message, 1…40; `nil` when it is not known.
  package func options(
    policy: TrustPolicy?, channel: MessageCheck.Channel?, symbolVersion: Int? = nil
  ) -> MessageCheck.Options {
    MessageCheck.Options(
      policy: policy, channel: channel, documents: documentOptions.docs, profile: profile,
      symbolSize: symbolVersion.map { .version($0) } ?? .unknown)
  }
}

extension TrustPolicy {
  /// The policy that was named, or `oobqr-policy.json` beside a file; `nil` when there is neither.
  ///
  /// - Parameter isPicture: Whether the file is a picture, which may come from a stranger: then what is found is named.
  package static func found(named file: String?, beside path: String?, isPicture: Bool = false) throws -> TrustPolicy? {
    if let file { return try TrustPolicy(file: file) }
    guard let beside = path.map(name(beside:)), FileSystem.hasEntry(beside) else { return nil }
    guard FileSystem.isRegularFile(beside) else {
      throw CommandFailure("'\(beside)' is not a regular file; remove it, or name a policy with --policy")
    }
    if isPicture { noteUse(of: beside) }
    return try TrustPolicy(file: beside)
  }

  /// Names a policy that nobody named, once.
  static func noteUse(of file: String) {
    if Console.current.inputs.isFirstUse(of: file) { Console.current.say("note: using the policy '\(file)'") }
  }

  /// The name that a policy beside a file has.
  package static func name(beside path: String) -> String { FileSystem.directory(of: path) + CheckPolicies.fileName }

  package init(file: String) throws {
    let bytes = try Console.current.read(file, limit: MessageCheck.sizeLimit)
    self = try CommandFailure.about("'\(file)'") { try TrustPolicy(json: bytes) }
    let former = Self.formerNames(in: bytes)
    if !former.isEmpty, Console.current.inputs.isFirstUse(of: file + ", former names") {
      let names = former.map { "\($0.name) instead of \($0.former)" }.joined(separator: ", ")
      Console.current.say("note: '\(file)': write \(names); the next minor version will not read the former names")
    }
  }
}

extension MessageCheck.Documents: ExpressibleByArgument {}
extension MessageCheck.Profile: ExpressibleByArgument {}
extension MessageCheck.Channel: ExpressibleByArgument {}
