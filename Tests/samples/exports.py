"""Reads the exports of a set of fixtures by the libraries that they are for, and compares all of them with the manifest.

Usage: Tests/samples/exports.py OOBQR, with pycocotools, webdataset, globox and pillow installed.
"""
import contextlib
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile

import webdataset
from globox import AnnotationSet
from pycocotools.coco import COCO

oobqr = pathlib.Path(sys.argv[1]).resolve()


def run(*words):
    subprocess.run([str(oobqr), "fixtures", *map(str, words)], check=True, stderr=subprocess.DEVNULL)


def box(entry, corners):
    x = [min(max(x, 0), entry["width"]) for x, _ in corners]
    y = [min(max(y, 0), entry["height"]) for _, y in corners]
    return min(x), min(y), max(x), max(y)


def near(a, b, limit=0.01):
    return len(a) == len(b) and all(abs(a - b) <= limit for a, b in zip(a, b))


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    run("make", "-o", folder / "set", "--suite", "smoke", "--scene", "400x400")
    manifest = [json.loads(line) for line in (folder / "set/manifest.jsonl").read_text().splitlines()[1:]]
    entries = {entry["path"]: entry for entry in manifest}
    symbols = sum(len(entry["symbols"]) for entry in manifest)

    run("export", folder / "set", "--as", "coco", "-o", folder / "coco.json")
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO(str(folder / "coco.json"))
    assert len(coco.imgs) == len(entries) and len(coco.anns) == symbols
    for number, image in coco.imgs.items():
        entry = entries[image["file_name"]]
        assert (image["width"], image["height"]) == (entry["width"], entry["height"])
        for annotation, corners, message in zip(
            coco.loadAnns(coco.getAnnIds(imgIds=number)), entry["symbols"], entry["messages_base64"]
        ):
            left, top, right, bottom = box(entry, corners)
            assert near(annotation["bbox"], [left, top, right - left, bottom - top]), image
            # Its own drawing of the outline has the area of the annotation, but for pixels at the edge of the picture.
            drawn = coco.annToMask(annotation).sum()
            assert drawn <= annotation["area"] * 1.03 + 8, (image, drawn, annotation["area"])
            inside = min(min(x, y) for x, y in corners) >= 0 and right < entry["width"] and bottom < entry["height"]
            assert not inside or abs(drawn - annotation["area"]) < 0.03 * annotation["area"], (image, drawn)
            assert annotation["attributes"]["message_base64"] == message

    run("export", folder / "set", "--as", "csv", "-o", folder / "labels.csv")
    rows = list(csv.DictReader((folder / "labels.csv").open(newline="")))
    assert len(rows) == symbols
    for row in rows:
        corners = [[float(row[f"x{i}"]), float(row[f"y{i}"])] for i in range(1, 5)]
        assert corners in entries[row["path"]]["symbols"]
        assert row["message_base64"] in entries[row["path"]]["messages_base64"]
        assert row["message"] == entries[row["path"]].get("message", "")

    run("export", folder / "set", "--as", "yolo", "-o", folder / "yolo")
    # As ultralytics reads it: the list beside data.yaml, and a file of labels for each picture in it.
    data = dict(line.split(": ") for line in (folder / "yolo/data.yaml").read_text().splitlines() if line[0] in "tv")
    listed = [str(folder / "yolo" / line) for line in (folder / "yolo" / data["train"]).read_text().splitlines()]
    for picture in map(pathlib.Path, listed):
        labels = pathlib.Path(str(picture).replace("/images/", "/labels/")).with_suffix(".txt")
        assert picture.is_file() and labels.is_file(), picture
    assert len(listed) == len(entries)
    run("export", folder / "set", "--as", "yolo", "-o", folder / "part", "--select", "kind=noise")
    part = (folder / "part/train.txt").read_text().splitlines()
    assert 0 < len(part) == len(list((folder / "part/labels").rglob("*.txt"))) < len(listed)
    found = 0
    for labels in (folder / "yolo/labels").iterdir():
        images = folder / "yolo/images" / labels.name
        for extension in {path.suffix for path in images.iterdir()}:
            read = AnnotationSet.from_yolo_v5(folder=labels, image_folder=images, image_extension=extension)
            for annotation in read:
                entry = entries[f"{labels.name}/{annotation.image_id}"]
                for one, corners in zip(annotation.boxes, entry["symbols"]):
                    assert near((one.xmin, one.ymin, one.xmax, one.ymax), box(entry, corners)), annotation
                    found += 1
    assert found == symbols, (found, symbols)

    run("export", folder / "set", "--as", "webdataset", "-o", folder / "all.tar")
    shards = [folder / f"part-{i}.tar" for i in range(1, 5)]
    for i, shard in enumerate(shards, 1):
        run("export", folder / "set", "--as", "webdataset", "--shard", f"{i}/4", "-o", shard)

    def samples(*archives):
        read = webdataset.WebDataset([str(path) for path in archives], shardshuffle=False, empty_check=False)
        return {
            sample["__key__"]: {key: value for key, value in sample.items() if not key.startswith("__")}
            for sample in read}
    whole = samples(folder / "all.tar")
    assert whole == samples(*shards) and len(whole) == len(entries)
    for sample in whole.values():
        entry = json.loads(sample["json"])
        assert entry == entries[entry["path"]]
        picture = sample[entry["path"].rsplit(".")[-1]]
        assert picture == (folder / "set" / entry["path"]).read_bytes()
print(f"Exports: {len(entries)} pictures in COCO, CSV, WebDataset and YOLO are what their libraries read.")
