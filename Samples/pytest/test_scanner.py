"""Image fixtures in pytest: oobqr makes them once, and each picture becomes a test.

    oobqr fixtures make --suite smoke --negatives 12 -o fixtures
    pytest test_scanner.py
"""

import base64
import json
import os
import pathlib
import subprocess
from collections import Counter

import pytest

FOLDER = pathlib.Path(os.environ.get("FIXTURES", "fixtures"))

# Kinds of damage that the scanner does not support, such as {"inversion", "torn-edge"}: their pictures are skipped.
UNSUPPORTED = set()


def scan(path):
    """The scanner under test, which returns the message of each symbol in a picture: replace it with yours."""
    run = subprocess.run(["oobqr", "scan", "--json", path], capture_output=True)
    assert run.returncode in (0, 4), run.stderr.decode()  # 4: it has found no symbol
    return [base64.b64decode(json.loads(line)["message_base64"]) for line in run.stdout.splitlines()]


def expected(picture):
    """How often each message must be read: nothing where there is no symbol, or one that must not be read."""
    messages = picture["messages_base64"] if picture["expect"] == "read" else []
    return Counter(base64.b64decode(message) for message in messages)


def name(picture):
    """The name of its test: the frames of a camera that moves closer are one test."""
    return picture["path"].split("/")[0] + "/" + picture["sequence"] if "sequence" in picture else picture["path"]


def is_unsupported(picture):
    return bool(expected(picture)) and any(damage["kind"] in UNSUPPORTED for damage in picture["damages"])


with open(FOLDER / "manifest.jsonl", encoding="utf-8") as lines:
    SET, *PICTURES = map(json.loads, lines)
assert len(PICTURES) == SET["fixtures"], "the manifest is not whole"
assert not all(map(is_unsupported, PICTURES)), "no picture would be tested"
TESTS = {}
for one in PICTURES:
    TESTS.setdefault(name(one), []).append(one)


@pytest.mark.parametrize("test", TESTS)
def test_exactly_the_messages_are_read(test):
    if any(map(is_unsupported, TESTS[test])):
        pytest.skip("not supported")
    missing = []
    for picture in TESTS[test]:
        read = Counter(scan(FOLDER / picture["path"]))
        assert read - expected(picture) == Counter(), f"wrong messages in {picture['path']}"
        missing.append(expected(picture) - read)
    assert Counter() in missing, "not read"  # in none of the frames, if there are several
