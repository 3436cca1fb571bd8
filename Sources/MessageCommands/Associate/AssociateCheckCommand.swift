import ArgumentParser
import Association
import CommandSupport
import OutOfBand
import TextFormats

/// `oobqr associate check`: whether a link opens an app, and which line of which file decides.
struct AssociateCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find out whether a link opens your app, and why.",
    usage: "",
    discussion: """
        oobqr associate check https://example.com/open --folder association/
        oobqr associate check link.txt --aasa apple-app-site-association

      The files are assumed to be the ones that the link's host serves. If they do not decide, the answer is \
      'unknown'.

      Exit codes: 0 the files have no errors and no answer is does-not-open; 1 otherwise; 66 a file \
      cannot be read.
      More: docs/association.md.
      """)

  @Argument(help: "The link, or a file or picture with it; '-' is standard input.")
  var link: String

  @OptionGroup(title: "The files") var files: AssociationOptions

  @Option(help: ArgumentHelp("The iOS app, as TEAMID1234.bundle.id; the default is any in the file.", valueName: "id"))
  var appID: String?

  @Option(help: "SHA-256 of the Android app's certificate, as keytool prints it; the default is any in the file.")
  var fingerprint: String?

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  func validate() throws {
    try refuse([
      "--app-id '\(appID ?? "")' is not an app ID: ten capital letters and digits, '.', and the bundle identifier.":
        appID.map { !AppleAppSiteAssociation.isAppID($0) } ?? false,
      "--fingerprint '\(fingerprint ?? "")' is not a SHA-256 fingerprint from keytool: 32 hexadecimal bytes joined by ':'.":
        fingerprint.map { !AssetLinks.isFingerprint($0.uppercased()) } ?? false,
    ])
  }

  func run() throws {
    let text = String(decoding: try URLInput(argument: link).bytes(), as: UTF8.self)
    guard URLText(text).scheme != nil else {
      throw CommandFailure("\(CommandFailure.name(ofInput: link)) is not a link: it has no scheme, such as https://")
    }
    let report = AssociationReport(
      try files.association(), link: text, appID: appID, fingerprint: fingerprint)
    try Console.current.write(answer.isJSON ? report.json.line(as: .associateCheck) : report.text)
    if report.isRefused { throw CommandFailure(nil) }
  }
}
