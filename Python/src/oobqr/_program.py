"""Runs the program `oobqr`, and turns its exit codes into exceptions."""
from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
from typing import Optional, Sequence


class OobqrError(Exception):
    """A command failed. `code` is its exit code, `output` what it printed, the message its sentence with the remedy."""

    def __init__(self, message: str, code: int, output: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.output = output


class Refused(OobqrError):
    """A finding or a refusal: exit code 1."""


class NoSymbol(OobqrError):
    """A picture held no symbol: exit code 4."""


class Unreadable(OobqrError):
    """The symbol did not read back: exit code 5."""


class Misuse(OobqrError):
    """An unknown option, value or name: exit code 64."""


class InputError(OobqrError):
    """An input could not be read: exit code 66."""


class OutputError(OobqrError):
    """An output could not be written: exit code 74."""


_errors = {1: Refused, 4: NoSymbol, 5: Unreadable, 64: Misuse, 66: InputError, 74: OutputError}


def program() -> str:
    """The program: `$OOBQR` if it is set, else the one in the wheel, else the one on PATH."""
    bundled = pathlib.Path(__file__).parent / "bin" / "oobqr"
    named = os.environ.get("OOBQR")
    found = named or (str(bundled) if bundled.exists() else shutil.which("oobqr"))
    if found is None:
        raise OobqrError("there is no program oobqr: install a wheel of this package, or set OOBQR to its path", 127)
    return found


def run(
    arguments: Sequence[str], data: Optional[bytes] = None, *, accepts: Sequence[int] = (0,)
) -> "subprocess.CompletedProcess[bytes]":
    """Runs a command, and raises for exit codes that are not accepted."""
    __tracebackhide__ = True  # pytest would show the data, with its token
    # Never the terminal's: '-' is what the caller gave.
    result = subprocess.run([program(), *arguments], input=data or b"", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode not in accepts:
        said = result.stderr.decode(errors="replace").strip()
        # '-: ' is what was given as bytes, and has no name.
        lines = [re.sub("^oobqr: (-: )?", "", line) for line in said.splitlines()]
        message = "\n".join(line for line in lines if not line.startswith("note")) or f"exit code {result.returncode}"
        raise _errors.get(result.returncode, OobqrError)(message, result.returncode, result.stdout.decode(errors="replace"))
    return result
