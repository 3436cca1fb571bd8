import HTTPTypes

/// What the pages have in common.
enum Page {
  /// A file, with the policy that lets a page load from its own origin alone.
  static func asset(_ type: String, _ body: [UInt8]) -> Reply {
    var reply = Reply(type: type, body: body)
    reply.headers[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
    return reply
  }
}
