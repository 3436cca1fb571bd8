package import ArgumentParser

extension ArgumentHelp {
  /// Help of an option that most people do not need: `--help-hidden`, completions and manual pages have it, `--help` has not.
  package static func more(_ abstract: String, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: valueName, visibility: .more)
  }
}

extension ArgumentVisibility {
  /// The visibility of options that most people do not need.
  package static var more: ArgumentVisibility { AllOptions.areShown ? .default : .hidden }
}

/// Whether the parser is asked for completions or a manual page, which leave out what is hidden.
package enum AllOptions {
  @TaskLocal package static var areShown = false
}
