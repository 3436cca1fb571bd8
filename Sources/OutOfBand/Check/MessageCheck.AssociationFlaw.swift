extension MessageCheck {
  /// Why the files of the link's domain and the app do not let the link open the app on some phones.
  public struct AssociationFlaw: Hashable, Sendable {
    /// The phones, the reason and the file.
    public let message: String
    /// `nil` where only the files can say.
    public let remedy: String?

    public init(_ message: String, remedy: String?) { (self.message, self.remedy) = (message, remedy) }

    var finding: Diagnostic { Diagnostic(.notAssociated, message, at: .association, remedy: remedy) }
  }
}
