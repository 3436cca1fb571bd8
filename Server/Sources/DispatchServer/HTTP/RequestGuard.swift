import HTTPTypes
import TextFormats

/// Judges the head of a request before anything of its body is read.
struct RequestGuard: Sendable {
  /// Names under which the server may be reached, in lower case and without port.
  private let hostNames: Set<String>
  private let routes: [String: Route]

  init(_ settings: ServerSettings) {
    let own = [settings.hostInURLs.lowercased(), settings.publicOrigin.flatMap { URLText($0).host }].compactMap { $0 }
    hostNames = Set(["localhost", "127.0.0.1", "[::1]"] + own + settings.hostNames)
    routes = Route.all(settings)
  }

  /// Returns what is asked for, which may still be refused.
  ///
  /// - Throws: ``Refusal``, which never repeats what is in the path.
  func route(of request: HTTPRequest) throws(Refusal) -> Route {
    guard hostNames.contains(Self.name(in: request.authority ?? "")) else {
      throw Refusal(
        .misdirectedRequest, "the Host header is not a name of this server",
        "ask for localhost, or start the server with --host-name")
    }
    // The first Host header is the authority; a second one stays among the headers.
    guard request.headerFields[.host] == nil else {
      throw Refusal(.badRequest, "there are two Host headers", "send one")
    }
    var path = String((request.path ?? "").prefix { $0 != "?" })
    // Some of the vendor's pages write the same paths with a slash at the end.
    if path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let route = routes[path] else {
      throw Refusal(.notFound, "there is nothing at this path", "see docs/endpoints.md for the paths")
    }
    return route
  }

  /// Judges how a route is asked for.
  ///
  /// - Throws: ``Refusal``, which never repeats what is in the query.
  func judge(_ request: HTTPRequest, for route: Route) throws(Refusal) {
    if route.endpoint != .open, (request.path ?? "").contains("?") {
      throw Refusal(
        .badRequest, "the request has a query, and this path takes none",
        "send JSON in the body: URLs end up in logs")
    }
    let methods = route.endpoint.methods
    guard methods.contains(request.method) else {
      let allowed = methods.map(\.rawValue).joined(separator: ", ")
      throw Refusal(.methodNotAllowed, "the method is not \(allowed)", "send \(allowed)", allow: allowed)
    }
    if request.method != .post,
      request.headerFields[.contentLength] ?? "0" != "0" || request.headerFields[.transferEncoding] != nil
    {
      throw Refusal(.contentTooLarge, "the method \(request.method.rawValue) has no body here", "send none")
    }
    if let mediaType = route.endpoint.mediaType {
      try refuseOtherSites(request)
      try negotiate(request, mediaType)
    }
  }

  /// Refuses what a page of another site makes a browser send.
  private func refuseOtherSites(_ request: HTTPRequest) throws(Refusal) {
    let refusal = Refusal(
      .forbidden, "the request comes from a page of another site",
      "send it from your backend, or from a page of this server")
    if let site = request.headerFields[.secFetchSite], !["same-origin", "none"].contains(site) { throw refusal }
    guard let origin = request.headerFields[.origin] else { return }
    let url = URLText(origin)
    guard url.scheme == "http" || url.scheme == "https", let host = url.host, hostNames.contains(host),
      origin.lowercased().hasSuffix("://" + (request.authority ?? "").lowercased())
    else { throw refusal }
  }

  private func negotiate(_ request: HTTPRequest, _ mediaType: String) throws(Refusal) {
    let accepted = request.headerFields[values: .accept].flatMap { $0.split(separator: ",") }
      .compactMap { $0.split(separator: ";").first?.filter { $0 != " " }.lowercased() }
    guard accepted.contains(mediaType) else {
      throw Refusal(
        .notAcceptable, "the Accept header does not name \(mediaType)", "send Accept: \(mediaType)")
    }
    guard request.method == .post else { return }
    let type = request.headerFields[.contentType] ?? ""
    let pieces = type.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\"" } }
    guard pieces.first == "application/json", pieces.dropFirst().allSatisfy({ $0 == "charset=utf-8" }) else {
      throw Refusal(
        .unsupportedMediaType, "the Content-Type is not application/json in UTF-8",
        "send Content-Type: application/json")
    }
  }

  /// The name in a `Host` header, without its port.
  private static func name(in authority: String) -> String {
    let authority = authority.lowercased()
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
    return authority.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
  }
}
