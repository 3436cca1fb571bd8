"""A server for tests of `oobqr redeem`, on the loopback interface; prints its port.

With a certificate and a key it speaks https. Its paths name what it does; a third argument says how it serves association files.
"""
import http.server
import json
import ssl
import sys
import time

UAF = [{
    "header": {"upv": {"major": 1, "minor": 0}, "op": "Auth", "appID": "https://fido.example.com/facets",
               "serverData": "c2VydmVyZGF0YQ"},
    "challenge": "SFRTVnJkOGVqTDQ5Rm5mUkNNUjE4UQ",
    "policy": {"accepted": [[{"aaid": ["F1D0#0001"]}], [{"aaid": ["F1D0#0002"]}]], "disallowed": []},
    "transaction": [{"contentType": "text/plain",
                     "content": "Q29uZmlybSB5b3VyIHB1cmNoYXNlIGZvciBhIHZhbHVlIG9mIENIRjIwMC4"}],
}]


APPLE = {"applinks": {"details": [{"appIDs": ["ABCDE12345.ch.siven.access"], "components": [{"/": "/open"}]}]}}
ASSETS = [{"relation": ["delegate_permission/common.handle_all_urls"],
           "target": {"namespace": "android_app", "package_name": "ch.siven.access",
                      "sha256_cert_fingerprints": [":".join(["A1"] * 32)]}}]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        what = self.path.strip("/").split("/")[0]
        if what == "slow":
            time.sleep(5)
        if what == "close":
            self.close_connection = True
            return
        if what == "redirect":
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1:%d/ok/authentication" % self.server.server_port)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        status, kind, answer = 200, "application/fido+uaf; charset=utf-8", b""
        try:
            token = json.loads(body)["token"]
        except (ValueError, KeyError, TypeError):
            token = None
        if self.headers.get("Accept") != "application/fido+uaf":
            status = 406
        elif self.headers.get("Content-Type") != "application/json":
            status = 415
        elif not token:
            status = 400
        elif what == "large":
            answer = b" " * (2 << 20)
        elif what == "html":
            kind, answer = "text/html", b"<html>maintenance</html>"
        elif what == "error":
            status = 500
        elif what == "denied":
            status, kind = 403, "application/json"
            answer = json.dumps({"status": 403, "error": "Forbidden", "message": "the token is locked"}).encode()
        elif what == "refused":
            answer = json.dumps({"statusCode": 1401, "uafRequest": None}).encode()
        else:
            answer = json.dumps({"statusCode": 1200, "op": "Auth", "lifetimeMillis": 120000,
                                 "uafRequest": json.dumps(UAF)}).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        try:
            self.wfile.write(answer)
        except OSError:
            pass

    def do_GET(self):
        how = sys.argv[3]
        files = {"/.well-known/apple-app-site-association": APPLE, "/.well-known/assetlinks.json": ASSETS}
        status, kind, answer = 200, "application/json; charset=utf-8", json.dumps(files.get(self.path)).encode()
        if how == "redirect":
            status, answer = 301, b""
        elif how == "missing":
            status, kind, answer = 404, "text/html", b"<html>not found</html>"
        elif how == "page":
            kind, answer = "text/html", b"<!doctype html><title>Login</title>"
        elif how == "text":
            kind = "text/plain"
        self.send_response(status)
        if how == "redirect":
            self.send_header("Location", "https://www.siven.ch/")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
