"""Runs the sample for Playwright on login pages, and asserts that it fails for each broken one, and names the cause.

Usage: Packaging/login-pages.py, in an environment with the wheel, pytest and playwright.
"""
import base64
import concurrent.futures
import contextlib
import functools
import http.server
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

import oobqr

SAMPLE = pathlib.Path(__file__).resolve().parents[1] / "Samples" / "playwright" / "test_login_page.py"
SECURE = {"nma_data": {"token": "b4b07559-f934-4597-a1c5-44d89f691e8f",
                       "redeem_url": "https://fido.siven.ch/nevisfido/token/redeem/authentication"},
          "nma_data_content_type": "application/json", "nma_data_version": "1"}
PLAIN = {**SECURE, "nma_data": {**SECURE["nma_data"], "redeem_url": "http://fido.siven.ch/nevisfido/token/redeem/authentication"}}
APP_LINK = {"base_url": "https://access.siven.ch/open"}
SYMBOL, PAGE, LINK = "test_symbol", "test_whole_page", "test_link"


def page(style="", payload=SECURE, form=None, message=None, options=(), rest=""):
    link = oobqr.link(payload, "--force", **(form or APP_LINK))
    picture = base64.b64encode(oobqr.make(message or link, "--force", *options)).decode()
    return (f'<!doctype html><meta charset="utf-8"><title>Log in</title><style>{style}</style><h1>Log in</h1>'
            f'<img class="login" alt="" src="data:image/png;base64,{picture}"><p><a class="app" href="{link}">Log in here</a>{rest}')


# name → page, the tests that must fail, what they must say
PAGES = {
    "right": (page(), [], []),
    "zoomed": (page("img { width: 308px; image-rendering: pixelated }"), [], []),
    "dark page": (page("body { background: black; color: white } img { width: 308px }"), [], []),
    "custom URI": (page(form={"scheme": "myaccessapp"}), [SYMBOL, PAGE, LINK], ["OOB409", "use an app link (https)"]),
    "redeem over http": (page(payload=PLAIN), [SYMBOL, PAGE, LINK], ["OOB202", "a redeem URL is https, not http"]),
    "small": (page("img { width: 110px }"), [SYMBOL, PAGE], ["OOB608", "use a larger picture"]),
    "tiny": (page("img { width: 40px }"), [SYMBOL, PAGE], ["no symbol found; its shorter side has only 40 pixels"]),
    "inverted": (page("img { filter: invert(1) }"), [SYMBOL, PAGE], ["OOB611", "draw dark modules on a light ground"]),
    "pale": (page("img { opacity: 0.15 }"), [SYMBOL, PAGE], ["OOB607", "contrast"]),
    "without a margin": (
        page("body { background: black }", options=["--quiet-zone", "0"]), [SYMBOL, PAGE],
        ["OOB609", "keep 4 modules on all sides"]),
    "covered": (
        page("div { position: fixed; top: 200px; left: 0; width: 50%; height: 300px; background: white }", rest="<div>Cookies"),
        [SYMBOL, PAGE], ["no symbol"]),
    "another address": (page(message="https://example.com"), [SYMBOL, PAGE], ["OOB702", "a web address without a payload"]),
    "two symbols": (
        page(rest='<p><img alt="" src="data:image/png;base64,'
             + base64.b64encode(oobqr.make("https://example.com")).decode() + '">'), [PAGE], ["OOB702"]),
}


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_): ...


def run(name, origin, failing, causes):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rf", "-p", "no:cacheprovider", SAMPLE], text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={**os.environ, **({"LOGIN_PAGE": f"{origin}/{name}.html"} if origin else {})})
    failed = re.findall(r"^FAILED \S+::(\w+)", done.stdout, re.MULTILINE)
    assert sorted(failed) == sorted(failing) and done.returncode == (1 if failing else 0), (
        f"{name}: {failed} failed instead of {failing}\n{done.stdout}")
    missing = [cause for cause in causes if cause not in done.stdout]
    assert not missing, f"{name}: the failure does not say {missing}\n{done.stdout}"


with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
    for name, (text, _, _) in PAGES.items():
        (pathlib.Path(folder) / f"{name}.html").write_text(text)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    stack.callback(server.shutdown)
    pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(os.cpu_count()))
    origin = f"http://127.0.0.1:{server.server_port}"
    runs = [pool.submit(run, "the sample's own page", None, [], [])]
    runs += [pool.submit(run, name, origin, failing, causes) for name, (_, failing, causes) in PAGES.items()]
    errors = [str(one.exception()) for one in runs if one.exception()]
if errors:
    sys.exit("\n".join(errors))
print(f"The sample for Playwright passes for its own page and {sum(not failing for _, failing, _ in PAGES.values())} others, and fails"
      f" with the cause for {sum(bool(failing) for _, failing, _ in PAGES.values())} that are broken.")
