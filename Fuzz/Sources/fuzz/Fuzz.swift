import ImageCoding
import Imaging
import OutOfBand
import QRScanning
import QRSymbology

/// The entry point that libFuzzer calls with each input. The first byte selects the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let kind = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  switch kind % 5 {
  case 0: read(rest)
  case 1: scan(rest)
  case 2: decode(rest)
  case 3: readMicro(rest)
  default: check(rest)
  }
  return 0
}

/// Reads the bits of the input as the modules of a symbol; the first byte selects the version, the second the number
/// of uncertain modules.
private func read(_ bytes: [UInt8]) {
  guard bytes.count > 2, let version = QRSymbol.Version(Int(bytes[0]) % 40 + 1) else { return }
  let modules = (0..<version.size * version.size).map { bit in
    bytes[2 + bit / 8 % (bytes.count - 2)] >> (bit % 8) & 1 == 1
  }
  guard let symbol = try? QRSymbol(modules: modules) else { return }
  let uncertain = Set((0..<Int(bytes[1])).map { $0 * 7919 % modules.count })
  if let reading = try? symbol.reading(uncertain: uncertain) {
    precondition(0...1 ~= reading.spareCorrection, "a share is 0…1")
    precondition(reading.message == reading.segments.flatMap(\.bytes), "the message is its segments")
  }
}

/// Reads a Micro QR symbol or, where the first byte is above 127, an rMQR symbol.
private func readMicro(_ bytes: [UInt8]) {
  guard bytes.count > 1 else { return }
  if bytes[0] > 127, let version = RectangularMicroQRSymbol.Version(number: Int(bytes[0]) % 32) {
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

/// Scans the input as gray pixels; the first two bytes are the width.
private func scan(_ bytes: [UInt8]) {
  guard bytes.count > 3 else { return }
  let width = min(max(1, Int(bytes[0]) + Int(bytes[1]) % 4 * 64), bytes.count - 2)
  let height = (bytes.count - 2) / width
  let image = GrayImage(width: width, height: height, pixels: Array(bytes[2..<2 + width * height]))
  let effort = QRScanner.Effort.allCases[Int(bytes[1] >> 6) % 3]
  _ = try? QRScanner(engine: .modules, effort: effort).scan(image)
}

/// Decodes the input as a picture file and scans it.
private func decode(_ bytes: [UInt8]) {
  _ = try? ColorImage(imageFile: bytes, maxPixels: 1 << 16)
  guard let image = try? GrayImage(imageFile: bytes, maxPixels: 1 << 16) else { return }
  _ = try? QRScanner(engine: .modules, effort: .fast).scan(image)
}

private func check(_ bytes: [UInt8]) { _ = MessageCheck(bytes).diagnostics }

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// The package manager calls an executable's main function by its target's name.
@_cdecl("fuzz_main")
public func fuzzMain(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  var (count, arguments) = (count, arguments)
  return runDriver(&count, &arguments, fuzzOneInput)
}
