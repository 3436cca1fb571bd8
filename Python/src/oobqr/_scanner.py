"""One process that scans picture after picture."""
from __future__ import annotations

import atexit
import base64
import json
import subprocess
import threading
from typing import Any, Dict, List, Optional

from ._program import InputError, OobqrError, program


class Scanner:
    """`oobqr scan --list -`: a request a line, an answer a line. Threads may share it; it is started anew when it dies."""

    def __init__(self, *options: str) -> None:
        self._options = options
        self._lock = threading.Lock()
        self._process: Optional["subprocess.Popen[bytes]"] = None
        atexit.register(self.close)

    def symbols(self, path: Optional[str], data: Optional[bytes]) -> List[Dict[str, Any]]:
        """The symbols of a picture, as `scan --json` has them."""
        __tracebackhide__ = True
        request = {"path": path} if data is None else {"image_base64": base64.b64encode(data).decode()}
        line = json.dumps(request).encode() + b"\n"
        with self._lock:
            answer = self._ask(line) or self._ask(line)
        if not answer:
            raise OobqrError("the scanner crashed twice on this picture", 70)
        result: Dict[str, Any] = json.loads(answer)
        symbols: List[Dict[str, Any]] = result["symbols"]
        # A search that was cut short has found what it has found.
        if "error" in result and not symbols:
            raise InputError(result["error"], 66)
        return symbols

    def _ask(self, line: bytes) -> bytes:
        """An empty answer if the process died, which is then replaced."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [program(), "scan", "--list", "-", *self._options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL)
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not answer.endswith(b"\n"):
            self._process.kill()
            self._process.wait()
            self._process = None
            return b""
        return answer

    def close(self) -> None:
        """Ends the process; the next picture starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()
            process.wait()
