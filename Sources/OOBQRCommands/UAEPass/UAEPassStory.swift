import OutOfBand
import TextFormats

/// What `oobqr simulate` adds to a URI for the UAE PASS app: the sequence of each ending.
struct UAEPassStory {
  private var uri: UAEPassURI

  /// `nil` for any other message.
  init?(_ message: [UInt8]) {
    guard case .uaePass(let uri) = OutOfBandMessage(message) else { return nil }
    self.uri = uri
  }

  var text: String {
    var lines: [String] = []
    for container in UAEPassSequence.Container.allCases {
      for ending in UAEPassSequence.Ending.allCases {
        let sequence = UAEPassSequence(uri, app: "yourapp", ending: ending, in: container)
        lines.append("UAE PASS in \(container == .webView ? "your app's WebView" : "a browser"), \(ending.words):")
        lines += sequence.steps.enumerated().map { "  \($0.offset + 1). " + Self.line($0.element) }
        lines += sequence.differences.map { "  but: " + Self.line($0) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
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
