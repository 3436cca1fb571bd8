"""Image fixtures in pytest: oobqr makes them once, and each picture becomes a test.

    oobqr fixtures make --suite smoke -o fixtures
    pytest test_scanner.py
"""

import base64
import json
import os
import pathlib
import subprocess

import pytest

FOLDER = pathlib.Path(os.environ.get("FIXTURES", "fixtures"))
FIXTURES = json.loads((FOLDER / "manifest.json").read_text())["fixtures"]

# Pictures that this scanner is known not to read.
UNREAD = {"inversion", "occlusion", "dirt", "scratches", "streaks", "torn-edge"}


def scan(path):
    """The scanner under test: replace it with yours."""
    run = subprocess.run(["zbarimg", "-q", "--raw", str(path)], capture_output=True)
    return run.stdout


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture["path"])
def test_message_is_read(fixture):
    if any(damage["kind"] in UNREAD for damage in fixture["damages"]):
        pytest.skip("not supported")
    message = base64.b64decode(fixture["message_base64"])
    assert scan(FOLDER / fixture["path"]).count(message) >= len(fixture["symbols"])
