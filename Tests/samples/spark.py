#!/usr/bin/env python3
"""Runs the Spark samples on one machine and on a cluster of two executors, and kills an executor in the middle.

    Tests/samples/spark.py --oobqr /usr/local/bin/oobqr [--rows 20000] [--keep FOLDER]
"""
import argparse, base64, contextlib, hashlib, json, os, pathlib, signal, subprocess, sys, tempfile, time

import pyspark

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Samples"
sys.path.append(str(SAMPLES / "spark"))
from oobqr_lines import LineProcess

LOCAL, CLUSTER = "local[1]", "local-cluster[2,1,1024]"  # the second: two worker processes, one core, 1024 MiB each


def processes():
    """All processes: process id → (parent, command line)."""
    lines = subprocess.run(["ps", "-eo", "pid=,ppid=,args=", "-ww"], capture_output=True, text=True).stdout.splitlines()
    return {int(pid): (int(parent), command) for pid, parent, command in (line.split(None, 2) for line in lines)}


def running(oobqr):
    """The co-processes; `oobqr` is a path that only this test uses."""
    return [pid for pid, (_, command) in processes().items() if oobqr in command and " --list " in command]


def kill(driver, oobqr, victim):
    """Kills the fourth oobqr to start, or its ancestor, whichever has `victim` in its command line."""
    seen = set()
    while driver.poll() is None:
        table = processes()
        for pid in running(oobqr):
            line = [pid]
            while line[-1] in table:
                line.append(table[line[-1]][0])
            found = [one for one in line if victim in table.get(one, (0, ""))[1]]
            if driver.pid in line and found:
                seen.add(pid)
                if len(seen) >= 4:
                    with contextlib.suppress(ProcessLookupError):  # it has just ended: the next one, then
                        os.kill(found[0], signal.SIGKILL)
                        return
        time.sleep(0.05)
    raise AssertionError(f"{victim} was to be killed, but the run has ended")


def run(folder, oobqr, master, script, source, name, victim=None):
    """Runs a sample and returns the bytes of its output."""
    environment = {
        **os.environ,
        "PYSPARK_PYTHON": sys.executable,  # what the executors start; "python3" otherwise
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": f"{folder}/spark",
        "SPARK_HOME": f"{folder}/home",
        "PYSPARK_SUBMIT_ARGS": "--conf spark.ui.enabled=false --conf spark.ui.showConsoleProgress=false pyspark-shell",
    }
    start, log = time.monotonic(), folder / f"{name}.log"
    command = [sys.executable, SAMPLES / "spark" / script, source, folder / name]
    command += ["--oobqr", oobqr, "--master", master, "--format", "json", "--tasks", "24", "--files", "3"]
    with log.open("wb") as output:
        driver = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
    if victim:
        kill(driver, oobqr, victim)
    assert driver.wait() == 0, log.read_text()[-4000:]
    if victim:
        trace = "exit code -9" if victim == oobqr else "exited with code 137"
        assert trace in log.read_text(), f"{victim} was killed after its work"
    print(f"{script} {master}{f', {victim} killed' if victim else ''}: {time.monotonic() - start:.1f} s", flush=True)
    parts = sorted((folder / name).glob("part-*.json"))
    assert len(parts) == 3 and (folder / name / "_SUCCESS").exists()
    deadline = time.monotonic() + 10  # a co-process ends when its executor, and so its standard input, is gone
    while running(oobqr):
        assert time.monotonic() < deadline, "oobqr outlives its executor"
        time.sleep(0.1)
    return b"".join(part.read_bytes() for part in parts)


def everywhere(folder, oobqr, script, source, name):
    """Runs a sample on one machine and on the cluster, with and without a kill; returns the rows, which must agree."""
    result = run(folder, oobqr, LOCAL, script, source, name)
    assert run(folder, oobqr, CLUSTER, script, source, f"{name}-cluster") == result
    for number, victim in enumerate(["CoarseGrainedExecutorBackend", oobqr]):
        assert run(folder, oobqr, CLUSTER, script, source, f"{name}-killed{number}", victim) == result
    return [json.loads(line) for line in result.splitlines()]


def test_lines(oobqr):
    request = json.dumps({"id": "a", "image_base64": base64.b64encode(bytes(100_000)).decode()})
    with LineProcess(oobqr, "scan", "--list", "-") as process:  # 67 MB in one list: more than any pipe holds
        assert [answer["line"] for answer in process.ask([request] * 500)] == list(range(1, 501))
        assert process.ask([request])[0]["line"] == 501
    # -u: a program that does not flush each line would never answer.
    for command, part in [(["head", "-n", "1"], "before the answer to line 2"),
                          (["sed", "-u", "1d"], "answer to line 2 where line 1"),
                          (["sed", "-u", "p"], "answer to line 1 where line 2"),
                          (["sh", "-c", "cat; exit 9"], "exit code 9")]:
        try:
            with LineProcess(*command) as process:
                process.ask(['{"line": 1}', '{"line": 2}'])
        except RuntimeError as error:
            assert part in str(error), error
        else:
            raise AssertionError(f"{command} was accepted")
    print("oobqr_lines.py: no deadlock; an early end, a lost, a doubled answer and an exit code are reported")


def test_samples(folder, oobqr, count):
    texts = {f"symbol {number:05}": f"https://example.com/é/{number}" for number in range(count)}
    long = set(sorted(texts)[7::100])  # 1 % are too long for any symbol
    with (folder / "rows.jsonl").open("w") as rows:
        for number, (name, text) in enumerate(texts.items()):
            row = {"name": name, "text": text + "x" * 3000 if name in long else text}
            print(json.dumps(row, ensure_ascii=number % 3 == 0), file=rows)

    made = everywhere(folder, oobqr, "make_symbols.py", folder / "rows.jsonl", "symbols")
    assert sorted(row["name"] for row in made) == sorted(texts)
    assert {row["name"] for row in made if "error" in row} == long
    images = {row["name"]: base64.b64decode(row["image"]) for row in made if "image" in row}
    assert all(hashlib.sha256(images[row["name"]]).hexdigest() == row["sha256"] for row in made if "image" in row)

    pictures = folder / "pictures"
    corrupt = set(sorted(images)[13::100])  # 1 % end in the middle
    for number, (name, image) in enumerate(images.items()):
        path = pictures / f"folder {number % 10}" / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(image[: len(image) // 3] if name in corrupt else image)
    (pictures / "blank.png").write_bytes((SAMPLES / "pictures/blank.png").read_bytes())

    found = everywhere(folder, oobqr, "scan_pictures.py", pictures, "found")
    messages = {pathlib.PurePath(row["id"]).stem: [symbol["message"] for symbol in row["symbols"]] for row in found}
    assert len(found) == len(messages) == len(images) + 1
    assert messages == {name: [] if name in corrupt else [texts[name]] for name in images} | {"blank": []}
    assert {pathlib.PurePath(row["id"]).stem for row in found if "error" in row} == corrupt
    print(f"Spark: {len(made)} rows ({len(long)} refused), {len(found)} pictures ({len(corrupt)} corrupt): all there, "
          "the same bytes on one machine, on two executors, and with one of them or one oobqr killed.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--oobqr", required=True)
    parser.add_argument("--rows", type=int, default=20000)
    parser.add_argument("--keep", help="a new folder for results and logs, which is not removed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary).resolve()
        folder.mkdir(exist_ok=True)
        own = folder / "oobqr-under-test"  # a path that no other process has in its command line
        own.symlink_to(pathlib.Path(options.oobqr).resolve())
        # local-cluster writes executor logs to $SPARK_HOME/work, which would be in the installed package.
        (folder / "home").mkdir()
        for entry in pathlib.Path(pyspark.__file__).parent.iterdir():
            if entry.name != "work":
                (folder / "home" / entry.name).symlink_to(entry)
        test_lines(str(own))
        test_samples(folder, str(own), options.rows)
