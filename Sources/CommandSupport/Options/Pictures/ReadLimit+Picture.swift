package import HostSystem
import ImageCoding

extension ReadLimit {
  /// The limit for a file that must be a picture: without a picture's signature, only as much is read as is needed to refuse it.
  package static let picture = picture(otherwise: 1 << 16, whenLonger: .truncate)

  /// The limit of a picture's file.
  ///
  /// - Parameters:
  ///   - mostOtherwise: The most bytes of a file without a picture's signature.
  ///   - longFile: What happens to a longer one.
  package static func picture(otherwise mostOtherwise: Int, whenLonger longFile: LongFile) -> ReadLimit {
    ReadLimit(ImageFormat.mostFileBytes, otherwise: mostOtherwise, whenLonger: longFile) {
      ImageFormat(signature: $0) != nil
    }
  }
}
