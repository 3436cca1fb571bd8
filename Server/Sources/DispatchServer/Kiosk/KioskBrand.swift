import HostSystem
import ImageCoding
import SymbolDrawing
import TextFormats

/// What the pages of a kiosk display show of its operator.
struct KioskBrand: Sendable {
  /// The element above the states; empty for none.
  let header: String
  let accent: RGBColor

  /// The longest file of a logo, in bytes: every page has it.
  static let fileLimit = 128 * 1024
  /// The most pixels of a logo.
  static let pixelLimit = 1 << 20

  /// Reads the logo once.
  init(_ brand: ServerSettings.Brand) throws(LogoFailure) {
    guard let accent = brand.accent else { preconditionFailure("the settings were checked") }
    self.accent = accent
    let name = MarkupText.escaped(brand.name ?? "")
    if let path = brand.logo {
      let data = Base64.encode(try Self.logo(path))
      header = "<header><img src=\"data:image/png;base64,\(data)\" alt=\"\(name)\"></header>"
    } else {
      header = name.isEmpty ? "" : "<header dir=\"auto\">\(name)</header>"
    }
  }

  /// Reads a picture that every browser shows: one that can be decoded.
  private static func logo(_ path: String) throws(LogoFailure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try FileSystem.read(path, limit: fileLimit) } catch { throw .file("\(error)") }
    let format = ImageFormat(signature: bytes)
    guard format == .png else {
      let other = ImageCodingError.unknownFormat(beginning: Array(bytes.prefix(1024)))
      throw .notLogo(path: path, reason: format.map { "this is a \($0) picture; convert it to PNG" } ?? "\(other)")
    }
    do throws(ImageCodingError) { _ = try PNG.decodeColor(bytes, maxPixels: pixelLimit) } catch {
      throw .notLogo(path: path, reason: "\(error)")
    }
    return bytes
  }
}
