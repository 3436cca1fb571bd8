public import ArgumentParser
import HostSystem
public import OutOfBand

/// The circumstances under which messages are checked.
package struct CheckOptions: ParsableArguments {
  @Option(help: TrustPolicy.help)
  package var policy: String?

  @OptionGroup package var documentOptions: DocumentOptions

  @Option(help: .more("Rules for transaction texts"))
  package var profile = MessageCheck.Profile.accessApp

  package init() {}

  /// The policy that was named, or that of the current folder; `nil` when there is neither.
  package func trustPolicy() throws -> TrustPolicy? { try TrustPolicy.chosen(policy) }

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
  /// The policy that counts without being named, if the current folder has it. One beside the input does not: both may come from a stranger.
  package static let fileName = "oobqr-policy.json"

  /// What the help of every `--policy` says.
  package static let help = ArgumentHelp("Allowed hosts (default: ./\(fileName)).", valueName: "file")

  /// The policy that was named, or that of the current folder; `nil` when there is neither.
  package static func chosen(_ file: String?) throws -> TrustPolicy? {
    if let file { return try TrustPolicy(file: file) }
    guard FileSystem.hasEntry(fileName) else { return nil }
    guard FileSystem.isRegularFile(fileName) else {
      throw CommandFailure("'\(fileName)' is not a regular file; remove it, or name a policy with --policy")
    }
    return try TrustPolicy(file: fileName)
  }

  package init(file: String) throws {
    let bytes = try Console.current.read(file, limit: MessageCheck.sizeLimit)
    self = try CommandFailure.about("'\(file)'") { try TrustPolicy(json: bytes) }
    let former = Self.formerNames(in: bytes)
    if !former.isEmpty {
      let names = former.map { "\($0.name) instead of \($0.former)" }.joined(separator: ", ")
      Console.current.say("note: '\(file)': write \(names); the next minor version will not read the former names")
    }
  }
}

extension MessageCheck.Documents: ExpressibleByArgument {}
extension MessageCheck.Profile: ExpressibleByArgument {}
extension MessageCheck.Channel: ExpressibleByArgument {}
