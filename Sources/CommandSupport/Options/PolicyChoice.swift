import ArgumentParser

/// The value of `--policy`.
package enum PolicyChoice: Hashable, ExpressibleByArgument {
  /// The policy beside the input, which is the default of all commands but scan.
  case beside
  case file(String)

  package init(argument: String) { self = argument == "beside" ? .beside : .file(argument) }

  /// The file, if one is named.
  package var file: String? { if case .file(let path) = self { path } else { nil } }

  /// What the help of every `--policy` says.
  package static let help = "Allowed hosts (oobqr-policy.json beside the input)."
}
