/// A pattern of an apple-app-site-association file: `*` is any number of characters, `?` is one, `$(name)` one of
/// several strings (developer.apple.com, applinks.Details.Components and SubstitutionVariables).
package struct LinkPattern: Hashable, Sendable {
  private var tokens: [Token]
  /// A variable that neither the file nor the reference gives values for.
  private(set) var undefined: [String] = []
  /// Whether a variable's values are a list that the reference does not print: `$(lang)` and `$(region)`.
  private(set) var isOpen = false

  private enum Token: Hashable, Sendable {
    case character(Character)
    case one
    case any
    case oneOf([[Token]])
    /// One character of a class.
    case inClass(CharacterClass)
  }

  private enum CharacterClass: String, Hashable, Sendable {
    case alpha, upper, lower, alnum, digit, xdigit

    func contains(_ character: Character) -> Bool {
      guard character.isASCII else { return false }
      return switch self {
      case .alpha: character.isLetter
      case .upper: character.isUppercase
      case .lower: character.isLowercase
      case .alnum: character.isLetter || character.isNumber
      case .digit: character.isNumber
      case .xdigit: character.isHexDigit
      }
    }
  }

  package enum Match: Hashable, Sendable { case yes, no, unknown }

  /// - Parameter variables: The values of each; `nil` where `$` is a character like any other.
  init(_ text: String, variables: [String: [String]]? = [:]) {
    tokens = []
    var rest = text[...]
    while let character = rest.popFirst() {
      if let variables, character == "$", rest.first == "(", let end = rest.firstIndex(of: ")") {
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
        if let values = variables[name] {
          tokens.append(.oneOf(values.map { $0.map(Self.token) }))
        } else if let named = CharacterClass(rawValue: name) {
          tokens.append(.inClass(named))
        } else if name == "lang" || name == "region" {
          tokens.append(.any)
          isOpen = true
        } else {
          undefined.append(name)
          tokens.append(.oneOf([]))
        }
      } else {
        tokens.append(Self.token(character))
      }
    }
  }

  private static func token(_ character: Character) -> Token {
    character == "*" ? .any : character == "?" ? .one : .character(character)
  }

  /// Whether the whole text matches.
  package func match(_ text: String, isCaseSensitive: Bool = true) -> Match {
    let characters = Array(text)
    var places = [Bool](repeating: false, count: characters.count + 1)
    places[0] = true
    let end = Self.places(after: tokens, from: places, in: characters, isCaseSensitive)
    return end[characters.count] ? (isOpen ? .unknown : .yes) : .no
  }

  /// The places that the tokens can end at, of all that they can begin at: no step is taken twice.
  private static func places(
    after tokens: [Token], from start: [Bool], in text: [Character], _ isCaseSensitive: Bool
  ) -> [Bool] {
    var places = start
    for token in tokens {
      var next = [Bool](repeating: false, count: places.count)
      switch token {
      case .any:
        guard let first = places.firstIndex(of: true) else { return next }
        for index in first..<next.count { next[index] = true }
      case .oneOf(let choices):
        for choice in choices {
          for (index, isReached) in Self.places(after: choice, from: places, in: text, isCaseSensitive).enumerated()
          where isReached {
            next[index] = true
          }
        }
      case .one, .character, .inClass:
        for index in text.indices where places[index] {
          next[index + 1] = Self.matches(token, text[index], isCaseSensitive)
        }
      }
      places = next
    }
    return places
  }

  private static func matches(_ token: Token, _ character: Character, _ isCaseSensitive: Bool) -> Bool {
    switch token {
    case .one: true
    case .character(let wanted):
      wanted == character || (!isCaseSensitive && wanted.lowercased() == character.lowercased())
    case .inClass(let named):
      named.contains(character)
        || (!isCaseSensitive && (character.uppercased() + character.lowercased()).contains { named.contains($0) })
    case .any, .oneOf: false
    }
  }
}
