import HostSystem
import ImageCoding

extension ReadLimit {
  /// The limit of a file that can only be a picture: without a picture's signature it is read as far as is needed to refuse it.
  static let picture = picture(otherwise: 1 << 16, whenLonger: .truncate)

  /// The limit of a picture's file.
  ///
  /// - Parameters:
  ///   - mostOtherwise: The most bytes of a file without a picture's signature.
  ///   - longFile: What happens to a longer one.
  static func picture(otherwise mostOtherwise: Int, whenLonger longFile: LongFile) -> ReadLimit {
    ReadLimit(ImageFormat.mostFileBytes, otherwise: mostOtherwise, whenLonger: longFile) {
      ImageFormat(signature: $0) != nil
    }
  }
}
