import ImageCoding
import Imaging
import QREncoding
import QRScanning
import SymbolDrawing

let png = try PNG.encode(BilevelImage(try QREncoder(level: .medium).encode("login"), scale: 4))
print(try QRScanner().scan(try GrayImage(imageFile: png)).compactMap(\.text).joined())
