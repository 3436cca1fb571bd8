import ArgumentParser
import Association
import CommandSupport
import HostSystem
import OutOfBand
import TextFormats

/// `oobqr associate make`: all association files from one description.
struct AssociateMakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Write the association files of a domain and its apps.",
    usage: "",
    discussion: """
        oobqr associate make description.json -o association/

      Writes apple-app-site-association, assetlinks.json, app.entitlements, Info.plist, intent-filter.xml and, \
      with --link, smart-app-banner.html. docs/association.md has the format of the description.

      Exit codes: 0 done; 1 the description is refused, or --link would not open the app.
      """)

  @Argument(help: "The description (JSON) of domain and apps; '-' is standard input.")
  var description: String

  @Option(
    help: ArgumentHelp(
      "The full link with its payload, or a file with it, for the Smart App Banner.", valueName: "link"))
  var link: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write into this folder; without it the files are printed.", valueName: "folder"))
  var output: String?

  func run() throws {
    let console = Console.current
    let bytes = try console.read(description, limit: MessageCheck.sizeLimit)
    let parsed = try CommandFailure.about("'\(description)'") { try AssociationDescription(json: bytes) }
    let link = try link.map { String(decoding: try URLInput(argument: $0).bytes(), as: UTF8.self) }
    let made = AssociationFiles(parsed, link: link)
    if let link { try checkLink(link, parsed, made) }
    guard let output else {
      for file in made.files { try console.write("== \(file.name): \(file.purpose)\n\(file.text)") }
      return
    }
    try FileSystem.makeDirectory(output)
    try console.write(
      made.files.map {
        .init(path: "\(output)/\($0.name)", bytes: Array($0.text.utf8), mode: $0.holdsLink ? .owner : .anyone)
      })
    for file in made.files { console.say("\(output)/\(file.name): \(file.purpose)") }
  }

  /// The link of a banner has to open the apps that are described.
  private func checkLink(_ link: String, _ description: AssociationDescription, _ made: AssociationFiles) throws {
    if description.iOS?.appStoreID == nil {
      throw CommandFailure("a Smart App Banner needs the app's number: add appStoreID to the description's ios")
    }
    let verdict = try AppAssociation(files: made.files.map { ($0.name, Array($0.text.utf8)) }).verdict(on: link)
    if verdict.link.scheme != "https" || verdict.link.host != description.domain {
      throw CommandFailure("--link is not an https link to \(description.domain)")
    }
    for answer in [verdict.iOS, verdict.android].compactMap({ $0 }) where answer.outcome == .doesNotOpen {
      throw CommandFailure("--link does not open the app: \(answer.reason)")
    }
  }
}
