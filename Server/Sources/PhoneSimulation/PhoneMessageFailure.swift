/// The reason why an input is not one message.
public enum PhoneMessageFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing, or line ends alone.
  case empty
  /// A picture that cannot be decoded or scanned, and why.
  case picture(String)
  /// A picture with another number of symbols than one.
  case symbols(Int)

  public var description: String {
    switch self {
    case .empty: "the input is empty; give a picture, a link or a payload"
    case .picture(let reason): "the picture cannot be scanned: \(reason)"
    case .symbols(0): "the picture has no symbol that can be read"
    case .symbols(let count): "the picture has \(count) symbols; give one with a single symbol"
    }
  }
}
