import CommandSupport
import OutOfBand
import TextFormats
import UAEPass

/// What `oobqr simulate` adds to a URI for the UAE PASS app: the sequence of each ending.
struct UAEPassStory {
  private var uri: UAEPassURI

  /// `nil` for any other message.
  init?(_ message: OutOfBandMessage) {
    guard case .uaePass(let uri) = message else { return nil }
    self.uri = uri
  }

  /// The whole sequence of success; of each other ending what differs from it.
  var text: String {
    var lines: [String] = []
    for container in UAEPassSequence.Container.allCases {
      let success = sequence(.success, container)
      for ending in UAEPassSequence.Ending.allCases {
        let sequence = sequence(ending, container)
        let shared = ending == .success ? 0 : zip(sequence.steps, success.steps).prefix { $0 == $1 }.count
        let place = container == .webView ? "your app's WebView" : "a browser"
        let begins = shared == 0 ? "" : ", as above up to step \(shared)"
        lines.append("UAE PASS in \(place), \(ending.words)\(begins):")
        lines += sequence.steps.enumerated().dropFirst(shared).map { "  \($0.offset + 1). " + Self.line($0.element) }
        // What copies always do is said once.
        let differences = sequence.differences.filter { ending == .success || !success.differences.contains($0) }
        lines += differences.map { "  SDK copies differ: " + Self.line($0) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func sequence(
    _ ending: UAEPassSequence.Ending, _ container: UAEPassSequence.Container
  ) -> UAEPassSequence {
    UAEPassSequence(uri, app: "yourapp", ending: ending, in: container)
  }

  private static func line(_ step: UAEPassSequence.Step) -> String {
    "\(step.text) [\(step.sources.isEmpty ? "no source" : step.sources.joined(separator: "; "))]"
  }
}

extension UAEPassSequence.Ending {
  fileprivate var words: String {
    switch self {
    case .success: "the user verifies"
    case .failure: "the authentication fails"
    case .appMissing: "the UAE PASS app is missing"
    case .declined: "the user declines"
    }
  }
}
