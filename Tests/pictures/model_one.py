"""QR Code Model 1 symbols of versions 1, 5 and 12, as zxing-cpp 3.1.1 reads them (`is_pure=True`)."""

import itertools

import numpy

EXP, LOG, x = [0] * 512, [0] * 256, 1
for i in range(255):
    EXP[i] = EXP[i + 255] = x
    LOG[x] = i
    x = x << 1 ^ (0x11D if x & 0x80 else 0)

# (version, level): bits of the level, error correction codewords in a block, blocks, data codewords in a block
TABLE = {(1, "M"): (0, 10, 1, 16), (5, "H"): (2, 44, 2, 23), (12, "L"): (1, 46, 2, 192)}
MASKS = {
    0: lambda x, y: (x + y) % 2 == 0,
    3: lambda x, y: (x + y) % 3 == 0,
    6: lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
}


def correction(data, count):
    generator = [1]
    for i in range(count):
        longer = generator + [0]
        for j, c in enumerate(generator):
            longer[j + 1] ^= EXP[LOG[c] + i] if c else 0
        generator = longer
    rest = list(data) + [0] * count
    for i in range(len(data)):
        for j, c in enumerate(generator):
            if rest[i] and c and j:
                rest[i + j] ^= EXP[LOG[c] + LOG[rest[i]]]
    return rest[len(data):]


def places(size):
    """The modules of each codeword, the most significant bit first."""
    columns = size // 4 + 3
    for j in range(columns):
        if j <= 1:
            rows = (size - 8) // 4
            blocks = [(size - 1 - 2 * j, size - 1 - 4 * i, 2) for i in range(rows) if j or i % 2 or i in (0, rows - 1)]
        elif columns - j <= 4:
            left = 2 * (columns - j) - 1 + (columns - j == 4)
            blocks = [(left, size - 9 - 4 * i, 2) for i in range((size - 16) // 4)]
        else:
            rows = size // 2
            blocks = [
                (size - 5 - 4 * (j - 2), size - 1 - 2 * i - (i >= rows - 3), 4)
                for i in range(rows)
                if not (j == 2 and i >= rows - 4) and not (i == 0 and j % 2 and j + 1 != columns - 4)
            ]
        for right, bottom, width in blocks:
            yield [(right - bit % width, bottom - bit // width) for bit in range(8)]


def symbol(version, level, mask, message):
    """The modules without a quiet zone: 1 is dark."""
    indicator, count, blocks, length = TABLE[version, level]
    size = 17 + 4 * version
    bits = "00000100" + format(len(message), "08b" if version < 10 else "016b")
    bits += "".join(format(byte, "08b") for byte in message) + "0000"
    bits += "0" * (-len(bits) % 8)
    data = [int(bits[i:i + 8], 2) for i in range(0, len(bits), 8)]
    padding = itertools.cycle([0xEC, 0x11])
    data += [next(padding) for _ in range(blocks * length - len(data))]
    parts = [data[i * length:(i + 1) * length] for i in range(blocks)]
    codewords = data + [c for part in parts for c in correction(part, count)]
    modules = numpy.zeros((size, size), int)
    for place, codeword in itertools.zip_longest(places(size), codewords, fillvalue=0):
        for bit, (x, y) in enumerate(place):
            modules[y, x] = codeword >> (7 - bit) & 1 ^ MASKS[mask](x, y)
    for x, y in ((3, 3), (size - 4, 3), (3, size - 4)):
        for dx, dy in itertools.product(range(-4, 5), repeat=2):
            if 0 <= x + dx < size and 0 <= y + dy < size:
                modules[y + dy, x + dx] = max(abs(dx), abs(dy)) in (0, 1, 3)
    for i in range(8, size - 8):
        modules[6, i] = modules[i, 6] = 1 - i % 2
    rest = (indicator << 3 | mask) << 10
    for i in range(14, 9, -1):
        rest ^= 0x537 << (i - 10) if rest >> i & 1 else 0
    information = ((indicator << 3 | mask) << 10 | rest) ^ 0x2825
    first = [(i, 8) for i in (0, 1, 2, 3, 4, 5, 7, 8)] + [(8, y) for y in (7, 5, 4, 3, 2, 1, 0)]
    second = [(8, y) for y in range(size - 1, size - 8, -1)] + [(x, 8) for x in range(size - 8, size)]
    for copy in (first, second):
        for i, (x, y) in enumerate(copy):
            modules[y, x] = information >> (14 - i) & 1
    modules[size - 8, 8] = 1
    return modules
