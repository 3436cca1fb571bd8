"""Runs the samples for pytest and JUnit on every kind of set, and asserts that they fail when they should.

Usage: Tests/samples/suites.py OOBQR BIN, where BIN has pytest. JUnit is that of Debian's package junit5.
"""
import base64
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

oobqr, tools = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
samples = pathlib.Path(__file__).resolve().parents[2] / "Samples"

# Messages that a sample must not split, or take for a member of JSON.
SOME = ["two\nlines", "Grüße", "a\0b", 'x","message_base64":"YQ==', "https://example.com/login", "12345"]
# name → messages, options of `fixtures make`, number of tests
SETS = {
    "smoke": ([], ["--suite", "smoke", "--negatives", "6"], 120),
    "scenes": ([], ["--suite", "scenes"], 24),
    "negatives": ([], ["--negatives", "12"], 12),
    "sequence": (SOME, ["--sequence", "6", "--scene", "480x360", "--negatives", "2"], len(SOME) + 2),
    "unreadable": (SOME, ["--damage", "occlusion:0.6", "--unreadable"], len(SOME)),
    "large": ([f"https://example.com/{number}" for number in range(5001)], ["--scale", "1"], 5001),
}
# Where a scanner that reads nothing is right.
SILENT = ["negatives", "unreadable"]

# In place of the scanner: a table of the messages in each picture, in base64; "*" is any other picture.
PYTHON = '''def scan(path):
    return TABLE.get(str(path), TABLE["*"])


TABLE = {}
for row in open(os.environ["TABLE"]):
    path, *messages = row.rstrip("\\n").split("\\t")
    TABLE[path] = [base64.b64decode(message) for message in messages]


'''
JAVA = '''private static final Map<String, List<byte[]>> TABLE = new LinkedHashMap<>();

  private static List<byte[]> scan(Path picture) throws Exception {
    if (TABLE.isEmpty()) {
      for (String row : Files.readAllLines(Path.of(System.getenv("TABLE")))) {
        List<String> cells = List.of(row.split("\\t"));
        TABLE.put(cells.get(0), cells.stream().skip(1).map(Base64.getDecoder()::decode).toList());
      }
    }
    return TABLE.getOrDefault(picture.toString(), TABLE.get("*"));
  }
'''


def replaced(text, pattern, replacement):
    result, count = re.subn(pattern, lambda _: replacement, text, flags=re.DOTALL | re.MULTILINE)
    assert count == 1, f"the sample has {count} matches of {pattern}"
    return result


class PyTest:
    name, sample = "pytest", "pytest/test_scanner.py"
    passed, skipped = r"(\d+) passed", r"(\d+) skipped"

    def with_table(self, text):
        return replaced(text, r"^def scan\(.*?\n\n\n", PYTHON)

    def without(self, kind, text):
        return replaced(text, r"^UNSUPPORTED = set\(\)$", f'UNSUPPORTED = {{"{kind}"}}')

    def build(self, folder):
        pass

    def command(self, folder, fixtures, fails):
        return [tools / "pytest", "-q", "--tb=line", "-p", "no:cacheprovider", *(["-x"] if fails else []), folder]


class JUnit:
    name, sample = "JUnit", "junit/ScannerTest.java"
    passed, skipped = r"(\d+) tests successful", r"(\d+) tests aborted"
    jars = ":".join(f"/usr/share/java/{jar}.jar" for jar in [
        "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons", "junit-platform-console",
        "junit-platform-engine", "junit-platform-launcher", "junit-platform-reporting", "opentest4j", "apiguardian-api",
        "picocli"])

    def with_table(self, text):
        return replaced(text, r"private static List<byte\[\]> scan\(.*?^  }\n", JAVA)

    def without(self, kind, text):
        return replaced(text, r"UNSUPPORTED = Set\.of\(\);$", f'UNSUPPORTED = Set.of("{kind}");')

    def build(self, folder):
        subprocess.run(
            ["javac", "-Xlint:all,-path", "-Werror", "-cp", self.jars, "-d", folder, folder / "ScannerTest.java"], check=True)

    def command(self, folder, fixtures, fails):
        return ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", f"-Dfixtures={fixtures}", "-cp", f"{self.jars}:{folder}",
                "org.junit.platform.console.ConsoleLauncher", "--select-class", "ScannerTest", "--disable-banner",
                "--disable-ansi-colors", "--details", "summary"]


def make(fixtures, messages, options):
    if messages:
        payloads = fixtures.with_suffix(".jsonl")
        payloads.write_text("".join(json.dumps({"text": message}) + "\n" for message in messages))
        options = [*options, "--payloads", payloads]
    subprocess.run([oobqr, "fixtures", "make", "-o", fixtures, *options], check=True, stderr=subprocess.DEVNULL)


def write_tables(fixtures):
    """Writes what several scanners read in a set: ours, and those that are wrong."""
    right = collections.defaultdict(list)
    scan = subprocess.run([oobqr, "scan", "--json", "-r", fixtures], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert scan.returncode in (0, 4), f"scanning {fixtures} ended with {scan.returncode}"
    for line in scan.stdout.splitlines():
        symbol = json.loads(line)
        right[symbol["path"]].append(symbol["message_base64"])
    with open(fixtures / "manifest.jsonl") as lines:
        first, *pictures = map(json.loads, lines)
    messages = [message for picture in pictures for message in picture["messages_base64"]]
    always = messages[0] if messages else base64.b64encode(b"found").decode()
    tables = {
        "right": right,
        "mute": {},
        "everywhere": {"*": [always]},
        "more": {path: [*found, always] for path, found in right.items()},
        "twice": {path: found * 2 for path, found in right.items()},
        "fewer": {path: found[1:] for path, found in right.items()},
    }
    for name, table in tables.items():
        rows = ["\t".join([path, *found]) for path, found in ({"*": []} | table).items()]
        fixtures.with_suffix(f".{name}").write_text("\n".join(rows) + "\n")


def make_broken(folder):
    """Makes copies of a set with a manifest that is not whole."""
    lines = (folder / "negatives/manifest.jsonl").read_text().splitlines(keepends=True)
    manifests = {
        "absent": None, "empty": "", "none": re.sub(r'"fixtures":\d+', '"fixtures":0', lines[0]), "cut": "".join(lines[:-1])}
    for name, text in manifests.items():
        shutil.copytree(folder / "negatives", folder / name)
        for manifest in (folder / name).glob("manifest.*"):
            manifest.unlink()
        if text is not None:
            (folder / name / "manifest.jsonl").write_text(text)
    return [folder / name for name in [*manifests, "no-folder"]]


def runs(folder, broken):
    """Yields the sample, the set, the numbers of tests that pass and are skipped, or None if it must fail, and variables."""
    for name, (_, _, tests) in SETS.items():
        if name != "large":  # it would start 5,001 processes
            yield "own", folder / name, (tests, 0), {}
        scanners = ["right", "mute", "everywhere"]
        if name in ("smoke", "scenes", "sequence"):
            scanners += ["more", "twice", "fewer"]
        for scanner in scanners:
            is_right = scanner == "right" or scanner == "mute" and name in SILENT
            yield "table", folder / name, (tests, 0) if is_right else None, {"TABLE": str(folder / f"{name}.{scanner}")}
    for fixtures in broken:
        yield "own", fixtures, None, {}
    # A scanner that cannot run has not said that there is nothing.
    yield "own", folder / "negatives", None, {"PATH": f"{folder}/failing:{os.environ['PATH']}"}
    # Some pictures may be skipped, but not all, and none of which nothing may be read.
    yield "without occlusion", folder / "smoke", (SETS["smoke"][2] - 3, 3), {}
    yield "without occlusion", folder / "unreadable", (SETS["unreadable"][2], 0), {}
    yield "without occlusion", folder / "occlusion", None, {}


def run(suite, sample, fixtures, expected, variables):
    command = [str(word) for word in suite.command(sample, fixtures, expected is None)]
    done = subprocess.run(
        command, cwd=sample, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "FIXTURES": str(fixtures), **variables})
    counts = [re.search(pattern, done.stdout) for pattern in (suite.passed, suite.skipped)]
    found = tuple(int(count[1]) if count else 0 for count in counts) if done.returncode == 0 else None
    assert found == expected, (
        f"{suite.name}, {sample.name}, {fixtures.name}, {variables}: {found} passed and skipped instead of {expected}\n"
        + done.stdout[-3000:])


with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    folder = pathlib.Path(temporary).resolve()
    for name, target in {"bin": oobqr, "failing": "/bin/false"}.items():
        (folder / name).mkdir()
        (folder / name / "oobqr").symlink_to(target)
    os.environ["PATH"] = f"{folder}/bin:{os.environ['PATH']}"
    for name, (messages, options, _) in SETS.items():
        make(folder / name, messages, options)
        write_tables(folder / name)
    make(folder / "occlusion", SOME, ["--damage", "occlusion:0.05"])
    broken = make_broken(folder)
    for suite in [PyTest(), JUnit()]:
        text = (samples / suite.sample).read_text()
        versions = {"own": text, "table": suite.with_table(text), "without occlusion": suite.without("occlusion", text)}
        for name, version in versions.items():
            sample = folder / suite.name / name
            sample.mkdir(parents=True)
            (sample / pathlib.Path(suite.sample).name).write_text(version)
            suite.build(sample)
        tests = [pool.submit(run, suite, folder / suite.name / name, *rest) for name, *rest in runs(folder, broken)]
        try:
            for test in concurrent.futures.as_completed(tests):
                test.result()
        except AssertionError as error:
            pool.shutdown(cancel_futures=True)
            sys.exit(str(error))
        print(f"{suite.name}: the sample is right in {len(tests)} runs on {len(SETS)} kinds of sets")
