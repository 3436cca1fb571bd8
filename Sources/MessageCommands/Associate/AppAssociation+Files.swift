import Association
import CommandSupport
import HostSystem
import OutOfBand
import TextFormats

/// Association files on disk.
extension AppAssociation {
  /// Reads files by their names; others are ignored.
  init(files: [(name: String, bytes: [UInt8])]) throws {
    self.init()
    for file in files {
      switch file.name {
      case AppleAppSiteAssociation.fileName: apple = try .init(file: file.name, file.bytes)
      case AssetLinks.fileName: assetLinks = try .init(file: file.name, file.bytes)
      case "AndroidManifest.xml", "intent-filter.xml": manifest = try .init(file: file.name, file.bytes)
      case "Info.plist": info = try .init(file: file.name, file.bytes)
      case let name where name.hasSuffix(".entitlements"): entitlements = try .init(file: file.name, file.bytes)
      default: break
      }
    }
  }

  /// Reads the files that `oobqr associate make` writes, as far as they are in a folder.
  init(folder: String) throws {
    let names = [
      AppleAppSiteAssociation.fileName, AssetLinks.fileName, "intent-filter.xml", "AndroidManifest.xml",
      "app.entitlements", "Info.plist",
    ]
    guard FileSystem.isDirectory(folder) else {
      throw CommandFailure("'\(folder)' is not a folder", exitCode: CommandFailure.noInput)
    }
    let found = names.filter { FileSystem.isRegularFile("\(folder)/\($0)") }
    if found.isEmpty {
      throw CommandFailure("'\(folder)' holds none of \(names.joined(separator: ", "))")
    }
    try self.init(
      files: try found.map { ($0, try Console.current.read("\(folder)/\($0)", limit: MessageCheck.sizeLimit)) })
  }
}

extension AppleAppSiteAssociation {
  init(file: String, _ bytes: [UInt8]) throws {
    self.init(try JSONDocument(file: file, bytes), byteCount: bytes.count, name: FileSystem.name(of: file))
  }
}

extension AssetLinks {
  init(file: String, _ bytes: [UInt8]) throws { self.init(try JSONDocument(file: file, bytes)) }
}

extension AndroidManifest {
  init(file: String, _ bytes: [UInt8]) throws {
    do { self.init(try XMLTree(parsing: bytes)) } catch {
      throw CommandFailure("'\(file)' is not an Android manifest in text form: \(error)")
    }
  }
}

extension ApplePropertyList {
  init(file: String, _ bytes: [UInt8]) throws {
    do { self.init(try XMLTree(propertyList: bytes)) } catch {
      throw CommandFailure("'\(file)' is not a property list in XML: \(error)")
    }
  }
}

extension JSONDocument {
  fileprivate init(file: String, _ bytes: [UInt8]) throws {
    do { try self.init(parsing: bytes) } catch {
      throw CommandFailure("'\(file)' is not JSON: \(error)")
    }
  }
}
