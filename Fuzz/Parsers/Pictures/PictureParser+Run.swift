@_spi(Fuzzing) import ConfinedReading
import ImageCoding
import Imaging
import KioskPrinting
import QREncoding
import QRScanning
import QRSymbology
import SymbolDrawing

extension PictureParser {
  /// Decodes the input as a picture file, and writes and reads what it shows.
  static func picture(_ bytes: [UInt8]) {
    let limit = 1 << 16
    let color = try? ColorImage(imageFile: bytes, maxPixels: limit)
    guard let image = try? GrayImage(imageFile: bytes, maxPixels: limit) else { return }
    precondition(image.pixels.count == image.width * image.height, "each pixel has a gray")
    precondition(image.pixels.count <= limit, "no picture is above the limit")
    if let color { precondition((color.width, color.height) == (image.width, image.height), "both have the same size") }
    if image.width * image.height > 1 << 12 { return }
    guard let file = try? PNG.encode(image) else { preconditionFailure("what was decoded can be encoded") }
    precondition((try? PNG.decode(file)) == image, "PNG loses nothing")
  }

  /// Reads the bits of the input as the modules of a symbol; the first byte selects the version, the second the number
  /// of uncertain modules.
  static func matrix(_ bytes: [UInt8]) {
    guard bytes.count > 2, let version = QRSymbol.Version(Int(bytes[0]) % 40 + 1) else { return }
    let modules = (0..<version.size * version.size).map { bit in
      bytes[2 + bit / 8 % (bytes.count - 2)] >> (bit % 8) & 1 == 1
    }
    guard let symbol = try? QRSymbol(modules: modules) else { return }
    var isUncertain = [Bool](repeating: false, count: modules.count)
    for index in 0..<Int(bytes[1]) { isUncertain[index * 7919 % modules.count] = true }
    if let reading = try? symbol.reading(isUncertain: isUncertain) {
      precondition(0...1 ~= reading.spareCorrection, "a share is 0…1")
      precondition(reading.message == reading.segments.flatMap(\.bytes), "the message is its segments")
    }
  }

  /// Reads a Micro QR symbol or, where the first byte is above 127, an rMQR symbol.
  static func micro(_ bytes: [UInt8]) {
    guard bytes.count > 1 else { return }
    if bytes[0] > 127 {
      let version = RectangularMicroQRSymbol.Version.all[Int(bytes[0]) % 32]
      let modules = (0..<version.rows * version.columns).map { bit in
        bytes[1 + bit / 8 % (bytes.count - 1)] >> (bit % 8) & 1 == 1
      }
      _ = try? RectangularMicroQRSymbol(modules: modules, version: version).reading()
      return
    }
    let size = 11 + Int(bytes[0]) % 4 * 2
    let modules = (0..<size * size).map { bit in bytes[1 + bit / 8 % (bytes.count - 1)] >> (bit % 8) & 1 == 1 }
    _ = try? MicroQRSymbol(modules: modules).reading()
  }

  /// Draws a message, spoils modules of the drawing, and reads it: the message or none.
  ///
  /// The first byte is the length of the message, the next the error correction level and the scale, and each pair of bytes
  /// behind the message a module and how gray it becomes.
  static func symbol(_ bytes: [UInt8]) {
    guard bytes.count > 2 else { return }
    let message = Array(bytes.dropFirst(2).prefix(Int(bytes[0]) % 100 + 1))
    guard !message.isEmpty else { return }
    let level = QRSymbol.ErrorCorrectionLevel.allCases[Int(bytes[1]) % 4]
    guard let symbol = try? QREncoder(level: level).encode(message) else { return }
    precondition((try? symbol.reading().message) == message, "an encoded message is read")
    let scale = 1 + Int(bytes[1]) / 4 % 4
    var image = GrayImage(symbol, scale: scale)
    let rest = Array(bytes.dropFirst(2 + message.count))
    for pair in stride(from: 0, to: rest.count - 1, by: 2) {
      let module = (Int(rest[pair]) * 251 + pair * 17) % (symbol.size * symbol.size)
      let (row, column) = (module / symbol.size + 4, module % symbol.size + 4)
      for y in row * scale..<(row + 1) * scale {
        for x in column * scale..<(column + 1) * scale { image[x: x, y: y] = rest[pair + 1] }
      }
    }
    let effort = QRScanner.Effort.allCases[Int(bytes[1]) / 16 % 3]
    guard let found = try? QRScanner(engine: .modules, effort: effort).scan(image) else { return }
    precondition(found.allSatisfy { $0.message == message }, "a message never comes from nowhere")
    if rest.count < 2 { precondition(found.count == 1, "a symbol without a flaw is read") }
  }

  /// Scans the input as gray pixels; the first two bytes are the width and the effort.
  static func scanner(_ bytes: [UInt8]) {
    guard bytes.count > 3 else { return }
    let width = min(max(1, Int(bytes[0]) + Int(bytes[1]) % 4 * 64), bytes.count - 2)
    let height = (bytes.count - 2) / width
    let image = GrayImage(width: width, height: height, pixels: Array(bytes[2..<2 + width * height]))
    let effort = QRScanner.Effort.allCases[Int(bytes[1] >> 6) % 3]
    guard let found = try? QRScanner(engine: .modules, effort: effort).scan(image) else { return }
    precondition(found.allSatisfy { !$0.message.isEmpty }, "a symbol has a message")
  }

  static func glabels(_ bytes: [UInt8]) {
    for stock in GlabelsTemplates.stocks(of: bytes) {
      precondition(stock.label.width > 0 && stock.label.height > 0, "a label has a size")
    }
  }

  /// Reads what a process in the jail answers, which may have been taken over, and prints what it says.
  static func reply(_ bytes: [UInt8]) { JailReply.read(bytes) }
}
