#!/usr/bin/env python3
"""Writes the fuzzer's seed inputs: the sample pictures as files and as pixels, and sample messages.

    Fuzz/seeds.py FOLDER        (needs Pillow)
"""
import glob
import os
import sys

from PIL import Image

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
for path in sorted(glob.glob("Samples/pictures/*.png") + glob.glob("Samples/pictures/*.jpg")):
    name = os.path.basename(path)
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < 4096:
        with open(os.path.join(folder, "file-" + name), "wb") as file:
            file.write(b"\2" + data)
    picture = Image.open(path).convert("L")
    if picture.width < 256 and picture.width * picture.height < 20000:
        with open(os.path.join(folder, "pixels-" + name), "wb") as file:
            file.write(b"\1" + bytes([picture.width, 0]) + picture.tobytes())
for path in sorted(glob.glob("Samples/links/*.txt") + glob.glob("Samples/payloads/*.json") + glob.glob("Samples/wrong/*.txt")):
    with open(path, "rb") as file:
        data = file.read()
    with open(os.path.join(folder, "message-" + os.path.basename(path)), "wb") as file:
        file.write(b"\4" + data)
