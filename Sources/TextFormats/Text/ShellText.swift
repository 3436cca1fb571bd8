/// Words of commands for a POSIX shell.
package enum ShellText {
  /// Quotes a text as one word, whatever is in it.
  package static func word(_ text: String) -> String {
    var word = "'"
    // The shell sees bytes: a quote that a combining mark follows ends the word, too.
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += #"'\''"# } else { word.unicodeScalars.append(scalar) }
    }
    return word + "'"
  }

  /// Quotes a text as one word, unless it is a word as it is.
  package static func wordIfNeeded(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0.isLetterOrDigit(or: "-_./:") }
    return isPlain && !text.isEmpty ? text : word(text)
  }
}
