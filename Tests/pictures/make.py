#!/usr/bin/env python3
"""Makes the pictures of this folder with encoders that are not ours: segno and zint (symbols), pypng and Pillow (files).
Links lead to those that the documentation shows, in Samples/pictures.

Run once, with `pip install segno zxing-cpp pypng Pillow numpy`; zint is called through zxing-cpp. The results are committed, so that tests read files from other encoders.
"""
import base64, io
import model_one, numpy, png, random, segno, zxingcpp
from PIL import Image

expected = []

def bitmap(symbol, scale=4, border=4):
    rows = symbol.matrix_iter(scale=scale, border=border)
    return numpy.array([[0 if dark else 1 for dark in row] for row in rows], dtype=numpy.uint16)

def keep(name, *messages, kind="bytes"):
    for message in messages:
        expected.append((name, kind, base64.b64encode(message).decode()))
    if not messages:
        expected.append((name, "none", ""))

MESSAGE = b"https://example.com/\xc3\xa4?a=1"
small = bitmap(segno.make(MESSAGE, mode="byte", error="m", micro=False, boost_error=False), scale=3)
height, width = small.shape

def write(name, rows, **options):
    with open(name, "wb") as file:
        png.Writer(width=width, height=height, **options).write(file, [list(map(int, row)) for row in rows])
    keep(name, MESSAGE)

for interlace in (False, True):
    tail = "-interlaced" if interlace else ""
    for depth in (1, 2, 4, 8, 16):
        write(f"gray{depth}{tail}.png", small * (2**depth - 1), greyscale=True, bitdepth=depth, interlace=interlace)
    for depth in (8, 16):
        top = 2**depth - 1
        # Transparent where light: the colour below is black and must not show.
        alpha = numpy.stack([small * 0, (1 - small) * top], axis=2).reshape(height, -1)
        write(f"gray-alpha{depth}{tail}.png", alpha, greyscale=True, alpha=True, bitdepth=depth, interlace=interlace)
        rgb = numpy.stack([small * top, small * top, top // 3 + small * (top - top // 3)], axis=2).reshape(height, -1)
        write(f"rgb{depth}{tail}.png", rgb, greyscale=False, bitdepth=depth, interlace=interlace)
        rgba = numpy.stack([small * 0] * 3 + [(1 - small) * top], axis=2).reshape(height, -1)
        write(f"rgba{depth}{tail}.png", rgba, greyscale=False, alpha=True, bitdepth=depth, interlace=interlace)
    for depth in (1, 2, 4, 8):
        write(f"palette{depth}{tail}.png", small, palette=[(20, 0, 60), (250, 250, 200)], bitdepth=depth, interlace=interlace)
    write(f"palette-alpha{tail}.png", small, palette=[(0, 0, 0, 255), (0, 0, 0, 0)], bitdepth=8, interlace=interlace)
    write(f"gray-key{tail}.png", small * 7, greyscale=True, transparent=7, bitdepth=4, interlace=interlace)
    write(f"rgb-key{tail}.png", numpy.stack([small * 9] * 3, axis=2).reshape(height, -1), greyscale=False,
          transparent=(9, 9, 9), bitdepth=8, interlace=interlace)

picture = Image.fromarray((small * 255).astype("u1"))
for name, mode, options in [("gray.jpg", "L", {}), ("colour.jpg", "RGB", {}), ("cmyk.jpg", "CMYK", {}),
                            ("progressive.jpg", "RGB", {"progressive": True}), ("tiny-quality.jpg", "RGB", {"quality": 20})]:
    picture.convert(mode).save(name, quality=options.pop("quality", 90), **options)
    keep(name, MESSAGE)

def symbol(name, content, message=None, kind="bytes", scale=4, **options):
    made = segno.make(content, micro=False, boost_error=False, **options)
    Image.fromarray((bitmap(made, scale=scale) * 255).astype("u1")).save(name)
    keep(name, message if message is not None else content, kind=kind)

symbol("numeric.png", "0123456789012345", b"0123456789012345")
symbol("alphanumeric.png", "HTTP://EXAMPLE.COM/A-Z", b"HTTP://EXAMPLE.COM/A-Z")
symbol("all-byte-values.png", bytes(range(256)), mode="byte")
symbol("nul.png", b"a\0b\0\0c", mode="byte")
symbol("shift-jis-bytes.png", "点と茗荷".encode("shift-jis"), mode="byte")
symbol("kanji.png", "点と茗荷", "点と茗荷".encode("shift-jis"), mode="kanji")
symbol("eci-utf8.png", "grüße", "grüße".encode(), mode="byte", encoding="utf-8", eci=True)
for version in (6, 7, 14, 21, 27, 32, 36):
    symbol(f"version{version}.png", b"version %d" % version, mode="byte", version=version, scale=2)
symbol("version40.png", b"x" * 2331, mode="byte", error="m", scale=2)
for mask in range(8):
    symbol(f"mask{mask}.png", b"mask %d" % mask, mode="byte", mask=mask)
for level in "lmqh":
    symbol(f"level-{level}.png", b"level " + level.encode(), mode="byte", error=level)
Image.fromarray((numpy.fliplr(small) * 255).astype("u1")).save("mirrored.png"); keep("mirrored.png", MESSAGE)
Image.fromarray((numpy.rot90(small) * 255).astype("u1")).save("turned.png"); keep("turned.png", MESSAGE)

def micro(name, content, message, **options):
    Image.fromarray((bitmap(segno.make_micro(content, **options), border=2) * 255).astype("u1")).save(name)
    keep(name, message)

micro("micro-m1.png", "01234", b"01234", version="M1")
micro("micro-m2.png", "ABC-1", b"ABC-1", version="M2", error="l")
micro("micro-m3.png", "12345678901234567", b"12345678901234567", version="M3", error="m")
micro("micro-m3-bytes.png", b"a\0b", b"a\0b", version="M3", mode="byte", error="l")
micro("micro-m4.png", "example.com", b"example.com", version="M4", error="m")
micro("micro-m4-kanji.png", "点茗", "点茗".encode("shift-jis"), version="M4", mode="kanji", error="q")
for mask in range(4):
    micro(f"micro-mask{mask}.png", f"mask {mask}", b"mask %d" % mask, version="M4", mask=mask)

for version, level, mask, message in [
    (1, "M", 0, b"MODEL 1"), (5, "H", 3, b"Model 1, version 5, two blocks at level H"),
    (12, "L", 6, b"Model 1 of 1994, version 12: " + b"0123456789" * 30),
]:
    modules = numpy.pad(model_one.symbol(version, level, mask, message), 4).repeat(4, 0).repeat(4, 1)
    Image.fromarray(((1 - modules) * 255).astype("u1")).save(f"model1-version{version}.png")
    keep(f"model1-version{version}.png", message)

# All versions of rMQR at both levels, as full as they can be, those with as many rows in one picture.
ALPHABETS = ["0123456789", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:", "".join(map(chr, range(33, 127))), "日本語点茗漢字"]

def rectangular(version, level, alphabet):
    """The longest message of an alphabet, and its modules with a quiet zone, 1 = light."""
    best, generator, text = None, random.Random(f"{version} {level}"), ""
    while True:
        text += generator.choice(alphabet)
        try:
            made = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.RMQRCode, version=version, ec_level=level)
        except ValueError:
            return best
        modules = numpy.array(zxingcpp.write_barcode_to_image(made, scale=1, add_quiet_zones=False)) >> 7
        codec = "shift-jis" if alphabet == ALPHABETS[3] else "ascii"
        best = text.encode(codec), numpy.pad(modules, 4, constant_values=1)

heights = {7: range(1, 6), 9: range(6, 11), 11: range(11, 17), 13: range(17, 23), 15: range(23, 28), 17: range(28, 33)}
for rows, versions in heights.items():
    made = [rectangular(v, level, ALPHABETS[(v + (level == "H")) % 4]) for v in versions for level in "MH"]
    sheet = numpy.vstack([numpy.pad(m, ((0, 0), (0, 147 - m.shape[1])), constant_values=1) for _, m in made])
    Image.fromarray((sheet.repeat(3, 0).repeat(3, 1) * 255).astype("u1")).convert("1").save(f"rmqr-{rows}-rows.png")
    keep(f"rmqr-{rows}-rows.png", *[message for message, _ in made])

# A message in three symbols: each picture has one part.
whole = b"one message in three symbols, each with its place in the set"
for index, part in enumerate(segno.make_sequence(whole.decode(), symbol_count=3, mode="byte")):
    Image.fromarray((bitmap(part) * 255).astype("u1")).save(f"part{index + 1}.png")
    size = -(-len(whole) // 3)
    keep(f"part{index + 1}.png", whole[index * size:(index + 1) * size])

messages = [b"upper left", b"upper right", b"lower left", b"lower right"]
tiles = [bitmap(segno.make(m, mode="byte", micro=False, version=2), scale=4) for m in messages]
Image.fromarray((numpy.vstack([numpy.hstack(tiles[:2]), numpy.hstack(tiles[2:])]) * 255).astype("u1")).save("four.png")
keep("four.png", *messages)
Image.fromarray(numpy.full((60, 80), 200, dtype=numpy.uint8)).save("blank.png"); keep("blank.png")

with open("expected.tsv", "w") as file:
    file.write("path\tkind\tmessage_base64\n" + "".join("\t".join(row) + "\n" for row in expected))
