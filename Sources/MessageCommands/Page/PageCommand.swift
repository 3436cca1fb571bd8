public import ArgumentParser
import CommandSupport
import HostSystem
import OutOfBand
import TextFormats
public import WebPages

/// `oobqr page`: the page that a link opens where the app does not.
package struct PageCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Write a web page on which the user taps the link.",
    usage: "",
    discussion: """
        oobqr page link.txt -o page/
        oobqr page link.txt -o page/ --language de --app-store-id 1234567890

      Writes page.html and page.css, for any web server. The page holds the token of the link: serve it once, to \
      that user only, and not from the app link's own domain, where a tap does not open the app.

      Exit codes: 0 done; 1 the page would have an error; 4 a picture held no symbol; 74 a file cannot be written.
      More: docs/pages.md.
      """)

  @Argument(help: "A link, or a file or picture with one; '-' is standard input.")
  var link: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write into this folder, which is created if necessary.", valueName: "folder"))
  var output: String

  @Option(help: "The language of the page")
  var language = FallbackPage.Language.english

  @Option(help: ArgumentHelp("The app's URL in Apple's store.", valueName: "url"))
  var appStore: String?

  @Option(help: ArgumentHelp("The app's URL in Google's store.", valueName: "url"))
  var playStore: String?

  @Option(
    name: .customLong("app-store-id"),
    help: ArgumentHelp("The app's ID in Apple's store, for Safari's banner.", valueName: "digits"))
  var appStoreID: String?

  package init() {}

  package func validate() throws {
    func isRefused(_ store: String?) -> Bool { store.map { !FallbackPage.isStore($0) } ?? false }
    let isID = appStoreID.map { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } } ?? true
    try refuse([
      "A page is a folder: give -o its name.": output == "-",
      "--app-store '\(appStore ?? "")' is not an https URL.": isRefused(appStore),
      "--play-store '\(playStore ?? "")' is not an https URL.": isRefused(playStore),
      "--app-store-id takes the digits of the app's ID.": !isID,
    ])
  }

  package func run() throws {
    let text = String(decoding: try URLInput(argument: link).bytes(), as: UTF8.self)
    var page = FallbackPage(language: language)
    do throws(Fault) { page.link = try DispatchLink(parsing: text).description } catch {
      throw CommandFailure("\(CommandFailure.name(ofInput: link)) is \(error)")
    }
    (page.appStore, page.playStore, page.appStoreID) = (appStore, playStore, appStoreID)
    let files = page.files
    let check = MessageCheck(files[0].bytes)
    PayloadGuard.say(check.diagnostics.filter { $0.severity > .note })
    if check.severity == .error { throw CommandFailure("nothing was written because of these errors") }
    try FileSystem.makeDirectory(output)
    try Console.current.write(
      files.map { file in
        // Anyone who can read the page can redeem its token.
        let mode = file.name == files[0].name ? FileMode.owner : .anyone
        return .init(path: "\(output)/\(file.name)", bytes: file.bytes, mode: mode)
      })
    for file in files { Console.current.say("\(output)/\(file.name)") }
  }
}

extension FallbackPage.Language: ExpressibleByArgument {}
