#!/usr/bin/env python3
"""Types a message as the value of every option and argument of every command, and searches all output for its token.

    Tests/tokens.py OOBQR

Each value is tried in every shape. Every run has an empty folder of its own.
"""
import base64
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse

OPAQUE = "Zx81-opaque_secret.7731kQ"
PAYLOAD = json.dumps({
    "nma_data": {"token": OPAQUE, "redeem_url": "https://fido.example/token/redeem/authentication"},
    "nma_data_content_type": "application/json", "nma_data_version": "1"})


def base64url(text):
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


ENCODED = base64url(PAYLOAD)
JWE = ".".join(map(base64url, ('{"alg":"dir","enc":"A256GCM"}', "", "initial vector", "the text as it was sealed", "a tag")))
# What is typed, and what of it no output may show.
SHAPES = [
    (PAYLOAD, OPAQUE), (ENCODED, ENCODED[30:]), (JWE, JWE[30:]),
    (f"https://a.example/open?dispatchTokenResponse={ENCODED}", ENCODED[30:]),
    (f"app://x-callback-url/authenticate?dispatchTokenResponse={ENCODED}", ENCODED[30:]),
]
# What makes these commands do their work, before the option that is tried; the others read standard input.
SOUND = {
    "make": ["hello"], "link": ["--payload", "-", "--base-url", "https://a.example/open"],
    "print label": ["hello", "--stock", "50x50", "--to", "escpos", "-o", "-"],
    "print sheet": ["hello", "--stock", "l7160", "-o", "-"],
}
# These print what they were asked for: a text as content, a link, a symbol.
ANSWERS = {"transaction", "link", "make", "print label"}


def commands(command, path=()):
    """Every command with its options that take a value, and "" where it takes arguments."""
    options = []
    for argument in command.get("arguments") or []:
        if argument["kind"] == "positional":
            options.append("")
        elif argument["kind"] == "option":
            name = argument["names"][-1]
            options.append(("--" if name["kind"] == "long" else "-") + name["name"])
    yield path, options
    for other in command.get("subcommands") or []:
        if other["commandName"] != "help":
            yield from commands(other, (*path, other["commandName"]))


def tried(oobqr, path, option, typed, secret):
    """The command line, if its output shows the secret."""
    name = " ".join(path)
    line = [oobqr, *path, *((*SOUND.get(name, ["-"]), option) if option else ()), typed]
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(line, input=PAYLOAD.encode() if name == "link" else b"hello", cwd=folder,
                             capture_output=True, timeout=60)
        made = {text for _, *texts in os.walk(folder) for names in texts for text in names}
    errors = run.stderr.decode(errors="replace")
    for file in sorted(made, key=len, reverse=True):
        errors = errors.replace(file, "")
    output = "" if name in ANSWERS else run.stdout.decode(errors="replace")
    shown = [errors, urllib.parse.unquote(errors), output, urllib.parse.unquote(output)]
    return " ".join(line) + ": " + errors + output if any(secret[:12] in text for text in shown) else ""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    oobqr = os.path.abspath(sys.argv[1])
    help = json.loads(subprocess.run([oobqr, "--experimental-dump-help"], stdout=subprocess.PIPE, check=True).stdout)
    runs = []
    for path, options in commands(help["command"]):
        for option in options:
            for typed, secret in SHAPES:
                runs.append((path, option, typed, secret))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        shown = [text for text in pool.map(lambda run: tried(oobqr, *run), runs) if text]
    if shown:
        sys.exit("\n".join(shown))
    print(f"Tokens: none is shown in {len(runs)} runs, which have one as the value of each of "
          f"{len(runs) // len(SHAPES)} options and arguments.")


main()
