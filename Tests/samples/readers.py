"""Foreign readers and encoders against ours.

Usage: Tests/samples/readers.py path/to/oobqr [number of messages]

zxing-cpp reads what is special about our symbols: sets, GS1 data, ECI, kanji, Micro QR, logos and frames. Then messages of
every alphabet are made by oobqr, qrencode and segno, and ours must never have a larger version. oobqr reads rMQR symbols
of zint (in zxing-cpp) and of rmqrcode.
"""

import base64
import collections
import io
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import rmqrcode
import segno
import zxingcpp
from PIL import Image, ImageOps

oobqr = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 5000


def run(*arguments, stdin=None):
    return subprocess.run(arguments, input=stdin, check=True, capture_output=True).stdout


def read(picture):
    found = zxingcpp.read_barcodes(Image.open(picture).convert("L"))
    assert len(found) == 1, f"{picture}: {len(found)} symbols"
    return found[0]


def verify_readings(folder):
    picture = f"{folder}/symbol.png"

    run(oobqr, "make", "one message in three symbols", "--append", "3", "-o", f"{folder}/part.png")
    parts = [read(f"{folder}/part-{index}.png") for index in (1, 2, 3)]
    assert b"".join(part.bytes for part in parts) == b"one message in three symbols"

    run(oobqr, "make", "--gs1", "010123456789012815991231", "-o", picture)
    gs1 = read(picture)
    assert gs1.content_type == zxingcpp.ContentType.GS1, gs1.content_type
    assert gs1.bytes == b"010123456789012815991231" and gs1.symbology_identifier == "]Q3", gs1.symbology_identifier

    for eci, codec, message in [
        ("utf-8", "utf-8", "Grüße, 你好, здравствуйте"), ("iso-8859-1", "latin-1", "Grüße"), ("shift-jis", "shift_jis", "日本語テスト"),
    ]:
        run(oobqr, "make", "-", "--eci", eci, "-o", picture, stdin=message.encode(codec))
        found = read(picture)
        assert found.text == message, (eci, found.text, found.symbology_identifier)

    run(oobqr, "make", "日本語テスト", "--mode", "kanji", "-o", picture)
    assert read(picture).text == "日本語テスト"

    for message in ["1", "12345", "ABC 123", "a small one", "123456789012345678901234567890"]:
        run(oobqr, "make", message, "--micro", "-o", picture)
        found = read(picture)
        assert found.text == message and found.format == zxingcpp.BarcodeFormat.MicroQRCode, (message, found.format)

    logo = Image.new("RGB", (60, 40), (0, 90, 160))
    logo.save(f"{folder}/logo.png")
    for message in ["https://access.example.com/open", "https://access.example.com/open?dispatchTokenResponse=" + "a" * 300]:
        run(oobqr, "make", message, "--logo", f"{folder}/logo.png", "--frame", "Scan to log in", "-o", picture)
        assert read(picture).text == message
    print("  zxing-cpp reads sets, GS1 data, ECI, kanji, Micro QR, logos and frames")


KINDS = 2000


def verify_kinds(folder):
    """Symbols of each kind, as zxing-cpp reads them."""
    rng = random.Random(2015)

    def some(alphabet, most):
        return "".join(rng.choice(alphabet) for _ in range(rng.randint(1, most)))

    digits, letters = "0123456789", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    kanji = "".join(bytes([0x88 + i // 94, 0xA1 + i % 94]).decode("shift_jis", "ignore") for i in range(94 * 6))
    kanji = "".join(character for character in kanji if ord(character) > 0x4E00)
    kinds = {
        "mixed modes": ([], lambda: some(digits, 30) + some(letters, 30) + some("abcdefghij-_", 30)),
        "ECI": (["--eci", "utf-8"], lambda: some("aé你好здравствуйте", 40)),
        "kanji": (["--mode", "kanji"], lambda: some(kanji, 40)),
        "GS1": (["--gs1"], lambda: "010123456789012810" + some(letters, 20)),
        "Micro QR": (["--micro"], lambda: some(digits, 20)),
    }
    for name, (options, make) in kinds.items():
        pictures = f"{folder}/kind-{name.replace(' ', '-')}"
        messages = [make() for _ in range(KINDS)]
        # Lists have neither kanji mode nor Micro QR symbols.
        if name in ("kanji", "Micro QR"):
            os.mkdir(pictures)
            for index, text in enumerate(messages):
                run(oobqr, "make", text, *options, "--scale", "4", "-o", f"{pictures}/n{index}.png")
        else:
            with open(f"{folder}/kind.jsonl", "w") as file:
                for index, text in enumerate(messages):
                    file.write(json.dumps({"text": text, "name": f"n{index}"}) + "\n")
            run(oobqr, "make", "--list", f"{folder}/kind.jsonl", *options, "--scale", "4", "-o", pictures)
        for index, text in enumerate(messages):
            found = read(f"{pictures}/n{index}.png")
            assert found.bytes.decode() == text if name == "GS1" else found.text == text, (name, text, found.text)
            assert (found.format == zxingcpp.BarcodeFormat.MicroQRCode) == (name == "Micro QR"), (name, found.format)
            assert (found.content_type == zxingcpp.ContentType.GS1) == (name == "GS1"), (name, found.content_type)
        if name == "mixed modes":
            found = run("zbarimg", "-q", "--raw", *(f"{pictures}/n{index}.png" for index in range(KINDS)))
            assert found.decode().split("\n")[:-1] == messages, "zbarimg"
    for index in range(KINDS // 2):
        text = some(letters, 60) + "two parts"
        run(oobqr, "make", text, "--append", "2", "--scale", "4", "-o", f"{folder}/set.png")
        assert b"".join(read(f"{folder}/set-{part}.png").bytes for part in (1, 2)).decode() == text
    print(f"  zxing-cpp reads {KINDS} symbols each of {', '.join(kinds)} and of sets, and zbarimg those of mixed modes")


ALPHABETS = {
    "digits": "0123456789",
    "alphanumeric": "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:",
    "base64url": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    "bytes": "".join(map(chr, range(32, 127))),
}


def message(rng):
    """A message of stretches from different alphabets."""
    text = ""
    for _ in range(rng.randint(1, 5)):
        alphabet = ALPHABETS[rng.choice(list(ALPHABETS))]
        text += "".join(rng.choice(alphabet) for _ in range(int(rng.expovariate(1 / 30)) + 1))
    return text[:1200]


def verify_sizes(folder):
    rng = random.Random(18004)
    rows = [(message(rng), rng.choice("LMQH")) for _ in range(count)]
    with open(f"{folder}/list.jsonl", "w") as file:
        for text, level in rows:
            file.write(json.dumps({"text": text, "level": level}) + "\n")
    run(oobqr, "make", "--list", f"{folder}/list.jsonl", "-o", f"{folder}/codes.tar", "--no-boost")
    ours = [json.loads(line)["version"] for line in open(f"{folder}/codes.jsonl")]
    smaller, modules = collections.Counter(), collections.Counter()
    for (text, level), version in zip(rows, ours, strict=True):
        png = run("qrencode", "-l", level, "-s", "1", "-m", "0", "-o", "-", "--", text)
        others = {
            "qrencode": (Image.open(io.BytesIO(png)).width - 17) // 4,
            "segno": segno.make_qr(text, error=level, boost_error=False, mask=0).version,
        }
        modules["oobqr"] += (17 + 4 * version) ** 2
        for name, other in others.items():
            assert version <= other, f"{name} makes version {other}, oobqr {version}: {text!r} at level {level}"
            smaller[name] += version < other
            modules[name] += (17 + 4 * other) ** 2
    for name in ("qrencode", "segno"):
        share = 100 * (1 - modules["oobqr"] / modules[name])
        print(
            f"  {count} messages: never a larger version than {name}'s, a smaller one for {smaller[name]}; "
            f"{share:.1f} % fewer modules"
        )


def verify_rectangular(folder):
    """All versions of rMQR at both levels, full, in each mode, with ECI and as GS1 data; from two encoders."""
    expected = {}

    def keep(image, message):
        path = f"{folder}/rmqr-{len(expected)}.png"
        image.save(path)
        expected[path] = message

    def zint(text, version, level, **options):
        made = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.RMQRCode, version=version, ec_level=level, **options)
        return Image.fromarray(zxingcpp.write_barcode_to_image(made, scale=3, add_quiet_zones=True))

    rng = random.Random(23941)
    names = list(rmqrcode.format.rmqr_versions.rMQRVersions)
    alphabets = list(ALPHABETS.values()) + ["日本語点茗漢字"]
    for number, name in enumerate(names):
        for level in "MH":
            for alphabet in alphabets:
                text, fits = "", None
                while True:
                    text += rng.choice(alphabet)
                    try:
                        fits = zint(text, number + 1, level), text
                    except ValueError:
                        break
                if fits:
                    keep(fits[0], fits[1].encode("shift_jis" if alphabet == alphabets[-1] else "ascii"))
            if name == "R17x43" and level == "M":
                continue  # rmqrcode 0.3.2 cannot make it, and spoils others that are not full.
            made = rmqrcode.rMQR(name, getattr(rmqrcode.ErrorCorrectionLevel, level))
            made.add_segment("7")
            made.make()
            rows = made.to_list()
            image = Image.new("L", (len(rows[0]), len(rows)))
            image.putdata([255 * (1 - module) for row in rows for module in row])
            image = image.resize((4 * image.width, 4 * image.height), Image.Resampling.NEAREST)
            if zxingcpp.read_barcodes(image):
                keep(image, b"7")
    keep(zint("Grüße, здравствуйте", 22, "M"), "Grüße, здравствуйте".encode())
    keep(zint("(01)01234567890128(15)991231", 22, "M", gs1=True), b"010123456789012815991231")
    found = collections.defaultdict(list)
    for line in run(oobqr, "scan", "--json", "--engine", "modules", *expected).splitlines():
        symbol = json.loads(line)
        assert symbol["version"] in names, symbol
        found[symbol["path"]].append(base64.b64decode(symbol["message_base64"]))
    for path, message in expected.items():
        assert found[path] == [message], (path, found[path], message)
    print(f"  oobqr reads {len(expected)} rMQR symbols of zint and rmqrcode: all 32 versions at both levels")


def verify_lines(folder):
    """A scanner that stays running reads what the same scanner reads alone; our own reads what `verify` reads by itself."""
    fixtures = f"{folder}/smoke"
    subprocess.run([oobqr, "fixtures", "make", "-o", fixtures, "--suite", "smoke"], check=True, stderr=subprocess.DEVNULL)

    def rates(*options):
        answer = json.loads(run(oobqr, "fixtures", "verify", fixtures, "--json", *options))
        return {key: value for key, value in answer.items() if key != "reader"}
    assert rates("--with-lines", f"{oobqr} scan --list -") == rates()
    lines = pathlib.Path(__file__).resolve().parents[2] / "Samples/readers/zxing_lines.py"
    foreign = rates("--with-lines", f"{sys.executable} {lines}")
    read = 0
    for line in open(f"{fixtures}/manifest.jsonl").readlines()[1:]:
        entry = json.loads(line)
        picture = Image.open(f"{fixtures}/{entry['path']}").convert("L")
        found = zxingcpp.read_barcodes(picture, formats=[zxingcpp.BarcodeFormat.QRCode])
        expected = [base64.b64decode(message) for message in entry["messages_base64"]]
        read += min(len(expected), sum(symbol.bytes in expected for symbol in found))
    assert foreign["read"] == read, (foreign, read)
    print(f"  --with-lines: zxing-cpp reads {read} of {foreign['symbols']} symbols, as it does alone")


def verify_orientations(folder):
    """Corners are where Pillow shows the symbol, whatever way a camera was held."""
    run(oobqr, "make", "turned", "--scale", "4", "-o", f"{folder}/plain.png")
    scene = Image.new("L", (400, 300), 255)
    scene.paste(Image.open(f"{folder}/plain.png").convert("L"), (30, 50))

    def corners(path):
        answer = json.loads(run(oobqr, "scan", "--json", path))
        return answer["corners"], answer.get("orientation", 1)
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        for name in ("photo.jpg", "photo.png"):
            path, upright = f"{folder}/{name}", f"{folder}/upright.png"
            scene.save(path, exif=exif, quality=95)
            ImageOps.exif_transpose(Image.open(path)).save(upright)
            (found, number), (expected, _) = corners(path), corners(upright)
            assert number == orientation, (name, orientation, number)
            near = all(abs(a - b) < 0.6 for one, two in zip(found, expected) for a, b in zip(one, two))
            assert near, (name, orientation, found, expected)
    print("  EXIF: corners are where Pillow shows the symbol, in all 8 orientations of JPEG and PNG")


with tempfile.TemporaryDirectory() as folder:
    print("Foreign readers and encoders:")
    verify_readings(folder)
    verify_kinds(folder)
    verify_rectangular(folder)
    verify_lines(folder)
    verify_orientations(folder)
    verify_sizes(folder)
