import HostSystem
import ImageCoding
import Imaging
import PictureDamage
import TextFormats

/// A photograph on which symbols are put.
public struct Background: Hashable, Sendable {
  public let path: String
  /// The SHA-256 of the file in hexadecimal.
  public let digest: String

  /// The photographs below a directory, by name: files that end in `.png`, `.jpg` or `.jpeg`.
  ///
  /// - Throws: ``FixtureDirectoryError`` if it cannot be read; `FixtureError.background` if a file is not a picture, or there
  ///   is none.
  public static func all(inDirectory directory: String) throws -> [Background] {
    guard FileSystem.isDirectory(directory) else { throw FixtureError.background(directory, reason: "not a directory") }
    let backgrounds = try FileSystem.files(below: directory, extensions: ["png", "jpg", "jpeg"], skipsHidden: true)
      .map { entry in
        let path = try entry.get()
        return Background(path: path, digest: SHA256.hexDigest(of: try FileSystem.read(path, limit: fileLimit)))
      }
    guard !backgrounds.isEmpty else { throw FixtureError.background(directory, reason: "it holds no .png or .jpg") }
    for background in backgrounds { _ = try background.picture() }
    return backgrounds
  }

  private static let fileLimit = 1 << 28

  /// Reads the photograph, which is not kept in memory: a set of them may be large.
  func picture() throws(FixtureError) -> Picture {
    let file: [UInt8]
    do { file = try FileSystem.read(path, limit: Self.fileLimit) } catch { throw .background(path, reason: "\(error)") }
    guard SHA256.hexDigest(of: file) == digest else { throw .background(path, reason: "it has changed") }
    do {
      let image = try ColorImage(imageFile: file)
      guard image.width * image.height <= Fixture.SceneSize.limit else {
        throw FixtureError.sceneTooLarge(width: image.width, height: image.height, limit: Fixture.SceneSize.limit)
      }
      return Picture(withoutNeedlessColor: image)
    } catch let error as FixtureError {
      throw error
    } catch {
      throw .background(path, reason: "\(error)")
    }
  }
}
