/// A piece of an HTML text: text, a tag, a comment or a document type, with the bytes that it was written in.
public struct HTMLToken: Hashable, Sendable {
  public let kind: Kind
  /// Offsets in bytes, from the start of the source.
  public let range: Range<Int>

  /// What a token is.
  public enum Kind: Hashable, Sendable {
    /// Text with its character references decoded.
    case text(String)
    case startTag(Tag)
    case endTag(Tag)
    /// A comment, or a declaration or instruction that HTML treats as one.
    case comment
    case doctype
  }

  /// The name and the attributes of a tag.
  public struct Tag: Hashable, Sendable {
    /// In lower case.
    public let name: String
    /// In their order; of two with the same name, the first.
    public let attributes: [Attribute]

    /// The value of an attribute, empty when it was written without one; `nil` when there is none of this name.
    ///
    /// - Parameter name: In lower case.
    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  /// An attribute of a tag.
  public struct Attribute: Hashable, Sendable {
    /// In lower case.
    public let name: String
    /// With its character references decoded; empty when none was written.
    public let value: String
    /// The bytes of the value, without its quotes.
    public let valueRange: Range<Int>
  }
}
