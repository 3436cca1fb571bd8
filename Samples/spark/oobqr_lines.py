"""Talks to a program that answers each line of JSON with one line of JSON, in order. It needs nothing but Python.

    with LineProcess("oobqr", "make", "--list", "-", "-o", "-") as maker:
        for answer in maker.ask(['{"name": "a", "text": "hello"}', '{"name": "b", "text": "world"}']):
            print(answer["name"], answer.get("sha256"), answer.get("error"))
"""
import contextlib, json, subprocess, threading


class LineProcess:
    def __init__(self, *command, accepted=(0,)):
        """Starts the command; whatever is wrong with a line is in its answer, so the exit code is 0."""
        self.name, self.accepted, self.line = " ".join(command), accepted, 0
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # stderr is ours

    def ask(self, requests):
        """Returns the answers to a list of JSON texts without newlines, in order; may be called again and again."""
        # A pipe holds 64 KiB. If we wrote every request before we read an answer, we would wait for the process to read
        # and it would wait for us: so one thread writes while this one reads. The full pipe holds the writer back.
        threading.Thread(target=self._write, args=(requests,), daemon=True).start()
        return [self._read() for _ in requests]

    def _write(self, requests):
        with contextlib.suppress(BrokenPipeError):  # the process has ended: `_read` reports it
            for request in requests:
                self.process.stdin.write(request.encode() + b"\n")
            self.process.stdin.flush()

    def _read(self):
        line, self.line = self.process.stdout.readline(), self.line + 1
        if not line.endswith(b"\n"):
            raise RuntimeError(f"{self.name}: exit code {self.process.wait()} before the answer to line {self.line}")
        answer = json.loads(line)
        if answer["line"] != self.line:
            raise RuntimeError(f"{self.name}: an answer to line {answer['line']} where line {self.line} was due")
        return answer

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if failure:
            self.process.kill()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        rest, code = self.process.stdout.read(), self.process.wait()
        self.process.stdout.close()
        if not failure and (rest or code not in self.accepted):
            raise RuntimeError(f"{self.name}: exit code {code}, {len(rest)} bytes after the last answer")
