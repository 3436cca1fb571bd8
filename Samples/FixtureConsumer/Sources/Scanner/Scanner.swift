import ImageCoding
import QRScanning
import QRSymbology

/// What the first symbol in a picture file says, or `nil` without one.
public func message(inPicture file: [UInt8]) throws -> [UInt8]? {
  try QRScanner().scan(GrayImage(imageFile: file)).first?.message
}
