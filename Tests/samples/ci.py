"""Tests the files for continuous integration: their syntax, their schema, and what they run.

Usage: Tests/samples/ci.py OOBQR BIN, where BIN has yamllint, check-jsonschema and pre-commit.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

oobqr, tools = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
here = pathlib.Path(__file__).resolve().parents[2] / "Samples/ci"
good = (here / "../links/app-link.txt").read_bytes()
wrong = (here / "../wrong/second-question-mark.txt").read_bytes()


def run(*command, cwd=here, fails=False):
    path = f"{oobqr.parent}:{tools}:{os.environ['PATH']}"
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "PATH": path, "GIT_CONFIG_GLOBAL": "/dev/null"})
    if (done.returncode != 0) != fails:
        sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


files = ["check-links.yml", "gitlab-ci.yml", "pre-commit-config.yaml"]
run("yamllint", "--strict", "-d", "{extends: default, rules: {line-length: {max: 130}}}", *files)
run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", files[0])
run("check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", files[1])
run("pre-commit", "validate-config", files[2])

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "links").mkdir()
    run("git", "init", "-q", cwd=folder)
    shutil.copy(here / files[2], folder / ".pre-commit-config.yaml")
    steps = yaml.safe_load((here / files[0]).read_text())["jobs"]["check"]["steps"]
    commands = [next(step["run"] for step in steps if step.get("name") == "Check the links")]
    commands += yaml.safe_load((here / files[1]).read_text())["check-links"]["script"]
    (folder / "links/a.txt").write_bytes(good)
    for fails in [False, True]:
        if fails:
            (folder / "links/b.txt").write_bytes(wrong)
        run("git", "add", "-A", cwd=folder)
        output = run("pre-commit", "run", "--all-files", cwd=folder, fails=fails)
        assert ("OOB402" in output) == fails, output
        for command in commands:
            run("bash", "-e", "-c", command, cwd=folder, fails=fails)
    assert '"ruleId":"OOB402"' in (folder / "oobqr.sarif").read_text()
    assert "OOB402" in (folder / "oobqr.xml").read_text()
print("Continuous integration: 3 files are valid, and their commands find the wrong link and nothing else.")
