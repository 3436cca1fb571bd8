import ArgumentParser
import Association
import CommandSupport
import HostSystem
import OutOfBand
import TextFormats

/// `oobqr associate fetch`: the association files that a host serves, with the status and headers that decide whether they count.
struct AssociateFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Fetch the association files of a host, with their headers.",
    usage: "",
    discussion: """
        oobqr associate fetch access.example.com -o served/
        oobqr associate check link.txt --folder served/

      Asks for both files below https://HOST/.well-known/ with curl, follows no redirect, and writes what the \
      server sends, with the status and headers beside it in NAME.headers.

      Exit codes: 0 both files were served as phones want them; 1 one was not, or the host did not answer.
      More: docs/association.md.
      """)

  @Argument(help: "The host of the links, such as access.example.com, or a link to it.")
  var host: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write into this folder; it is made if it is missing.", valueName: "folder")
  )
  var output: String

  @Option(help: ArgumentHelp("Trust the certificates of this file (PEM) instead of the system's.", valueName: "file"))
  var caFile: String?

  @OptionGroup(title: "The answer") var answer: OutputFormatOptions<OutputFormat>

  /// Host and, if written, port.
  private var authority: String? {
    let url = URLText(host.contains("://") ? host : "https://" + host)
    guard url.scheme == "https", url.host?.isEmpty == false, url.hasSoundAuthority, url.firstControl == nil,
      let authority = url.authority, !authority.contains("@")
    else {
      return nil
    }
    return authority
  }

  func validate() throws {
    try refuse(["'\(host)' is not a host, such as access.example.com, or an https link.": authority == nil])
  }

  func run() throws {
    guard let authority else { return }
    if let caFile, !FileSystem.exists(caFile) {
      throw CommandFailure("cannot read '\(caFile)': no such file", exitCode: CommandFailure.noInput)
    }
    let files = try [AppleAppSiteAssociation.fileName, AssetLinks.fileName].map { name in
      var exchange = CurlExchange("GET", "https://\(authority)/.well-known/\(name)")
      exchange.certificates = caFile
      do throws(CurlExchange.Failure) { return ServedFile(name: name, host: authority, try exchange.send()) } catch {
        throw CommandFailure(
          "\(authority): \(error); phones get no \(name) either, unless the host is reachable for them alone")
      }
    }
    let console = Console.current
    try FileSystem.makeDirectory(output)
    try console.write(
      files.flatMap { file in
        [(file.name, file.response.body), (file.name + FileDelivery.suffix, Array(file.headers.utf8))]
      }.map { .init(path: "\(output)/\($0.0)", bytes: $0.1, mode: .anyone) })
    try console.write(
      answer.isJSON
        ? (["host": .string(authority), "files": .array(files.map(\.json))] as JSONValue).line(as: .associateFetch)
        : files.map(\.text).joined())
    if files.contains(where: { $0.refusal != nil }) { throw CommandFailure(nil) }
  }
}

/// A file as a host serves it.
private struct ServedFile {
  var name: String
  /// With its port, if one was given.
  var host: String
  var response: CurlExchange.Response

  init(name: String, host: String, _ response: CurlExchange.Response) {
    (self.name, self.host, self.response) = (name, host, response)
  }

  /// The headers that matter, in the form that `curl --dump-header` writes.
  var headers: String {
    "HTTP/1.1 \(response.status)\r\n"
      + (response.location.map { "location: \($0)\r\n" } ?? "")
      + (response.contentType.isEmpty ? "" : "content-type: \(response.contentType)\r\n")
  }

  var refusal: (reason: String, remedy: String)? {
    FileDelivery.with(
      .init(
        status: response.status, contentType: response.contentType.isEmpty ? nil : response.contentType,
        location: response.location), body: response.body)?.refusal(of: name, from: host)
  }

  var text: String {
    let type = response.contentType.isEmpty ? "no content type" : PrintableText.of(response.contentType)
    let line = "\(name): HTTP status \(response.status), \(type), \(response.body.count) bytes\n"
    return line + (refusal.map { "  phones do not take it: \($0.reason)\n  fix: \($0.remedy)\n" } ?? "")
  }

  var json: JSONValue {
    [
      "file": .string(name), "url": .string("https://\(host)/.well-known/\(name)"),
      "http_status": .number(response.status),
      "content_type": response.contentType.isEmpty ? .null : .string(response.contentType),
      "location": .optional(response.location), "bytes": .number(response.body.count),
      "text": .optional(refusal?.reason), "remedy": .optional(refusal?.remedy),
    ]
  }
}
