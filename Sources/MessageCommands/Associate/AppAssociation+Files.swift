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
    /// A file that the domain serves, and how. What a server sends in place of the file is not read.
    func served<File>(_ name: String, _ read: (String, [UInt8]) throws -> File) throws -> (File?, FileDelivery?) {
      let headers = files.first { $0.name == name + FileDelivery.suffix }
      let delivery = try headers.map { try FileDelivery(file: $0.name, $0.bytes) }
      guard let body = files.first(where: { $0.name == name })?.bytes else { return (nil, delivery) }
      let whole = FileDelivery.with(delivery, body: body)
      return (whole?.bodyFault != nil || whole?.status ?? 200 != 200 ? nil : try read(name, body), whole)
    }
    (apple, appleDelivery) = try served(AppleAppSiteAssociation.fileName) { try .init(file: $0, $1) }
    (assetLinks, assetLinksDelivery) = try served(AssetLinks.fileName) { try .init(file: $0, $1) }
    for file in files {
      switch file.name {
      case AndroidManifest.fileName, "intent-filter.xml":
        // Both in one folder: the whole manifest counts.
        if manifest != nil && file.name != AndroidManifest.fileName { break }
        (manifest, manifestName) = (try .init(file: file.name, file.bytes), file.name)
      case "Info.plist": info = try .init(file: file.name, file.bytes)
      case let name where name.hasSuffix(".entitlements"): entitlements = try .init(file: file.name, file.bytes)
      default: break
      }
    }
  }

  /// Reads the files of a folder, or of `.well-known` in it, that `oobqr associate make` and `fetch` write.
  init(folder: String) throws {
    guard FileSystem.isDirectory(folder) else {
      throw CommandFailure("'\(folder)' is not a folder", exitCode: CommandFailure.noInput)
    }
    let served = [AppleAppSiteAssociation.fileName, AssetLinks.fileName]
    let known =
      served + served.map { $0 + FileDelivery.suffix } + ["intent-filter.xml", "AndroidManifest.xml", "Info.plist"]
    func entries(_ folder: String) -> [String] {
      ((try? FileSystem.entries(of: folder)) ?? []).compactMap { try? $0.get() }.filter {
        (known.contains($0) || $0.hasSuffix(".entitlements")) && FileSystem.isRegularFile("\(folder)/\($0)")
      }.map { "\(folder)/\($0)" }
    }
    var paths = entries(folder)
    // What a server sent, and its headers, are from one place.
    if !paths.contains(where: { path in served.contains { FileSystem.name(of: path).hasPrefix($0) } }) {
      paths += entries(folder + "/.well-known")
    }
    let entitlements = paths.filter { $0.hasSuffix(".entitlements") }
    if entitlements.count > 1, let own = entitlements.first(where: { $0.hasSuffix("/app.entitlements") }) {
      paths.removeAll { entitlements.contains($0) && $0 != own }
    } else if entitlements.count > 1 {
      throw CommandFailure(
        "'\(folder)' holds \(entitlements.count) .entitlements files; name the app's app.entitlements")
    }
    let names = ((try? FileSystem.entries(of: folder)) ?? []).compactMap { try? $0.get() }
    for name in names where !known.contains(name) {
      let stem = name.lowercased().prefix { $0 != "." }
      guard let meant = served.first(where: { $0.prefix { $0 != "." } == stem }) else { continue }
      Console.current.say("note: '\(folder)/\(name)' is not read: the file is called \(meant)")
    }
    if paths.isEmpty {
      let names = served + ["intent-filter.xml", "AndroidManifest.xml", "Info.plist", "app.entitlements"]
      throw CommandFailure("'\(folder)' holds none of \(names.joined(separator: ", "))")
    }
    try self.init(
      files: try paths.map {
        (FileSystem.name(of: $0), try Console.current.read($0, limit: MessageCheck.sizeLimit))
      })
  }
}

extension FileDelivery {
  fileprivate init(file: String, _ bytes: [UInt8]) throws {
    self = try CommandFailure.about("'\(file)' does not hold the headers of an HTTP answer") {
      try FileDelivery(headers: String(decoding: bytes, as: UTF8.self))
    }
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
    self.init(
      try CommandFailure.about("'\(file)' is not an Android manifest in text form") { try XMLTree(parsing: bytes) })
  }
}

extension ApplePropertyList {
  init(file: String, _ bytes: [UInt8]) throws {
    self.init(
      try CommandFailure.about("'\(file)' is not a property list in XML") { try XMLTree(propertyList: bytes) })
  }
}

extension JSONDocument {
  fileprivate init(file: String, _ bytes: [UInt8]) throws {
    if bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "<") {
      throw CommandFailure("'\(file)' is a web page and not JSON: the server sent a page instead of the file")
    }
    self = try CommandFailure.about("'\(file)' is not JSON") { try JSONDocument(parsing: bytes) }
  }
}
