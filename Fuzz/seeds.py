#!/usr/bin/env python3
"""Writes the fuzzer's seed inputs, a folder for each parser: samples of what it reads, and small pictures.

    Fuzz/seeds.py FOLDER        (needs Pillow)
"""
import glob
import os
import struct
import sys

from PIL import Image

folder = sys.argv[1]


def seed(target, name, data):
    os.makedirs(os.path.join(folder, target), exist_ok=True)
    with open(os.path.join(folder, target, name), "wb") as file:
        file.write(data)


def files(target, *patterns, folder="Samples"):
    for pattern in patterns:
        for path in sorted(glob.glob(f"{folder}/{pattern}")):
            with open(path, "rb") as file:
                data = file.read()
            if len(data) < 16384:
                seed(target, path.replace("/", "-"), data)


files("payload", "payloads/*.json", "payload.json", "wrong/*.json")
files("link", "links/*.txt", "wrong/*.txt")
files("message", "payloads/*.json", "links/*.txt", "wrong/*.txt", "uaepass/*.txt")
files("dispatch", "dispatch/*.json", "payloads/dispatch-request.json")
files("transaction", "dispatch/transaction.html")
files("html", "pages/*.html", "dispatch/*.html")
files("association", "association/*.json")
files("policy", "oobqr-policy.json")
files("csv", "*/*.csv")
files("png", "pictures/*.png", folder="Tests")
files("jpeg", "pictures/*.jpg", folder="Tests")
seed("manifest", "filter", b"""<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="ch.siven.access"><application>
<activity android:name=".A"><intent-filter android:autoVerify="true"><action android:name="android.intent.action.VIEW"/>
<category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>
<data android:scheme="https" android:host="access.siven.ch" android:pathPrefix="/open"/></intent-filter></activity>
</application></manifest>""")
seed("association", "apple", b"""{"applinks":{"details":[{"appIDs":["ABCDE12345.ch.siven.access"],
"components":[{"/":"/open","?":{"dispatchTokenResponse":"?*"}}]},{"appID":"ABCDE12345.a.b","paths":["NOT /x","*"]}]}}""")
seed("association", "android", b"""[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":
"android_app","package_name":"ch.siven.access","sha256_cert_fingerprints":["00:11"]}}]""")
seed("catalogue", "rule", b"""{"scanners":[{"id":"a","name":"A","system":"android","sources":["x"]}],"rules":[{"id":"r",
"order":1,"when":{"kind":["link"]},"result":"reaches-app","steps":[]}]}""")
seed("glabels", "template", b"""<Glabels-templates><Paper-size id="A4" width="210mm" height="297mm"/><Template brand="A"
part="B" size="A4"><Label-rectangle id="0" width="99.1mm" height="38.1mm"><Layout nx="2" ny="7" x0="13pt" y0="43pt" dx="288pt"
dy="108pt"/></Label-rectangle></Template><Template brand="A" part="C" size="A4" equiv="B"/></Glabels-templates>""")
seed("lines", "rows", b"""{"text":"hello","name":"a"}
{"link":"https://access.siven.ch/open?dispatchTokenResponse=eyJh"}
{"message":1}
{"payload":{"nma_data":{"token":"6b3f8c1e-8a0f-4e52-9f6b-6a1f0f2f7a11","redeem_url":"https://a.b/c"}}}""")
for length in (1, 17, 60):
    plain = bytes([length - 1, length]) + (b"0aA\xff" * 15)[:length]
    seed("symbol", f"plain-{length}", plain)
    seed("symbol", f"spoilt-{length}", plain + b"0aA\xff" * 25)
for path in sorted(glob.glob("Tests/pictures/*.png") + glob.glob("Tests/pictures/*.jpg")):
    picture = Image.open(path).convert("L")
    if picture.width < 256 and picture.width * picture.height < 20000:
        seed("scanner", os.path.basename(path), bytes([picture.width, 0]) + picture.tobytes())
for choice in range(8):
    seed("grammar", f"choices-{choice}", bytes((choice + 37 * place) % 256 for place in range(24 + 8 * choice)))


def parts(*parts):
    """What a process in the jail answers: each part follows its length in four bytes."""
    return b"".join(len(part).to_bytes(4, "little") + part for part in parts)


numbers = bytes([0, 10, 0, 0, 1, 2, 77]) + struct.pack("<8d", 1, 1, 9, 1, 9, 9, 1, 9)
seed("reply", "reading", parts(bytes([0, 1, 1]), parts(b"0.1 ms, clean"), b"", numbers, b"hello", b"clean", b""))
seed("reply", "grade", parts(bytes([1, 0, 1]), b"", b"PNG", numbers, b"hello", b"", struct.pack("<d", 2)))
seed("reply", "picture", parts(struct.pack("<2I", 2, 3), bytes(18)))
