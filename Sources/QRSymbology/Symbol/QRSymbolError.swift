/// The reason why an array of modules is not a QR symbol.
public enum QRSymbolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of modules, `modules`, is not the square of a version's size.
  case sizeOutOfRange(modules: Int)
  /// Neither copy of the format information is within three bits of a valid value.
  case unreadableFormatInformation

  public var description: String {
    switch self {
    case .sizeOutOfRange(let modules):
      "\(modules) modules are not a QR symbol: its sides have 21, 25, … 177 modules"
    case .unreadableFormatInformation:
      "both copies of the format information have more than 3 wrong bits"
    }
  }
}
