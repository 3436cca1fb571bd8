import ArgumentParser
import Association
import CommandSupport
import OutOfBand

/// Association files, one by one or in a folder.
struct AssociationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The apple-app-site-association file.", valueName: "file"))
  var aasa: String?

  @Option(help: ArgumentHelp("The assetlinks.json file.", valueName: "file"))
  var assetlinks: String?

  @Option(help: ArgumentHelp("The Android app's manifest, as text.", valueName: "file"))
  var manifest: String?

  @Option(help: ArgumentHelp("A folder with these files, as 'associate make' writes them.", valueName: "folder"))
  var folder: String?

  func validate() throws {
    let hasFiles = aasa != nil || assetlinks != nil || manifest != nil
    try refuse([
      "Give --folder or files, not both.": folder != nil && hasFiles,
      "Give --aasa, --assetlinks, --manifest or --folder.": folder == nil && !hasFiles,
    ])
  }

  /// The files, parsed.
  func association() throws -> AppAssociation {
    if let folder { return try AppAssociation(folder: folder) }
    func bytes(_ file: String) throws -> [UInt8] { try Console.current.read(file, limit: MessageCheck.sizeLimit) }
    return AppAssociation(
      apple: try aasa.map { try AppleAppSiteAssociation(file: $0, try bytes($0)) },
      assetLinks: try assetlinks.map { try AssetLinks(file: $0, try bytes($0)) },
      manifest: try manifest.map { try AndroidManifest(file: $0, try bytes($0)) })
  }
}
