import ImageCoding
import Imaging
import QRScanning

/// Returns the message of the first symbol in a picture file; `nil` without one.
public func message(inPicture file: [UInt8]) throws -> [UInt8]? {
  try QRScanner().scan(GrayImage(imageFile: file)).first?.message
}
