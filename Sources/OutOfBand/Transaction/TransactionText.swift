import TextFormats

/// The text of a transaction, which the user reads and confirms: plain, or with markup inside `<html></html>` (AA-3.x).
///
/// ```swift
/// let text = TransactionText("<html>Pay <b id='x'>200 CHF</b></html>")
/// text.shown         // Pay 200 CHF
/// text.runs[1].style // [.bold]
/// text.sanitised     // <html>Pay <b>200 CHF</b></html>
/// text.content       // what goes into transaction.content: base64url
/// ```
/// AA-3.x says that the app removes unsupported tags and every attribute. It does not say what the app does with line ends
/// and blanks in markup, or with the content of removed tags such as `script`: here both are kept and shown.
public struct TransactionText: Hashable, Sendable {
  /// The text as it is sent.
  public let text: String
  /// The text as the app shows it, in pieces of one style each.
  public let runs: [Run]
  /// The text with the supported tags alone, without attributes; a text without markup is left as it is.
  public let sanitised: String
  /// What is wrong with the markup, in the order of the text; at most twenty of each kind.
  public let faults: [Fault]

  /// Neighbouring characters in the same style.
  public struct Run: Hashable, Sendable {
    public internal(set) var text: String
    public let style: Style
  }

  /// How characters are shown.
  public struct Style: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `<b>` and `<strong>`.
    public static let bold = Style(rawValue: 1)
    /// `<i>` and `<em>`.
    public static let italic = Style(rawValue: 2)
    /// `<u>`.
    public static let underline = Style(rawValue: 4)

    /// `bold`, `italic` and `underline`, as far as they apply.
    public var names: [String] {
      [(Style.bold, "bold"), (.italic, "italic"), (.underline, "underline")].filter { contains($0.0) }.map(\.1)
    }
  }

  /// Markup that is not shown as it is written.
  public struct Fault: Hashable, Sendable {
    public let kind: Kind
    /// The name of the tag, in lower case.
    public let name: String
    /// The offset of the tag, in bytes of the text.
    public let offset: Int

    /// What is wrong with the tag.
    public enum Kind: Hashable, Sendable, CaseIterable {
      /// A tag that is not supported.
      case unsupported
      /// A comment or a declaration.
      case comment
      /// A supported tag with an attribute.
      case attribute
      /// A supported tag outside `<html></html>`.
      case outside
      /// An opening tag that is not closed.
      case unclosed
      /// A closing tag that closes nothing.
      case unopened
      /// Text before or behind `<html></html>`; the name is empty.
      case outsideText
    }
  }

  /// Reads a text as it is before it is encoded.
  public init(_ text: String) {
    let markup = TransactionMarkup(text)
    self.text = text
    (runs, sanitised, faults) = (markup.runs, markup.sanitised, markup.faults)
  }

  /// What the user reads, without its styles.
  public var shown: String { runs.map(\.text).joined() }

  /// The text as `transaction.content` carries it (AA-3.x; RFC 4648, section 5, unpadded).
  public var content: String { Base64.encodeURL(Array(text.utf8)) }
}
