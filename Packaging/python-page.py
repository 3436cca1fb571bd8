"""Runs the tests of docs/python.md as somebody who copies them, who then breaks the link and reads the failure.

Usage: Packaging/python-page.py, in an environment with the wheel and pytest.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import oobqr

PAGE = (pathlib.Path(__file__).resolve().parents[1] / "docs" / "python.md").read_text()
LINK = "https://example.com/login"
login, scanner, camera = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[:3]
failure = re.search(r"^```\n(the app is not opened:\n.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[1]


def replaced(text, old, new):
    assert text.count(old) == 1, f"the page has {text.count(old)} of '{old}'"
    return text.replace(old, new)


def run(folder, text, passed, failed):
    (folder / "test_page.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=folder, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    summary = done.stdout.splitlines()[-1]
    counts = [int(found[1]) if (found := re.search(rf"(\d+) {word}", summary)) else 0 for word in ("passed", "failed", "error")]
    assert counts == [passed, failed, 0], f"{counts} passed, failed and errors instead of {passed}, {failed} and 0\n{done.stdout}"
    return done.stdout


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    run(folder, login, 2, 0)
    broken = replaced(login, 'base_url="https://access.siven.ch/open"', 'scheme="myaccessapp"')
    assert "OOB409" in run(folder, broken, 0, 2)
    said = run(folder, replaced(broken, '    oobqr.assert_valid(picture, "--strict")\n', ""), 0, 2)
    assert failure in said, f"the failure is not that of the page:\n{said}"
    (folder / "links.txt").write_text(f"{LINK}\n")
    for options in ("fixtures --suite smoke --negatives 20", "near --payloads links.txt --sequence 4 --scene 480x360"):
        subprocess.run([oobqr.program(), "fixtures", "make", "-o", *options.split()], cwd=folder, check=True, capture_output=True)
    count = len(oobqr.fixtures(folder / "fixtures"))
    said = run(folder, scanner + camera, count + 1, 0)
    assert "negative: 20 of 20 passed" in said, said
    run(folder, re.sub(r"    return \[.*", "    return []", scanner + camera), 20, count - 19)
print("The tests of docs/python.md pass, and fail with the cause for a broken link and a scanner that reads nothing.")
