#!/usr/bin/env python3
"""Validates what oobqr prints as JSON, command by command, with Schemas/, and shows that the schemas refuse what is wrong.

Usage: schemas.py OOBQR [--package FOLDER] [--coverage], from the package's folder.
"""
import argparse, collections, copy, json, os, pathlib, re, shutil, subprocess, sys, tempfile
import jsonschema

here = pathlib.Path(__file__).resolve().parent.parent / "Schemas"
options = argparse.ArgumentParser()
options.add_argument("oobqr", type=lambda path: str(pathlib.Path(path).resolve()))
options.add_argument("--package", default=".")
options.add_argument("--coverage", action="store_true", help="list members and words of the schemas that no line had")
options = options.parse_args()
work = pathlib.Path(tempfile.mkdtemp(prefix="oobqr-schemas-"))
samples, tests = (pathlib.Path(options.package) / name for name in ("Samples", "Tests"))
failures = []

def fail(text):
    failures.append(text)
    print(f"FAILED: {text}", file=sys.stderr)

# Schemas

KINDS = """check scan scan-line make make-row explain simulate compare redeem transaction associate-check associate-fetch dispatch-read
  uaepass-check fixtures-verify fixtures-compare fixtures-kinds print-plan print-report print-stocks catalogue printer-profile""".split()
COMPOSITIONS = ("allOf", "anyOf", "oneOf", "$ref", "if", "then", "else")

def strict(schema):
    """The schema with additionalProperties false wherever an object's members are listed, but not within a composition."""
    if isinstance(schema, list): return [strict(item) for item in schema]
    if not isinstance(schema, dict): return schema
    result = {}
    for name, value in schema.items():
        if name in ("properties", "$defs", "patternProperties"):
            result[name] = {key: strict(one) for key, one in value.items()}
        elif name in ("items", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"): result[name] = strict(value)
        else: result[name] = value
    if "properties" in schema:
        # An option of objects that only asks for members lists none.
        parts = [part for name in ("allOf", "anyOf", "oneOf") for part in schema.get(name, [])]
        if "$ref" in schema or any("properties" in part or "$ref" in part for part in parts):
            raise SystemExit(f"members are listed beside a composition: {schema['properties'].keys()}")
        result["additionalProperties"] = False
    return result

schemas, validators = {}, {}
for kind in KINDS:
    schema = json.loads((here / f"{kind}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    if "additionalProperties" in json.dumps(schema): fail(f"{kind}: additionalProperties")
    schemas[kind] = strict(schema)
    validators[f"oobqr-{kind}-1"] = jsonschema.Draft202012Validator(schemas[kind])
extra = {path.name for path in here.glob("*.schema.json")} - {f"{kind}.schema.json" for kind in [*KINDS, "payload", "policy", "fixtures-manifest"]}
if extra: fail(f"schemas of no kind: {extra}")

# The kinds of the Swift code, each with a schema.
source = (pathlib.Path(options.package) / "Sources/CommandSupport/Console/AnswerKind.swift").read_text()
swift = set()
for names in re.findall(r"^  case (.+)$", source, re.M):
    for name in names.split(", "):
        swift.add(name.split(" = ")[1].strip('"') if " = " in name else name)
if swift != set(KINDS) - {"catalogue", "printer-profile"}: fail(f"AnswerKind and schemas differ: {swift ^ set(KINDS)}")

# Lines

counts, kept, signatures = collections.Counter(), collections.defaultdict(list), collections.defaultdict(set)
seen = collections.defaultdict(set)

def signature(value, path=""):
    if isinstance(value, dict):
        for name, one in value.items(): yield from signature(one, f"{path}/{name}")
    elif isinstance(value, list):
        for one in value: yield from signature(one, path + "/*")
    yield path, type(value).__name__, value if isinstance(value, str) and len(value) < 40 else None

def validate(text, command):
    """Validates a line with the schema that its format names."""
    try: value = json.loads(text)
    except ValueError as error: return fail(f"{command}: not JSON: {error}: {text[:200]}")
    form = value.get("format") if isinstance(value, dict) else None
    if form not in validators: return fail(f"{command}: no known format: {text[:200]}")
    if next(iter(value)) != "format": fail(f"{command}: format is not the first member")
    counts[form] += 1
    error = jsonschema.exceptions.best_match(validators[form].iter_errors(value))
    if error: fail(f"{command}: {form}: {error.json_path}: {error.message[:300]}\n  {text[:300]}")
    else:
        own = set(signature(value))
        shapes = {(path, type) for path, type, _ in own}
        if not shapes <= signatures[form] and len(kept[form]) < 40: kept[form].append(value)
        signatures[form] |= shapes
        if options.coverage: seen[form] |= own
    return value

# A line without a known format is a failure.
terminal = sys.stderr
sys.stderr = open(os.devnull, "w")
for text in ('{"path":"a"}', '{"format":"oobqr-other-1"}', "[]", "x"): validate(text, "a line without a format")
sys.stderr = terminal
if len(failures) != 4: raise SystemExit("lines without a known format are accepted")
failures.clear()

def run(*arguments, stdin=b"", lines=1, whole=False, check=True, **more):
    """Runs the program and validates what it prints.

    lines: the least number; whole: the output is one document.
    """
    arguments = [str(argument) for argument in arguments]
    name = " ".join(arguments)[:160]
    done = subprocess.run([options.oobqr, *arguments], input=stdin, capture_output=True, cwd=options.package, **more)
    output = done.stdout.decode("utf-8", "strict")
    if done.returncode < 0 or done.returncode == 64: fail(f"{name}: exit code {done.returncode}: {done.stderr.decode()[:300]}")
    if not check: return output
    pieces = [output] if whole else output.splitlines()
    if len(pieces) < lines: fail(f"{name}: {len(pieces)} lines, not {lines}: {done.stderr.decode()[:300]}")
    for piece in pieces: validate(piece, name)
    return output

def write(name, content):
    path = work / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path

# Messages of every kind

MESSAGES = {
  "otpauth": "otpauth://totp/a?secret=JBSWY3DP", "openid4vp": "openid4vp://?request_uri=https://a.example", "wc": "wc:abc@2?relay=irn",
  "offer": "openid-credential-offer://?credential_offer=x", "bankid": "bankid:///?autostarttoken=x",
  "animated": "bankid.67df3917-fa0d-44e5-b327-edcc928297f8.0.dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8",
  "fido": "FIDO:/13086400838107303667332719012595115747821895775708323189557153075146383351399743589971313508078026948312026786722471666005727649643501784024544726574771401798171307406596245", "wifi": "WIFI:S:net;T:WPA;P:secret;;",
  "tel": "tel:+41", "sms": "smsto:1:hi", "mail": "mailto:a@b.example", "geo": "geo:1,2", "contact": "MECARD:N:A;;",
  "event": "BEGIN:VEVENT", "market": "market://details?id=a", "intent": "intent://a#Intent;scheme=b;end", "web": "https://example.com/",
  "other": "myapp://open", "opaque": "myapp:open", "plain": "hello", "empty": "", "utf16": "hello".encode("utf-16"), "binary": b"\xff\xfe\xfd",
  "jwe": "eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0.YQ.YQ.YQ.YQ", "status": '{"status":"succeeded"}',
  "http": "http://access.example.com/open?dispatchTokenResponse=eyJ", "capitals": "HTTPS://EXAMPLE.COM/open?dispatchTokenResponse=eyJ",
  "plist": '<?xml version="1.0"?><plist version="1.0"><dict/></plist>', "plist-broken": "<plist><dict>",
  "manifest": '<manifest package="a.b"><application><activity><intent-filter></intent-filter></activity></application></manifest>',
  "shortcut": "[InternetShortcut]\nURL=https://example.com/open?dispatchTokenResponse=eyJ\n",
  "uaf": '{"context":"x"}', "transaction": "UGF5IENIRiA1MCB0byBBbGljZT8",
  "two-lines": "https://a.example/\nhttps://b.example/\n",
}
messages = [write(f"messages/{name}.txt", content) for name, content in MESSAGES.items()]
payload = json.loads((samples / "payload.json").read_text())
gone = payload["nma_data"] | {"redeem_url": payload["nma_data"]["redeem_url"].replace("authentication", "deregistration")}
messages.append(write("messages/deregistration.json", json.dumps(payload | {"nma_data": gone})))
messages.append(write("messages/data.json", json.dumps(payload | {"nma_data": payload["nma_data"] | {"correlationId": 17, "x": [1]}})))
links = sorted((samples / "links").glob("*.txt"))
payloads = [samples / "payload.json", *sorted((samples / "payloads").glob("[!o]*.json"))]
others = [*sorted((samples / "wrong").glob("*")), *sorted((samples / "dispatch").glob("[!o]*")), *sorted((samples / "uaepass").glob("*")),
  *sorted((samples / "pages").glob("*"))]

# explain

codes = [json.loads(line)["code"] for line in run("explain", "--json", lines=200).splitlines()]
for word in ("redirect", "symbol"): run("explain", word, "--json")
catalogue = json.loads(run("handsets", "--json", whole=True))
for rule in catalogue["rules"] + catalogue["afterwards"]: run("explain", rule["id"], "--json")
keys = set()

# check: all samples, the examples of all diagnostics, messages of every kind

for code in codes:
    run("explain", code, "--json")
    said = run("explain", code, check=False)
    keys.update(re.findall(r"^  (\S[^:]*): ", said.split("\nSource: ")[1], re.M))
    if match := re.search(r"\nExample.*?: (.*)\n$", said): write(f"examples/{code}.txt", match[1])
# Repositories are documents, too, and not explained.
for key in sorted(keys):
    if not re.fullmatch(r"(?!ISO/)[\w.-]+/[\w.-]+(#\d+)?", key): run("explain", key, "--json")
run("check", "-r", "Samples", "Tests/pictures", "--json", lines=80)
for more in ([], ["--sdk", "--show-token"], ["--channel", "qr"], ["--channel", "link", "--docs", "2.4"], ["--channel", "push"],
    ["--policy", samples / "oobqr-policy.json", "--strict"], ["--profile", "auth-cloud"], ["--page-url", "https://www.example.com/"]):
    run("check", "-r", work / "examples", "--json", *more, lines=100)
    run("check", *messages, "--json", *more, lines=20)
    run("check", *links, *payloads, *others, "--json", *more, lines=10)
run("check", "--json", "--sdk", "-", stdin=links[0].read_bytes())
run("check", "--json", links[0].read_text().strip())
listed = {
  "list.txt": "\n".join(path.read_text().strip() for path in links),
  "list.csv": "name,link\n" + "\n".join(f'a{i},"{path.read_text().strip()}"' for i, path in enumerate(links)),
  "list.jsonl": "\n".join(json.dumps({"payload": payload}) for _ in range(2)) + '\n{"text":"hello"}\n{"broken"\n'}
for name, content in listed.items(): run("check", "--list", write(name, content), "--json", lines=2)
run("check", "--list", "-", "--json", stdin=listed["list.txt"].encode(), lines=2)

# make

for output, more in [("a.png", []), ("a.svg", ["--level", "Q", "--dpi", "300"]), ("a.pdf", []), ("a.eps", []), ("a.pbm", []), ("a.ppm", []),
    ("a.txt", []), ("a.html", []), ("b.txt", ["--format", "terminal"]), ("c.txt", ["--format", "data-uri"]),
    ("d.png", ["--engine", "libqrencode"]), ("e.png", ["--frame", "Scan to log in", "--logo", samples / "logo.png"]),
    ("f.svg", ["--frame", "Scan to log in"]), ("g.png", ["--mode", "byte"]), ("h.png", ["--symbol-version", "40", "--quiet-zone", "0"])]:
    run("make", "HTTPS://EXAMPLE.COM/open?order=0123456789012345", "-o", work / output, "--json", *more)
run("make", "--payload", samples / "payload.json", "--base-url", "https://example.com/open", "--force", "-o", work / "i.png", "--json")
run("make", "--file", samples / "payload.json", "--append", "3", "-o", work / "part.png", "--json", lines=3)
for text in ("1", "12345", "HELLO", "hello", "0123456789"): run("make", text, "--micro", "-o", work / f"micro-{text}.png", "--json")
run("make", "漢字", "--mode", "kanji", "-o", work / "kanji.png", "--json")
run("make", "0104912345123459", "--gs1", "-o", work / "gs1.png", "--json")

# scan

run("scan", "--json", "-r", "Samples", "Tests/pictures", "docs/images", lines=150)
run("scan", "--json", "--grade", "-r", "Samples", "Tests/pictures", "docs/images", work, lines=150)
run("scan", "--json", "--grade", "--engine", "zbar", samples / "pictures/turned.png")
run("scan", "--json", "--effort", "hard", "--policy", samples / "oobqr-policy.json", samples / "pictures/four.png", lines=4)
run("scan", "--json", "-", stdin=(samples / "pictures/turned.png").read_bytes())
pictures = sorted((tests / "pictures").glob("*.png"))[:8]
turned = samples / "pictures/turned.png"
from base64 import b64encode
lines = [str(path) for path in pictures] + ["missing.png", "", str(samples / "payload.json"), "{", "{}",
  json.dumps({"id": 7, "path": str(turned)}), json.dumps({"id": {"a": [1]}, "image_base64": b64encode(turned.read_bytes()).decode()}),
  json.dumps({"id": None, "path": str(samples / "pictures/four.png")}), json.dumps({"path": str(samples / "damages/noise.png")}),
  *(str(path) for path in sorted((tests / "pictures").glob("micro*.png")) + sorted((tests / "pictures").glob("rmqr*.png")))]
for more in ([], ["--grade"], ["--timeout", "0.1"]):
    run("scan", "--list", "-", *more, stdin="\n".join(lines).encode(), lines=len(lines))
tar = work / "pictures.tar"
subprocess.run(["tar", "chf", tar, "-C", tests, "pictures"], check=True)
run("scan", "--list", tar, lines=80)
# A photograph that a camera marks as turned, with the Orientation of EXIF.
jpeg = (tests / "pictures/gray.jpg").read_bytes()
for orientation in range(1, 9):
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0" + bytes([orientation]) + b"\0\0\0\0\0\0"
    segment = b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
    run("scan", "--json", write(f"turned-{orientation}.jpg", jpeg[:2] + segment + jpeg[2:]))

# Pictures of messages of every kind.
drawn = []
for path in messages + links + payloads + others + [samples / "uaepass/staging.txt"]:
    output = work / "drawn" / f"{path.name}.png"
    output.parent.mkdir(exist_ok=True)
    # What is too long, or empty, is not drawn.
    run("make", "--file", path, "-o", output, "--json", "--force", lines=0)
    if output.exists(): drawn.append(output)
run("scan", "--json", *drawn, lines=30)
run("scan", "--list", "-", stdin="\n".join(map(str, drawn + sorted(work.glob("turned-*.jpg")))).encode(), lines=len(drawn))
run("scan", "--list", "-", "--engine", "zbar", stdin="\n".join(map(str, drawn)).encode(), lines=len(drawn))
run("check", *drawn, "--json", "--sdk", lines=30)

# simulate, compare

everything = links + payloads + messages + [samples / "pictures/turned.png", samples / "pictures/four.png"]
for path in everything:
    # What is empty, or no message for a phone, is refused.
    run("simulate", path, "--json", lines=0)
for path in sorted((work / "examples").glob("OOB[2-5]*0.txt")): run("simulate", path, "--json", lines=0)
for path in links:
    for end in ("success", "error", "cancel"): run("simulate", path, "--json", "--afterwards", end, lines=30)
    for more in (["--callback-app", "missing", "--afterwards", "success"], ["--docs", "2.4"], ["--app", "missing"], ["--google-services", "no"],
        ["--verified", "no"], ["--os", "ios"], ["--os", "harmonyos", "--scanner", "camera"], ["--phone", "pixel-9"],
        ["--policy", samples / "oobqr-policy.json"]):
        run("simulate", path, "--json", *more)
    for way in ("tap", "javascript", "iframe", "blank", "redirect", "push"):
        run("simulate", path, "--json", "--by", way)
        if way != "push": run("simulate", path, "--json", "--by", way, "--private", "--same-page-domain")
run("simulate", links[0].read_text().strip(), "--json")
run("simulate", links[0], links[1], "--json", lines=60)
forms = ["--base-url", "https://example.com/open", "--scheme", "myaccessapp", "--json"]
for path in payloads:
    # A request to the dispatcher is not a payload.
    run("compare", "--payload", path, "--force", *forms, lines=0 if "request" in path.name else 1)
run("compare", "--payload", payloads[0], *forms, "--force", "--level", "H", "--x-success", "https://www.example.com/", "--show-token", "--docs", "2.4")

# transaction, uaepass, dispatch

for arguments in (["Pay CHF 50 to Alice?"], ["<html>Pay <b>50</b> <u><i>now</i></u><script>x</script></html>"], ["--decode", "UGF5"],
    ["--decode", "_w"], ["", "--profile", "auth-cloud"], ["Pay CHF 50?", "--lock-screen", "--title", "New payment"],
    ["--lock-screen", "--body", "Pay CHF 50 to CH93 0076 2011 6238 5295 7"], [samples / "dispatch/transaction.html"],
    ["<html><table>x</table></html>", "--profile", "auth-cloud"]):
    run("transaction", *arguments, "--json", lines=0 if "_w" in arguments or "" in arguments else 1)
for path in (samples / "uaepass").glob("*"):
    for more in ([], ["--env", "prod", "--platform", "ios"], ["--platform", "android", "--strict", "--show-token"], ["--host", "a.example"]):
        run("uaepass", "check", path, "--json", *more)
run("uaepass", "check", "uaepass://x?successURL=&failureURL=x", "--json")
dispatch = json.loads((samples / "dispatch/response.json").read_text())
for number, change in enumerate([{}, {"dispatchResult": "new"}, {"token": None}, {"token": "00000000-0000-4000-8000-000000000000"},
    {"dispatchResult": None}, {"dispatcherInformation": {"name": "link", "response": "just words"}},
    {"dispatcherInformation": {"name": "push"}}, {"dispatchResult": "userNotFound", "message": "no user"}, {"sessionId": 3}]):
    value = {name: member for name, member in (dispatch | change).items() if member is not None}
    run("dispatch", "read", write(f"dispatch-{number}.json", json.dumps(value)), "--json")
encrypted = {"dispatchResult": "dispatched", "token": "x", "sessionId": "y", "dispatcherInformation": {"name": "link", "response":
  (samples / "links/encrypted.txt").read_text().strip()}}
for path in ("response", "response-link", "not-dispatched"):
    run("dispatch", "read", samples / f"dispatch/{path}.json", "--json", "--show-token")
run("dispatch", "read", "-", "--json", stdin=json.dumps(encrypted).encode())
run("dispatch", "read", json.dumps(dispatch | {"dispatcherInformation": {"name": "png", "response":
  b64encode((samples / "pictures/four.png").read_bytes()).decode()}}), "--json")
run("dispatch", "read", json.dumps(dispatch | {"dispatcherInformation": {"name": "png", "response":
  b64encode((samples / "pictures/blank.png").read_bytes()).decode()}}), "--json")

# associate check

app = "ABCDE12345.ch.example.access"
files = write("served/apple-app-site-association", json.dumps({"applinks": {"details": [{"appIDs": [app], "components": [
  {"/": "/open", "?": {"dispatchTokenResponse": "?*"}}]}]}})).parent
write("served/assetlinks.json", json.dumps([{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
  "package_name": "ch.example.access", "sha256_cert_fingerprints": [":".join(["A1"] * 32)]}, "relation_extensions": {
  "delegate_permission/common.handle_all_urls": {"dynamic_app_link_components": [{"/": "/other", "exclude": True}, {"/": "/open"}]}}}]))
manifest = """<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="ch.example.access"><application>
<activity android:name=".A"{exported}><intent-filter android:autoVerify="{verify}"><action android:name="android.intent.action.VIEW"/>
<category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>
<data android:scheme="https" android:host="access.example.com"/></intent-filter></activity></application></manifest>"""
manifests = [write(f"manifest-{i}.xml", manifest.format(exported=exported, verify=verify)) for i, (exported, verify) in enumerate(
  [(' android:exported="true"', "true"), ("", "true"), (' android:exported="true"', "false")])]
link = "https://access.example.com/open?dispatchTokenResponse=eyJ"
for more in (["--folder", files], ["--aasa", files / "apple-app-site-association"], ["--assetlinks", files / "assetlinks.json"],
    ["--folder", files, "--app-id", "ABCDE12345.other"], ["--folder", files, "--fingerprint", ":".join(["B2"] * 32)],
    *(["--aasa", files / "apple-app-site-association", "--assetlinks", files / "assetlinks.json", "--manifest", path] for path in manifests), *(["--manifest", path] for path in manifests)):
    for url in (link, "https://access.example.com/other", "myaccessapp://x-callback-url/authenticate?dispatchTokenResponse=eyJ"):
        run("associate", "check", url, *more, "--json")
run("check", link, "--association", files, "--json")
run("simulate", write("link.txt", link), "--association", files, "--json", lines=30)

# redeem, associate fetch

def serve(*arguments):
    server = subprocess.Popen([sys.executable, f"{options.package}/Tests/redeem-server.py", *map(str, arguments)], stdout=subprocess.PIPE)
    return server, int(server.stdout.readline())

server, port = serve()
try:
    policy = write("redeem-policy.json", json.dumps({"redeem_hosts": ["127.0.0.1"]}))
    for what in ("ok", "redirect", "html", "error", "denied", "refused"):
        own = copy.deepcopy(payload)
        own["nma_data"]["redeem_url"] = f"http://127.0.0.1:{port}/{what}/authentication"
        run("redeem", write(f"redeem-{what}.json", json.dumps(own)), "--policy", policy, "--json")
finally: server.kill()
certificate, key = work / "certificate.pem", work / "key.pem"
subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
  "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True)
for how in ("ok", "redirect", "missing", "page", "text"):
    server, port = serve(certificate, key, how)
    try: run("associate", "fetch", f"127.0.0.1:{port}", "-o", work / f"fetched-{how}", "--ca-file", certificate, "--json")
    finally: server.kill()
    run("associate", "check", f"https://127.0.0.1:{port}/open", "--folder", work / f"fetched-{how}", "--json")

# make and print, from lists

rows = write("rows.csv", "name,text,level\na,https://example.com,H\nb,,\nc,x,Z\n")
run("make", "--list", rows, "-o", "-", lines=3)
run("make", "--list", rows, "-o", work / "rows", check=False)
for line in (work / "rows/index.jsonl").read_text().splitlines(): validate(line, "make --list")
for more in (["sheet", "--stock", "l7160", "-o", work / "labels.pdf"], ["label", "--to", "zpl", "--stock", "80x80", "-o", work / "labels.zpl"],
    ["label", "--to", "zpl", "--native", "--stock", "80x80", "-o", work / "native.zpl"]):
    report = work / "report.json"
    run("print", more[0], "--list", rows, *more[1:], "--skip-bad", "--rows", "2-9", "--report", report, check=False)
    validate(report.read_text(), f"print {more[0]} --report")

# fixtures

run("fixtures", "kinds", "--json")
sets = {
  "single": ["--suite", "smoke", "--damage", "noise:20/60", "--damage", "mirror", "--damage", "perspective:~0..50", "--damage",
    "rotation:60+noise:20", "--negatives", "3", "--select", "message=*"],
  "scene": ["--scene", "320x240", "--sequence", "4", "--payloads", write("payloads.txt", "https://example.com/a\nhttps://example.com/b\n")],
  "smoke": ["--suite", "smoke", "--select", "kind=glare", "--select", "kind=rotation"]}
sets |= {"place": ["--suite", "night", "--variants", "2"], "unreadable": ["--damage", "occlusion:0.6", "--unreadable"],
  "scenes": ["--suite", "scenes"], "page": ["--payloads", write("payload.txt", "https://example.com/c"), "--damage", "page:4"]}
schema = json.loads((here / "fixtures-manifest.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
manifests = jsonschema.Draft202012Validator(strict(schema))
for name, arguments in sets.items():
    folder = work / f"set-{name}"
    run("fixtures", "make", "-o", folder, *arguments, check=False)
    lines = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    if lines[0]["fixtures"] != len(lines) - 1: fail(f"{name}: the manifest has {len(lines) - 1} pictures")
    for line in lines:
        error = jsonschema.exceptions.best_match(manifests.iter_errors(line))
        if error: fail(f"manifest of {name}: {error.json_path}: {error.message[:300]}")
        if "path" in line and (line["expect"] == "read") != bool(line["messages_base64"]) and name != "unreadable":
            fail(f"{name}: {line['path']}: expect and messages differ")
    reports = {}
    for reader, more in {"own": [], "grades": ["--grades"], "zbar": ["--with", "zbarimg -q --raw {} 2>/dev/null"],
        "lines": ["--with-lines", f"{options.oobqr} scan --list - --engine zbar"]}.items():
        reports[reader] = write(f"{name}-{reader}.json", run("fixtures", "verify", folder, "--json", *more))
    found = write(f"{name}-found.jsonl", run("scan", "--json", "--grade", "-r", folder, lines=0 if name == "unreadable" else 1))
    reports["results"] = write(f"{name}-results.json", run("fixtures", "verify", folder, "--json", "--results", found))
    if name == "smoke": run("fixtures", "verify", folder, "--json", "--select", "kind=glare")
    for a, b in (("own", "zbar"), ("zbar", "lines"), ("zbar", "zbar"), ("own", "grades"), ("own", "results")):
        run("fixtures", "compare", reports[a], reports[b], "--json")

# print

run("print", "stocks", "--json", lines=10)
run("print", "plan", "--bytes", "200", "--json", lines=6)
for more in (["--dpi", "203", "--distance", "150.5", "--stock", "l7160", "--level", "H"], ["--stock", "12x12"], ["--bytes", "2953", "--level", "L"]):
    run("print", "plan", *([] if "--bytes" in more else ["--payload", samples / "payload.json", "--base-url", "https://example.com/open"]), *more, "--json")
run("print", "calibration", "-o", work / "calibration.pdf", check=False)
subprocess.run(["pdftoppm", "-r", "300", "-gray", "-png", "-singlefile", work / "calibration.pdf", work / "page"], check=True)
run("fixtures", "damage", work / "page.png", work / "blurred.png", "--kind", "defocus:3", "--module", "10", check=False)
for name in ("page", "blurred"):
    run("scan", "--grade", "--json", work / f"{name}.png", "--printer-profile", work / f"{name}.json")
    validate((work / f"{name}.json").read_text(), f"{name}.json")
run("print", "plan", "--bytes", "200", "--printer-profile", work / "page.json", "--json")

# The program and the schema of catalogues agree.

accepted = refused = 0
own = json.loads(run("simulate", links[0], "--os", "android-13", "--scanner", "camera", "--observe", "opens-app", "--note", "Pixel 8, 2026-07",
  check=False))
base = own["rules"][0]
def with_rule(**change): return {"rules": [{name: value for name, value in (base | change).items() if value is not None}]}
CATALOGUES = [own, {}, {"format": "oobqr-catalogue-1"}, with_rule(instead="use a link"), with_rule(order=-1), with_rule(order="1"), with_rule(id=""),
  with_rule(id=None), with_rule(order=None), with_rule(when=None), with_rule(verdict=None), with_rule(steps=None), with_rule(source=None),
  with_rule(confidence=None), with_rule(verdict="opens"), with_rule(confidence="none"), with_rule(steps=[]), with_rule(steps=[{"text": "x"}]),
  with_rule(steps=[{"text": "x", "source": ["y"], "confidence": "code"}]), with_rule(steps=[{"source": ["y"]}]), with_rule(steps=["a\u0007"]),
  with_rule(source=[]), with_rule(source="x"), with_rule(what="x"), with_rule(when={}), with_rule(when={"os": ["windows"]}),
  with_rule(when={"os": []}), with_rule(when={"end": ["success"]}), with_rule(when={"versions": {"min": 13, "most": 14}}),
  with_rule(when=base["when"] | {"private": ["yes"], "scheme": ["dotted"], "redeem": ["other"], "page": ["same-domain"]}),
  with_rule(reports=[{"outcome": "unknown", "what": "x", "source": "y"}]), with_rule(reports=[{"outcome": "unknown", "what": "x", "source": ["y"]}]),
  with_rule(reports=[{"outcome": "unknown", "what": "x", "source": "y", "when": {"os": ["ios"], "versions": {"min": 17}}}]),
  with_rule(reports=[{"outcome": "unknown", "text": "x", "source": "y"}]), {"rules": {}}, {"rule": []}, [],
  {"systems": [{"id": "android", "oldest": 8, "newest": 17}]}, {"systems": [{"id": "android", "oldest": 8, "newest": 16, "later": []}]},
  {"systems": [{"id": "android", "oldest": 8, "newest": 16, "later": [17]}]}, {"systems": [{"id": "android", "oldest": 0, "newest": 16}]},
  {"systems": [{"id": "windows", "oldest": 8, "newest": 16}]}, {"systems": [{"id": "android", "newest": 16}]},
  {"scanners": [{"id": "x", "name": "X", "os": "any"}]}, {"scanners": [{"id": "x", "name": "X", "os": "any", "source": []}]},
  {"scanners": [{"id": "x", "name": "X", "os": "windows", "source": ["y"]}]}, {"browsers": [{"id": "x", "name": "X", "source": ["y"]}]},
  {"phones": [{"id": "x", "os": "ios", "scanner": "ios-camera", "browser": "safari"}]}, {"phones": [{"id": "x", "os": "any", "scanner": "y", "browser": "z"}]},
  {"remedies": [{"id": "x", "when": {}, "change": {"message": ["link"]}, "text": "y"}]}, {"remedies": [{"id": "x", "when": {}, "change": {"message": ["link", "uri"]}, "text": "y"}]},
  {"remedies": [{"id": "x", "when": {}, "text": "y"}]}, {"remedies": [{"id": "x", "when": {"versions": {"min": 3}}, "change": {"versions": {}}, "text": "y"}]},
  {"afterwards": [{"id": "x", "order": 1, "when": {"os": ["harmonyos"], "end": ["success"], "callback": ["opens"]}, "place": "target", "steps": ["y"], "source": ["z"], "confidence": "field"}]},
  {"afterwards": [{"id": "x", "order": 1, "when": {"entry": ["scan"]}, "place": "target", "steps": ["y"], "source": ["z"], "confidence": "field"}]},
  {"afterwards": [{"id": "x", "order": 1, "when": {}, "verdict": "unknown", "steps": ["y"], "source": ["z"], "confidence": "field"}]}]
for number, value in enumerate(CATALOGUES):
    path = write(f"catalogue-{number}.json", json.dumps(value))
    takes = subprocess.run([options.oobqr, "handsets", "--catalogue", path], capture_output=True)
    if (takes.returncode == 0) != validators["oobqr-catalogue-1"].is_valid(value):
        fail(f"catalogue {json.dumps(value)[:300]}: the program says {takes.returncode} {takes.stderr.decode()[:200]}, the schema differs")
    if takes.returncode == 0: accepted += 1
    else: refused += 1

# The schemas refuse

drops, others_refused = collections.Counter(), collections.Counter()

def mutations(schema, value, root, path=()):
    """Yields, for each object that a schema describes in a value: the path, what is done there, and with which member."""
    if "$ref" in schema:
        target = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        yield from mutations(target, value, root, path)
    for name in ("oneOf", "anyOf", "allOf"):
        for part in schema.get(name, []):
            if "properties" not in part and "$ref" not in part: continue
            if jsonschema.Draft202012Validator(part | {"$defs": root["$defs"]}).is_valid(value): yield from mutations(part, value, root, path)
    if isinstance(value, dict) and "properties" in schema:
        for name in schema.get("required", []): yield path, "drop", name
        yield path, "add", "unknown_member"
        for name, one in schema["properties"].items():
            if name not in value: continue
            if one.keys() - {"description"} and one.get("type") != "object": yield path, "spoil", name
            yield from mutations(one, value[name], root, path + (name,))
    if isinstance(value, list) and "items" in schema:
        # Elements of one shape are alike.
        shapes = set()
        for index, one in enumerate(value):
            shape = frozenset((place, type) for place, type, _ in signature(one))
            if shape not in shapes: yield from mutations(schema["items"], one, root, path + (index,))
            shapes.add(shape)

for kind in KINDS:
    form = f"oobqr-{kind}-1"
    for sample in kept[form]:
        for path, deed, name in set(mutations(schemas[kind], sample, schemas[kind])):
            changed = copy.deepcopy(sample)
            place = changed
            for step in path: place = place[step]
            if deed == "drop": del place[name]
            else: place[name] = {"wrong": 1}
            # A catalogue may lack its format.
            if validators[form].is_valid(changed): fail(f"{form}: accepted: {deed} {'/'.join(map(str, path))}/{name}")
            (drops if deed == "drop" else others_refused)[form] += 1

# Report

print(f"{'format':28} {'lines':>6} {'samples':>8} {'drops refused':>14} {'others refused':>15}")
for kind in KINDS:
    form = f"oobqr-{kind}-1"
    print(f"{form:28} {counts[form]:6} {len(kept[form]):8} {drops[form]:14} {others_refused[form]:15}")
    if not counts[form]: fail(f"{form}: no line")
    if not drops[form] and kind != "catalogue": fail(f"{form}: nothing was dropped")
print(f"{sum(counts.values())} lines; of {len(CATALOGUES)} catalogues {accepted} are accepted and {refused} refused, by the program and the schema alike")

if options.coverage:
    def leaves(schema, root, path="", stack=()):
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name in stack: return
            yield from leaves(root["$defs"][name], root, path, stack + (name,))
        for name in ("oneOf", "anyOf", "allOf"):
            for part in schema.get(name, []): yield from leaves(part, root, path, stack)
        for name, one in schema.get("properties", {}).items():
            yield f"{path}/{name}", None
            yield from leaves(one, root, f"{path}/{name}", stack)
        if "items" in schema: yield from leaves(schema["items"], root, path + "/*", stack)
        for word in schema.get("enum", []):
            if isinstance(word, str): yield path, word
    for kind in KINDS:
        had = {path for path, _, _ in seen[f"oobqr-{kind}-1"]} | {(path, word) for path, _, word in seen[f"oobqr-{kind}-1"]}
        missing = collections.defaultdict(list)
        for path, word in dict.fromkeys(leaves(schemas[kind], schemas[kind])):
            if (path if word is None else (path, word)) not in had: missing[path].append(word or "(never there)")
        for path, words in missing.items(): print(f"  {kind} {path}: {' '.join(words)}")

shutil.rmtree(work)
if failures: sys.exit(f"{len(failures)} failures")
