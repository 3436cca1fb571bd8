"""Verifies whole sheets with other programs.

For every built-in stock and three resolutions: makes a sheet, draws it with pdftoppm, scans every symbol, and compares
messages and places with the report; searches for every caption in the output of pdftotext. Prints one line per stock.
Usage: Tests/samples/kiosk.py OOBQR [FOLDER], where FOLDER keeps the files.
"""

import base64
import hashlib
import json
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

STOCKS = {"a4": 12, "letter": 12, "l7160": 21, "l7163": 14, "5160": 30, "5871": 10, "3474": 24}
CAPTIONS = ["Counter {}", "مرحبا {}", "房间 {}", "कक्ष {}", "Anmeldung im Erdgeschoss {}"]
TOLERANCE = 0.2  # millimetres


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.decode()}")
    return done.stdout


class Page:
    """A gray picture that can be cropped."""

    def __init__(self, path):
        magic, size, depth, self.pixels = path.read_bytes().split(b"\n", 3)
        assert (magic, depth) == (b"P5", b"255")
        self.width, self.height = map(int, size.split())

    def save(self, path, left, top, width, height):
        rows = range(max(0, top), min(self.height, top + height))
        cut = slice(max(0, left), min(self.width, left + width))
        lines = [self.pixels[y * self.width : (y + 1) * self.width][cut] for y in rows]
        data = zlib.compress(b"".join(b"\0" + line for line in lines), 1)
        png = b"\x89PNG\r\n\x1a\n"
        for kind, body in [
            (b"IHDR", struct.pack(">IIBBBBB", len(lines[0]), len(lines), 8, 0, 0, 0, 0)), (b"IDAT", data), (b"IEND", b"")
        ]:
            png += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        path.write_bytes(png)


def scan(oobqr, path):
    """Returns the messages in a picture, each with its corners."""
    detections = [json.loads(line) for line in run(oobqr, "scan", "--json", path).splitlines()]
    return {base64.b64decode(d["message_base64"]).decode(): d["corners"] for d in detections}


def check(oobqr, stock, labels, dpi, folder):
    rows = [{"text": f"https://siven.ch/{stock}/{dpi}/{i}", "caption": CAPTIONS[i % 5].format(i)} for i in range(labels)]
    path = folder / f"{stock}-{dpi}"
    listed = path.with_suffix(".jsonl")
    listed.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    report, pdf = path.with_suffix(".json"), path.with_suffix(".pdf")
    run(oobqr, "print", "sheet", "--list", listed, "-o", pdf, "--stock", stock, "--dpi", dpi, "--distance", "100",
        "--report", report)
    run("pdftoppm", "-r", dpi, "-gray", "-singlefile", pdf, path)
    page = Page(path.with_suffix(".pgm"))
    expected = {}
    for row, symbol in zip(rows, json.loads(report.read_text())["symbols"], strict=True):
        assert symbol["preflight"]["passes"]
        assert symbol["message_sha256"] == hashlib.sha256(row["text"].encode()).hexdigest()
        expected[row["text"]] = (symbol["places"][0], symbol["module_mm"])
    # The whole page at once: every message and no others.
    page.save(path.with_suffix(".png"), 0, 0, page.width, page.height)
    found = scan(oobqr, path.with_suffix(".png"))
    assert found.keys() == expected.keys(), f"{len(found)} of {len(expected)} symbols"
    # Each symbol with two modules of its quiet zone, to find its place to the dot.
    worst = 0
    for text, (place, module) in expected.items():
        left, top = (int((place[side] - 2 * module) * dpi / 25.4) for side in ("x_mm", "y_mm"))
        size = int((place["side_mm"] + 4 * module) * dpi / 25.4)
        page.save(path.with_suffix(".png"), left, top, size, size)
        corners = scan(oobqr, path.with_suffix(".png"))[text]
        for (x, y), (right, down) in zip(corners, [(0, 0), (1, 0), (1, 1), (0, 1)]):
            worst = max(worst, abs((x + left) * 25.4 / dpi - place["x_mm"] - right * place["side_mm"]))
            worst = max(worst, abs((y + top) * 25.4 / dpi - place["y_mm"] - down * place["side_mm"]))
    assert worst < TOLERANCE, f"{worst} mm off"
    # Words may be wrapped, and pdftotext sees spaces between Arabic letters of some sizes.
    said = run("pdftotext", "-enc", "UTF-8", pdf, "-").decode().replace("\u202b", "").replace("\u202c", "")
    for row in rows:
        assert all(word in "".join(said.split()) for word in row["caption"].split()), row["caption"]
    return len(found), worst


def main():
    oobqr = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[2] if len(sys.argv) > 2 else temporary)
        for stock, labels in STOCKS.items():
            results = [check(oobqr, stock, labels, dpi, folder) for dpi in (203, 300, 600)]
            print(f"{stock}: {sum(r[0] for r in results)} symbols read at 203, 300 and 600 dpi,"
                  f" at most {max(r[1] for r in results):.3f} mm off")


main()
