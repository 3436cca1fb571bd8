public import TextFormats

/// The URL by which the UAE PASS app returns to the calling app: `yourapp:///resume_authn?url=<original>` (UAEP, steps 5
/// and 8).
///
/// ```swift
/// ResumeURL(app: "yourapp", original: "https://id.uaepass.ae/s?x=1").description
/// // yourapp:///resume_authn?url=https%3A%2F%2Fid.uaepass.ae%2Fs%3Fx%3D1
/// ```
public struct ResumeURL: Hashable, Sendable, CustomStringConvertible {
  /// The URL as written, split into its components.
  public let url: URLText
  /// The callback of the identity server that it carries; `nil` without a parameter `url`.
  public let original: NestedURL?
  /// How often the parameter `url` appears.
  package let count: Int
  /// Bytes before the value of the parameter.
  package let valueOffset: Int

  public init(app: String, original: String) {
    self.init(
      "\(app)://\(UAEPassURI.resumePath)?\(UAEPassURI.resumeParameter)=\(PercentEncoding.encode(original))")
  }

  /// Splits any text; `UAEPassResumption` judges it.
  ///
  /// An original that is not encoded, as UAEP shows it, runs to the end of the text: its own `&` and `#` are part of it.
  public init(_ text: String) {
    let url = URLText(text)
    self.url = url
    let bytes = url.bytes
    guard let query = url.queryRange else {
      (original, count, valueOffset) = (nil, 0, bytes.count)
      return
    }
    var values: [Range<Int>] = []
    var start = query.lowerBound
    while start <= query.upperBound {
      let end = bytes[start..<query.upperBound].firstIndex(of: UInt8(ascii: "&")) ?? query.upperBound
      let name = Array("\(UAEPassURI.resumeParameter)=".utf8)
      if bytes[start..<end].starts(with: name) {
        values.append(start + name.count..<end)
        // An un-encoded value has the rest of the text.
        let nested = NestedURL(url.string(start + name.count..<end))
        if values.count == 1, nested.encoding == .none {
          original = NestedURL(url.string(start + name.count..<bytes.count))
          (count, valueOffset) = (1, start + name.count)
          return
        }
      }
      start = end + 1
    }
    original = values.first.map { NestedURL(url.string($0)) }
    (count, valueOffset) = (values.count, values.first?.lowerBound ?? bytes.count)
  }

  /// A callback of a URI that was rewritten before; `nil` for another one.
  package init?(_ callback: UAEPassURI.Callback) {
    let resume = ResumeURL(callback.url.text)
    guard let scheme = resume.url.scheme, !["https", "http"].contains(scheme),
      resume.original != nil || resume.url.path == UAEPassURI.resumePath
    else { return nil }
    self = resume
  }

  public var description: String { url.text }
}
