import Foundation
import ImageCoding
import Imaging
import QRScanning
import QRSymbology
import TestSupport
import Testing

/// The pictures under `Tests/pictures`, which other encoders made.
struct SamplePicturesTests {
  @Test func `every sample picture is read exactly, each symbol in order`() throws {
    let groups = try ExpectedSymbol.read(Files.pictures)
    #expect(groups.count == 94)
    for (path, rows) in groups {
      let image = try GrayImage(imageFile: Files.bytes(Files.pictures.appending(path: path)))
      let messages = try QRScanner().scan(image).map(\.message)
      #expect(messages == rows.filter { $0.kind != "none" }.map(\.message), "\(path)")
    }
  }
}
