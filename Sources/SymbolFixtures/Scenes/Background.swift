import HostSystem
import ImageCoding
public import Imaging
import PictureDamage
import TextFormats

/// A photograph on which symbols are put.
public struct Background: Hashable, Sendable {
  public let path: String
  /// The SHA-256 of the file in hexadecimal.
  public let digest: String
  /// In pixels.
  let size: Fixture.SceneSize
  private let decode: Decoder

  /// Decodes the bytes of a photograph.
  public typealias Decoder = @Sendable (_ file: [UInt8]) throws -> ColorImage

  public static func == (a: Background, b: Background) -> Bool {
    a.path == b.path && a.digest == b.digest && a.size == b.size
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  /// The photographs below a directory, by name: files that end in `.png`, `.jpg` or `.jpeg`.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - decode: Called from several threads. `nil` decodes in this process, so that a picture that takes over the decoder
  ///     has all rights of the process.
  /// - Throws: `FileFailure` if a file cannot be read; ``FixtureFault`` if one is not a picture or has more than
  ///   `Picture.pixelLimit` pixels, or there is none.
  public static func all(inDirectory directory: String, decode: Decoder? = nil) throws -> [Background] {
    let decode = decode ?? { file in try ColorImage(imageFile: file, maxPixels: Picture.pixelLimit) }
    guard FileSystem.isDirectory(directory) else { throw fault(directory, "not a directory") }
    let backgrounds = try FileSystem.files(below: directory, extensions: ["png", "jpg", "jpeg"], skipsHidden: true)
      .map { entry in
        let path = try entry.get()
        let file = try FileSystem.read(path, limit: ImageFormat.mostFileBytes)
        let picture = try picture(in: file, path, decode)
        return Background(
          path: path, digest: SHA256.hexDigest(of: file), size: .init(width: picture.width, height: picture.height),
          decode: decode)
      }
    guard !backgrounds.isEmpty else { throw fault(directory, "it holds no .png or .jpg") }
    return backgrounds
  }

  private static func fault(_ path: String, _ reason: String) -> FixtureFault {
    FixtureFault("background '\(path)': \(reason)")
  }

  /// Chooses one of several photographs by a seed, in the size of a scene; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - size: `nil` for that of the photograph.
  ///   - seed: What else is drawn from it is not changed by the choice.
  static func chosen(
    from backgrounds: [Background], size: Fixture.SceneSize?, seed: UInt64
  ) throws(FixtureFault) -> Picture? {
    if backgrounds.isEmpty { return nil }
    var random = SplitMix64(seed: seed, item: backgroundItem)
    let picture = try backgrounds[Int(random.next() % UInt64(backgrounds.count))].picture()
    return size.map { picture.filling(width: $0.width, height: $0.height, at: random.uniform()) } ?? picture
  }

  /// Symbols of a scene are numbered from 0.
  private static let backgroundItem = 1_000_000

  /// Reads the photograph, which is not kept in memory: a set of them may be large.
  func picture() throws(FixtureFault) -> Picture {
    let file: [UInt8]
    do { file = try FileSystem.read(path, limit: ImageFormat.mostFileBytes) } catch {
      throw Self.fault(path, "\(error)")
    }
    return try Self.picture(in: file, path, decode)
  }

  private static func picture(
    in file: [UInt8], _ path: String, _ decode: Decoder
  ) throws(FixtureFault) -> Picture {
    do { return Picture(withoutNeedlessColor: try decode(file)) } catch { throw fault(path, "\(error)") }
  }

  /// Refuses a photograph that is too large to be a scene itself, or too small for a symbol.
  ///
  /// - Parameters:
  ///   - message: The name of the symbol's message.
  ///   - side: The side of the symbol with its quiet zone, in pixels.
  func checkScene(of message: String, needing side: Int) throws(FixtureFault) {
    do { try size.check(holds: side, of: message) } catch { throw Self.fault(path, "\(error)") }
    guard size.isAboveLimit else { return }
    throw Self.fault(
      path,
      "a scene of its \(size.width) × \(size.height) pixels is above the limit of \(Fixture.SceneSize.limit) pixels; "
        + "choose a smaller size of the scene, or a smaller photograph")
  }
}
