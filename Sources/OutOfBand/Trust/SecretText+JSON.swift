public import TextFormats

/// Secrets in JSON values.
extension SecretText {
  /// The value with all its texts redacted. Texts and numbers of members whose names say that they are secret are shortened; under names
  /// that only mention a secret, such as `tokenValue`, long numbers and mixed letters and digits are.
  public func redacted(_ value: JSONValue) -> JSONValue { redacted(value, under: nil) }

  /// A member with its texts redacted, and its texts and numbers shortened as its name requires.
  func redacted(_ member: JSONValue.Member) -> JSONValue.Member { redacted(member, under: nil) }

  private func redacted(_ member: JSONValue.Member, under name: SecretName?) -> JSONValue.Member {
    let own = SecretName(member.name)
    return .init(redacted(member.name), redacted(member.value, under: name == .certain ? name : own ?? name))
  }

  private func redacted(_ value: JSONValue, under name: SecretName?) -> JSONValue {
    switch (value, name) {
    case (.object(let members), _): .object(members.map { redacted($0, under: name) })
    case (.array(let elements), _): .array(elements.map { redacted($0, under: name) })
    case (.string(let text), .certain): .string(Self.shortened(text))
    case (.string(let text), .possible): .string(Self.shorteningOpaqueRuns(in: redacted(text), namedIn: "token"))
    case (.string(let text), nil): .string(redacted(text))
    case (.number(let text), .certain): .string(Self.shortened(text))
    case (.number(let text), .possible) where Self.isLongNumber(text[...].utf8): .string(Self.shortened(text))
    default: value
    }
  }

  /// What the name of a member says about its value.
  private enum SecretName {
    /// It is a secret, as that of `token` and `clientSecret` is.
    case certain
    /// It may be one, as that of `tokenValue` is.
    case possible

    init?(_ name: String) {
      if SecretText.namesSecret(name[...]) {
        self = .certain
      } else if SecretText.mentionsSecret(name) {
        self = .possible
      } else {
        return nil
      }
    }
  }
}
