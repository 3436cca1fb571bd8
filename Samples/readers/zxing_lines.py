"""A scanner that stays running, for `oobqr fixtures verify --with-lines`: zxing-cpp, without a process per picture.

Each line of standard input is an object with the path of a picture; each is answered by one line with the symbols in it.
"""
import base64
import json
import sys

import zxingcpp
from PIL import Image

for line in sys.stdin:
    try:
        picture = Image.open(json.loads(line)["path"]).convert("L")
        found = zxingcpp.read_barcodes(picture, formats=[zxingcpp.BarcodeFormat.QRCode])
        answer = {"symbols": [{"message_base64": base64.b64encode(symbol.bytes).decode()} for symbol in found]}
    except Exception as error:
        answer = {"symbols": [], "error": str(error)}
    print(json.dumps(answer), flush=True)
