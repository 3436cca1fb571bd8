"""Make, scan, check and simulate QR codes that carry out-of-band authentication messages.

>>> import oobqr
>>> picture = oobqr.make("https://example.com")
>>> oobqr.scan(picture)[0].message
'https://example.com'
"""
from __future__ import annotations

import base64
import json
import os
import pathlib
import re
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from ._pictures import source as _source
from ._program import InputError, Misuse, NoSymbol, OobqrError, OutputError, Refused, Unreadable, program
from ._program import run as _run
from ._scanner import Scanner
from ._types import Check, Diagnostic, Fixture, Fixtures, Symbol, Verdict

__all__ = [
    "Check", "Diagnostic", "Fixture", "Fixtures", "InputError", "Misuse", "NoSymbol", "OobqrError", "OutputError",
    "Refused", "Scanner", "Symbol", "Unreadable", "Verdict", "check", "fixtures", "link", "make", "program", "scan",
    "simulate", "transaction",
]

#: A payload: its JSON as a dictionary or text, or a file with it.
Payload = Union[Mapping[str, Any], str, "os.PathLike[str]"]

_scanners: Dict[str, Scanner] = {}


def make(message: Optional[str] = None, *options: str, format: str = "png", payload: Optional[Payload] = None,
         base_url: Optional[str] = None, scheme: Optional[str] = None) -> bytes:
    """A picture of a symbol with a message, or with a payload in an app link (`base_url`) or custom URI (`scheme`).

    `options` are those of `oobqr make`, such as "--level", "Q".
    """
    __tracebackhide__ = True
    if (message is None) == (payload is None):
        raise TypeError("give a message or a payload")
    arguments = ["make", "--format", format, *options]
    if message is not None:
        return _run([*arguments, "-"], message.encode()).stdout
    return _run([*arguments, *_form(base_url, scheme), "--payload", "-"], _json(payload)).stdout


def link(payload: Payload, *options: str, base_url: Optional[str] = None, scheme: Optional[str] = None) -> str:
    """The app link or custom URI that carries a payload."""
    __tracebackhide__ = True
    return _run(["link", *options, *_form(base_url, scheme), "--payload", "-"], _json(payload)).stdout.decode().rstrip("\n")


def scan(picture: Any, *, effort: str = "normal") -> List[Symbol]:
    """The symbols in a picture: a path, bytes, a file, a Pillow image, or a NumPy array of unsigned bytes.

    One process serves all calls with an effort. An empty list is an answer, not an error.
    """
    __tracebackhide__ = True
    path, data = _source(picture)
    if effort not in ("fast", "normal", "hard"):
        raise ValueError(f"effort is fast, normal or hard, not {effort!r}")
    scanner = _scanners.setdefault(effort, Scanner("--effort", effort))
    return [_symbol(one) for one in scanner.symbols(path, data)]


def check(message: Any, *options: str, policy: Union[str, "os.PathLike[str]", None] = None,
          association: Union[str, "os.PathLike[str]", None] = None) -> Check:
    """What is wrong with a link, a payload, a file of one, or a picture, and what to do about it.

    A text that is not the name of a file is the message itself. `options` are those of `oobqr check`, such as "--channel", "qr", or
    "--strict", with which warnings are errors.
    """
    __tracebackhide__ = True
    arguments = ["check", *options]
    if policy is not None:
        arguments += ["--policy", os.fspath(policy)]
    if association is not None:
        arguments += ["--association", os.fspath(association)]
    name, data = _input(message)
    report = _run([*arguments, name], data, accepts=(0, 1)).stdout.decode().rstrip("\n")
    if data is not None:
        report = re.sub(r"^-(?=[:,])", "message", report, flags=re.MULTILINE)
    result = _run([*arguments, "--json", name], data, accepts=(0, 1))
    # Of a page, and of a picture with several symbols, the first that has errors.
    objects: List[Dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    failing = ("error", "warning") if "--strict" in options else ("error",)
    failed = [one for one in objects if any(finding["severity"] in failing for finding in one["diagnostics"])]
    if not objects or bool(failed) != (result.returncode == 1):
        raise OobqrError(f"the check ended with {result.returncode}, and its report says otherwise:\n{report}", 70)
    value = (failed or objects)[0]
    findings = tuple(
        Diagnostic(one["code"], one["severity"], one["place"], one["text"], one["remedy"], tuple(one["sources"]))
        for one in value["diagnostics"])
    errors = tuple(one for one in findings if one.severity in failing)
    return Check(value["kind"], value.get("answer"), findings, errors, report, value)


def simulate(message: Any, *options: str, phone: Optional[str] = None, scanner: Optional[str] = None,
             browser: Optional[str] = None, by: Optional[str] = None) -> List[Verdict]:
    """What phones do with a link, a payload or a picture: a verdict for each case.

    `phone` is a system such as "android-15", or a phone such as "pixel-9"; without one, all in common use. `by` is "tap" for a link on
    a page or in an app, "redirect" or "push".
    """
    __tracebackhide__ = True
    arguments = ["simulate", "--json", *options]
    if phone is not None:
        arguments += ["--os" if re.fullmatch(r"(?i)(android|ios|harmonyos)(-\d+)?", phone) else "--phone", phone]
    for option, value in (("--scanner", scanner), ("--browser", browser), ("--by", by)):
        if value is not None:
            arguments += [option, value]
    name, data = _input(message)
    lines = _run([*arguments, name], data).stdout.splitlines()
    return [
        Verdict(one["handset"], one["program"], one["verdict"], one["confidence"],
                tuple(step["text"] for step in one["steps"]), tuple(one["sources"]), one["remedy"], one)
        for one in map(json.loads, lines)
    ]


def transaction(text: str, *options: str) -> Dict[str, Any]:
    """What a user sees of the text of a transaction, as `oobqr transaction --json` has it."""
    __tracebackhide__ = True
    value: Dict[str, Any] = json.loads(_run(["transaction", "--json", *options, text], accepts=(0, 1)).stdout)
    return value


def fixtures(folder: Union[str, "os.PathLike[str]"]) -> Fixtures:
    """The pictures of a set that `oobqr fixtures make` made, with what they hold."""
    root = pathlib.Path(folder)
    if not (root / "manifest.jsonl").exists():
        raise InputError(f"'{folder}' has no manifest.jsonl: make a set with 'oobqr fixtures make'", 66)
    with open(root / "manifest.jsonl", encoding="utf-8", newline="\n") as file:
        lines: List[Dict[str, Any]] = [json.loads(line) for line in file]
    if not lines or lines[0].get("format") != "oobqr-fixtures-2":
        raise InputError(f"'{folder}' is of another version: make the set again with 'oobqr fixtures make'", 66)
    if len(lines) == 1 or len(lines) - 1 != lines[0]["fixtures"]:
        raise InputError(f"'{folder}' has {len(lines) - 1} of {lines[0]['fixtures']} pictures: make the set again", 66)
    return Fixtures(str(root), tuple(_fixture(root, entry) for entry in lines[1:]), lines[0])


def _fixture(root: pathlib.Path, entry: Dict[str, Any]) -> Fixture:
    messages = tuple(base64.b64decode(text) for text in entry["messages_base64"])
    return Fixture(
        str(root / entry["path"]), messages if entry["expect"] == "read" else (), entry["expect"], entry["kind"],
        entry.get("place"), entry.get("sequence"), entry.get("frame"), entry)


def _form(base_url: Optional[str], scheme: Optional[str]) -> List[str]:
    if (base_url is None) == (scheme is None):
        raise TypeError("give base_url for an app link, or scheme for a custom URI")
    return ["--base-url", base_url] if base_url is not None else ["--scheme", scheme or ""]


def _json(payload: Optional[Payload]) -> bytes:
    if isinstance(payload, Mapping):
        return json.dumps(payload).encode()
    if isinstance(payload, str) and payload.lstrip().startswith("{"):
        return payload.encode()
    return pathlib.Path(payload).read_bytes() if payload is not None else b""


def _symbol(value: Dict[str, Any]) -> Symbol:
    return Symbol(
        value.get("message"), base64.b64decode(value["message_base64"]), value["kind"],
        tuple((x, y) for x, y in value["corners"]), value.get("version"), value["engine"], value)


def _input(message: Any) -> Tuple[str, Optional[bytes]]:
    """A message as an argument: the name of a file, or '-' with the bytes for standard input, as no argument may show a token."""
    if isinstance(message, str):
        # A short text without a colon or brace is a name, and the program says that there is no such file.
        is_name = len(message) < 100 and not set(message) & set(":{\n") and message[:1] != "-"
        if not is_name and not (len(message) < 4096 and os.path.exists(message)):
            return "-", message.encode()
    path, data = _source(message)
    if path is None:
        return "-", data
    return os.path.join(".", path) if path.startswith("-") else path, None
