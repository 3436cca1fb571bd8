import ImageCoding
import Imaging
import QRScanning

/// The message that meets a phone.
public struct PhoneMessage: Hashable, Sendable {
  /// The exact bytes.
  public let bytes: [UInt8]
  /// Whether they were in a symbol.
  public let isScanned: Bool

  /// Takes a text, such as a link, or scans the one symbol of a picture.
  ///
  /// - Parameter bytes: A PNG or JPEG file of up to 100 million pixels, or a text; line ends around a text do not count.
  /// - Throws: ``PhoneMessageFailure``.
  public init(_ bytes: [UInt8]) throws(PhoneMessageFailure) {
    guard ImageFormat(signature: bytes) != nil else {
      let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
      let text = Array(bytes.drop(while: isEnd).reversed().drop(while: isEnd).reversed())
      guard !text.isEmpty else { throw .empty }
      (self.bytes, isScanned) = (text, false)
      return
    }
    let detections: [Detection]
    do { detections = try QRScanner().scan(try GrayImage(imageFile: bytes)) } catch { throw .picture("\(error)") }
    guard let detection = detections.first, detections.count == 1 else { throw .symbols(detections.count) }
    (self.bytes, isScanned) = (detection.message, true)
  }
}
