/// The source of a row's caption: a template with columns, or the column `caption`.
public struct RowCaption: Hashable, Sendable {
  public var template: CaptionTemplate?

  public init(template: CaptionTemplate? = nil) { self.template = template }

  /// The columns that a list must have.
  public var columns: [String] { template?.columns ?? [] }

  /// - Returns: `nil` for an empty caption.
  public func caption(of fields: [String: String]) -> String? {
    let text = template?.filled { fields[$0] } ?? fields["caption"] ?? ""
    return text.isEmpty ? nil : text
  }
}
