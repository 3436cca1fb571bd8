import Foundation
import OutOfBand
import TextFormats

/// A backend of another make, Python's, which fails in as many ways as it has paths, and writes what it is asked.
final class ForeignBackend: Sendable {
  private nonisolated(unsafe) let program: Program
  let port: Int

  /// What it wants in a header.
  static let secret = "Bearer 9f1c-top-secret"

  init() async throws {
    let payload = OutOfBandPayload.json(
      token: "b4b07559-f934-4597-a1c5-44d89f691e8f",
      redeemURL: "https://fido.example.com/nevisfido/token/redeem/authentication")
    let link = "https://access.example.com/open?dispatchTokenResponse=\(Base64.encodeURL(payload))"
    program = try Program(["-c", Self.script, link, Self.secret], named: "/usr/bin/python3")
    port = try await program.port()
  }

  /// The requests so far, as in `POST /good`.
  var requests: [String] {
    program.said.split(separator: "\n").filter { $0.hasPrefix("asked ") }.map { String($0.dropFirst(6)) }
  }

  func stop() async { _ = await program.stop(SIGKILL) }

  private static let script = #"""
    import http.server, json, sys, time
    link, secret = sys.argv[1], sys.argv[2]
    good = {"token": "b4b07559-f934-4597-a1c5-44d89f691e8f", "sessionId": "s-1",
            "dispatcherInformation": {"name": "link", "response": link}, "dispatchResult": "dispatched"}
    with_response = lambda text: dict(good, dispatcherInformation={"name": "link", "response": text})
    answers = {
      "/good": good, "/no-session": dict(good, sessionId=""), "/no-message": dict(good, dispatcherInformation={}),
      "/web": with_response("https://evil.example/"), "/script": with_response("javascript:alert(1)"),
      "/picture": with_response("iVBORw0KGgoAAAA"), "/long": with_response(link + "A" * 8000),
      "/user": {"dispatchResult": "userNotFound"}, "/word": {"dispatchResult": "<script>"}, "/other": {"a": 1},
      "/created": {"status": "tokenCreated"}, "/unknown": {"status": "unknown"},
      "/expired": {"status": "failed", "tokenInformation": {"tokenResult": "tokenTimedOut"}},
      "/new-word": {"status": "melted", "tokenInformation": {}},
    }
    class Backend(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def do_GET(self):
        print("asked", self.command, self.path, file=sys.stderr, flush=True)
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path, status, kind, headers = self.path, 200, "application/json", []
        if path == "/redirect":
          status, headers = 307, [("Location", f"http://127.0.0.1:{port}/good")]
        elif path == "/fails":
          status = 500
        elif path == "/guarded" and self.headers.get("Authorization") != secret:
          status = 401
        elif path == "/type":
          kind = "text/html"
        body = json.dumps(answers.get(path, good)).encode()
        if path == "/huge": body = b" " * 4_000_000 + body
        if path == "/text": body = b"hello"
        if path == "/drop":
          self.close_connection = True
          return
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if path == "/endless":
          self.send_header("Transfer-Encoding", "chunked")
        else:
          self.send_header("Content-Length", str(len(body)))
        for name, value in headers: self.send_header(name, value)
        self.end_headers()
        try:
          if path == "/slow":
            for byte in body:
              self.wfile.write(bytes([byte]))
              time.sleep(0.05)
          elif path == "/endless":
            while True: self.wfile.write(b"1000\r\n" + b" " * 4096 + b"\r\n")
          else:
            self.wfile.write(body)
        except OSError:
          self.close_connection = True
      do_POST = do_GET
      def log_message(self, *_): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Backend)
    port = server.server_port
    print(f"listening on http://127.0.0.1:{port}\n", file=sys.stderr, flush=True)
    server.serve_forever()
    """#
}
