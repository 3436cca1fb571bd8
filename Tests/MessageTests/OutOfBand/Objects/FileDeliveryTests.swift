import Association
import OutOfBand
import Testing

/// How a server delivers association files (developer.apple.com, Supporting associated domains; developer.android.com,
/// configure-assetlinks).
struct FileDeliveryTests {
  @Test func `the status and the headers that matter are read`() throws {
    let plain = try FileDelivery(
      headers: "HTTP/1.1 200 OK\r\nServer: x\r\nContent-Type: Application/JSON ; q=1\r\n\r\n")
    #expect(plain == FileDelivery(status: 200, contentType: "application/json"))
    #expect(
      try FileDelivery(headers: "HTTP/2 404\ncontent-type:text/html\n") == .init(status: 404, contentType: "text/html"))
    // With --location, the first redirect; behind a proxy, the answer of the host.
    let chain = try FileDelivery(
      headers:
        "HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 301\r\nlocation: https://b.example/:x\r\n\r\nHTTP/2 200\r\n\r\n"
    )
    #expect(chain == FileDelivery(status: 301, location: "https://b.example/:x"))
    #expect(try FileDelivery(headers: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n") == .init(status: 200))
    for text in ["", "content-type: text/html", "HTTP/1.1", "HTTP/1.1 99999 x", "{}"] {
      #expect(throws: (any Error).self, "\(text)") { try FileDelivery(headers: text) }
    }
  }

  static let refusals: [(delivery: FileDelivery, apple: String?, google: String?)] = [
    (.init(status: 200, contentType: "application/json"), nil, nil),
    (.init(status: nil), nil, nil),
    (.init(status: 200, contentType: "text/plain"), nil, "serves it as text/plain"),
    (.init(status: 200), nil, "names no content type"),
    (.init(status: 301, location: "https://b.example/"), "redirects to https://b.example/", "HTTP status 301"),
    (.init(status: 404), "HTTP status 404", "HTTP status 404"),
    (.init(status: 204, contentType: "application/json"), "HTTP status 204", "HTTP status 204"),
    (.init(status: 200, contentType: "text/html", bodyFault: "a web page"), "a web page", "a web page"),
    (.init(status: nil, bodyFault: "a web page"), "a web page", "a web page"),
  ]

  @Test(arguments: refusals)
  func `what phones do not take is refused`(row: (delivery: FileDelivery, apple: String?, google: String?)) throws {
    for (name, words) in [("apple-app-site-association", row.apple), ("assetlinks.json", row.google)] {
      let refusal = row.delivery.refusal(of: name, from: "access.example.com")
      #expect((refusal == nil) == (words == nil) && refusal?.reason.contains(words ?? "") ?? true)
      if let refusal { #expect(refusal.remedy.contains(name) || refusal.remedy.contains("application/json")) }
    }
    var association = try AssociationTests.components(#"{"/":"/open"}"#)
    let link = "https://access.example.com/open"
    #expect(association.verdict(on: link).iOS?.outcome == .opens)
    association.appleDelivery = row.delivery
    #expect(association.verdict(on: link).iOS?.outcome == (row.apple == nil ? .opens : .doesNotOpen))
    var android = AppAssociation(
      assetLinks: try AssociationTests.assetLinks(),
      manifest: try AssociationTests.manifest(#"<data android:scheme="https" android:host="access.example.com"/>"#))
    android.assetLinksDelivery = row.delivery
    #expect(android.verdict(on: link).android?.outcome == (row.google == nil ? .opens : .doesNotOpen))
    // A custom URI needs no file of a domain.
    #expect(android.verdict(on: "myapp://x").android?.file != "assetlinks.json")
  }

  @Test func `a body that is a page is told from JSON`() {
    for page in ["<!doctype html>", "\u{FEFF} \n<html>", "<?xml version='1.0'?>"] {
      #expect(FileDelivery.with(nil, body: Array(page.utf8))?.bodyFault?.contains("web page") == true, "\(page)")
    }
    for (json, remedy) in [
      ("[\n{“a”:1}]", "quotation marks (\") in line 2"),
      ("[1,\n]", "remove the comma before the closing bracket in line 2"), ("[1\n2]", "line 2"),
    ] {
      let refusal = FileDelivery.with(nil, body: Array(json.utf8))?.refusal(of: AssetLinks.fileName, from: "a.example")
      #expect(refusal?.remedy.contains(remedy) == true, "\(json): \(String(describing: refusal))")
    }
    for text in ["", "{,}", "HTTP/1.1 200 OK\r\n\r\n{}"] {
      #expect(
        FileDelivery.with(nil, body: Array(text.utf8))?.refusal(of: "assetlinks.json", from: "a.example") != nil,
        "\(text)")
    }
    for json in ["{}", " [1]", "\"<\""] {
      #expect(FileDelivery.with(nil, body: Array(json.utf8)) == nil, "\(json)")
    }
  }
}
