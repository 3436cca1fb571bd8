/// The elements of an XML 1.0 document, with their places.
///
/// A small part of XML that manifests need: elements, attributes, comments, processing instructions, character data and
/// the five predefined entities. It is written here and not taken from a C library because the rooms of text import
/// none. A document type declaration is refused, so that no entity can be defined, and none can expand.
///
/// ```swift
/// let tree = try XMLTree(parsing: Array("<data scheme='https'/>".utf8))
/// tree.root["scheme"]  // https
/// ```
public struct XMLTree: Hashable, Sendable {
  public let root: Element

  /// Parses strictly: one root, UTF-8, matching tags, no DTD, at most 100 levels. The time grows with the length.
  ///
  /// - Throws: ``SyntaxError`` with the position of the first fault.
  public init(parsing bytes: [UInt8]) throws(SyntaxError) {
    var parser = XMLParser(bytes)
    root = try parser.document()
  }

  /// Parses a property list (plist), whose elements keep their text.
  ///
  /// The document type declaration that Apple's tools write is skipped; one that defines something is refused.
  ///
  /// - Throws: ``SyntaxError`` with the position of the first fault.
  public init(propertyList bytes: [UInt8]) throws(SyntaxError) {
    var parser = XMLParser(bytes, isPropertyList: true)
    root = try parser.document()
  }

  /// An element with its attributes and the elements in it.
  public struct Element: Hashable, Sendable {
    /// As written, with its prefix.
    public let name: String
    /// The number of bytes before its `<`.
    public let offset: Int
    public let attributes: [Attribute]
    public internal(set) var children: [Element]
    /// The character data directly inside, in a property list; not kept otherwise.
    public internal(set) var text = ""

    /// The value of the attribute with a name as written; `nil` without one.
    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// This element and all below it, in the order of the text.
    public var descendants: [Element] { [self] + children.flatMap(\.descendants) }
  }

  /// A name with its value, whose references are replaced.
  public struct Attribute: Hashable, Sendable {
    /// As written, with its prefix.
    public let name: String
    public let value: String
    /// The number of bytes before the name.
    public let offset: Int
  }
}
