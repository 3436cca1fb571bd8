"""Whole sheets as other programs see them.

For every built-in stock and three resolutions: makes a sheet, draws it with pdftoppm, scans every symbol back, and
compares messages and places with the report; looks for every caption in what pdftotext reads. Prints one line a stock.
Usage: verify.py OOBQR [FOLDER], where FOLDER keeps what was made.
"""

import base64
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

STOCKS = {"a4": 12, "letter": 12, "l7160": 21, "l7163": 14, "5160": 30, "3474": 24}
CAPTIONS = ["Counter {}", "مرحبا {}", "房间 {}", "कक्ष {}", "Anmeldung im Erdgeschoss {}"]
TOLERANCE = 0.2  # millimetres


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.decode()}")
    return done.stdout


def check(oobqr, stock, labels, dpi, folder):
    rows = [{"text": f"https://siven.ch/{stock}/{dpi}/{i}", "caption": CAPTIONS[i % 5].format(i)} for i in range(labels)]
    path = folder / f"{stock}-{dpi}"
    listed = path.with_suffix(".jsonl")
    listed.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    report, pdf = path.with_suffix(".json"), path.with_suffix(".pdf")
    run(oobqr, "print", "sheet", "--list", listed, "-o", pdf, "--stock", stock, "--dpi", dpi, "--report", report)
    run("pdftoppm", "-r", dpi, "-gray", "-png", "-singlefile", pdf, path)
    expected = {}
    for row, symbol in zip(rows, json.loads(report.read_text())["symbols"], strict=True):
        assert symbol["preflight"]["passes"]
        assert symbol["message_sha256"] == hashlib.sha256(row["text"].encode()).hexdigest()
        expected[row["text"]] = symbol["places"][0]
    found = {}
    for line in run(oobqr, "scan", "--json", path.with_suffix(".png")).splitlines():
        detection = json.loads(line)
        found[base64.b64decode(detection["message_base64"]).decode()] = detection["corners"]
    assert found.keys() == expected.keys(), f"{len(found)} of {len(expected)} symbols"
    worst = 0
    for text, corners in found.items():
        place = expected[text]
        for (x, y), (right, down) in zip(corners, [(0, 0), (1, 0), (1, 1), (0, 1)]):
            worst = max(worst, abs(x * 25.4 / dpi - place["x_mm"] - right * place["side_mm"]))
            worst = max(worst, abs(y * 25.4 / dpi - place["y_mm"] - down * place["side_mm"]))
    assert worst < TOLERANCE, f"{worst} mm off"
    # Words may have been wrapped.
    words = set(run("pdftotext", "-enc", "UTF-8", pdf, "-").decode().replace("\u202b", "").replace("\u202c", "").split())
    for row in rows:
        assert set(row["caption"].split()) <= words, row["caption"]
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
