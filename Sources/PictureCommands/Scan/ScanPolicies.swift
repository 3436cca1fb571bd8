import CommandSupport
import OutOfBand

/// The policies for the messages of pictures: the one that was named, or `oobqr-policy.json` in the current folder. A
/// picture may come from a stranger, and so may the files beside it; `--policy beside` takes the policy from there.
enum ScanPolicies: Sendable {
  case same(TrustPolicy?)
  case beside

  /// Reads the policy if it is named or messages are checked.
  init(_ command: ScanCommand) throws {
    let checks = command.answer.check || command.answer.simulate || command.isJSON
    if command.checkOptions.policy == .beside {
      self = checks ? .beside : .same(nil)
    } else if checks || command.checkOptions.namedPolicy != nil {
      self = .same(try command.checkOptions.policy(beside: "./"))
    } else {
      self = .same(nil)
    }
  }

  /// - Parameter notes: Gets the name of a policy that nobody named, once.
  func policy(for picture: ScanPicture, on console: Console, _ notes: inout [String]) throws -> TrustPolicy? {
    if case .same(let policy) = self { return policy }
    let policy = try TrustPolicy.found(named: nil, beside: picture.name)
    let file = TrustPolicy.name(beside: picture.name)
    if policy != nil, console.inputs.isFirstUse(of: file) { notes.append("note: using the policy '\(file)'") }
    return policy
  }
}
