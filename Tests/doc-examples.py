#!/usr/bin/env python3
"""Compiles every Swift example in public doc comments, documentation pages, README.md and docs/ against the modules.

Usage: Tests/doc-examples.py MODULES    (the folder with the .swiftmodule files, such as .build/debug/Modules)
"""
import os
import re
import subprocess
import sys
import tempfile

# What an example may take for granted; declared for it when it is used and not declared by the example itself.
GIVEN = {
  "picture": "GrayImage(width: 1, height: 1)",
  "logo": "Logo(ColorImage(width: 1, height: 1, pixels: [0, 0, 0]))",
  "words": "ColorImage(width: 1, height: 1, pixels: [0, 0, 0])",
  "modules": "[Bool]()",
  "symbol": 'try QREncoder().encode("x")',
  "payload": 'try OutOfBandPayload(json: [])',
  "bytes": "[UInt8]()",
  "json": "[UInt8]()",
  "link": '"https://example.com"',
  "detection": "try QRScanner().scan(GrayImage(width: 1, height: 1))[0]",
  "detections": "try QRScanner().scan(GrayImage(width: 1, height: 1))",
  "stock": 'try LabelStock(parsing: "l7160")',
  "thermal": "PrintResolution.thermal",
  "readings": "[PrinterProfile.Reading]()",
  "fixture": "try Fixture(FixtureMessage(name: \"x\", bytes: [1])).render()",
}
# Where one word means different things.
GIVEN_IN = {
  ("SheetWriter.swift", "file"): "var file: [UInt8] = []",
  ("HandsetSimulation.md", "payload"): "let payload = try OutOfBandPayload(json: [])",
}
MODULES = [
  "Association", "Diagnosis", "Foundation", "HandsetSimulation", "HostSystem", "ImageCoding", "Imaging", "KioskPrinting",
  "OutOfBand", "OutOfBandFoundation", "PictureDamage", "QREncoding", "QRScanning", "QRSymbology", "QRSymbols", "SymbolBatches",
  "SymbolDrawing", "SymbolFixtures", "SymbolGrading", "SymbolMaking", "TextFormats", "Typesetting", "UAEPass", "WebPages",
]


def pages():
  """README.md, the pages of docs/, and all files below Sources."""
  docs = [os.path.join("docs", name) for name in sorted(os.listdir("docs"))]
  sources = [os.path.join(root, name) for root, _, names in sorted(os.walk("Sources")) for name in sorted(names)]
  return ["README.md", *docs, *sources]


def examples():
  """Yields (path, line, code); the blocks of a page are one example, as later ones build on earlier ones."""
  for path in pages():
    if path.endswith(".swift"):
      lines = open(path, encoding="utf-8").read().split("\n")
      start = None
      for number, line in enumerate(lines, 1):
        text = re.sub(r"^\s*/// ?", "", line)
        if start is None and text.startswith("```swift"):
          start, code = number, []
        elif start is not None and text.startswith("```"):
          # What is internal cannot be compiled from outside.
          declared = next((line for line in lines[number:] if not line.lstrip().startswith("///")), "")
          if re.match(r"\s*(@\w+ )*(public|extension)\b", declared):
            yield path, start, "\n".join(code)
          start = None
        elif start is not None:
          code.append(text)
    elif path.endswith(".md"):
      text = open(path, encoding="utf-8").read()
      located = []
      # A page of whole tests is compiled and run by the test that compares it with itself.
      if "@Test" in text:
        continue
      for block in re.finditer(r"^```swift\n(.*?)^```", text, re.S | re.M):
        line = text[:block.start(1)].count("\n") + 1
        # Every module is imported at the top of what is compiled, and a function may not import.
        code = re.sub(r"^import \w+$", "", block[1], flags=re.M)
        located.append(f'#sourceLocation(file: "{path}", line: {line})\n{code}')
      if located:
        yield path, 1, "\n".join(located)


def function(index, path, line, code):
  given = []
  for name, value in GIVEN.items():
    special = GIVEN_IN.get((os.path.basename(path), name))
    used = re.search(rf"(?<![.\w\"]){name}\b(?!:)", code)
    if used and not re.search(rf"\b(let|var|for) {name}\b", code):
      given.append(special or f"let {name} = {value}")
  for (file, name), declaration in GIVEN_IN.items():
    if file == os.path.basename(path) and name not in GIVEN:
      given.append(declaration)
  body = "\n".join(given) + f'\n#sourceLocation(file: "{path}", line: {line + 1})\n{code}\n#sourceLocation()'
  return f"func example{index}() throws {{\n{body}\n}}\n"


def main():
  modules = sys.argv[1]
  found = list(examples())
  with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "examples.swift")
    with open(source, "w", encoding="utf-8") as file:
      file.write("".join(f"import {module}\n" for module in MODULES))
      file.write("".join(function(i, *example) for i, example in enumerate(found)))
    maps = [flag for name in sorted(os.listdir("Sources")) if name.startswith("C")
            for flag in ("-Xcc", f"-I{os.path.join('Sources', name)}", "-I", os.path.join("Sources", name))]
    run = subprocess.run(
      ["swiftc", "-typecheck", "-suppress-warnings", "-swift-version", "6", "-I", modules, *maps, source])
  if run.returncode:
    sys.exit("some examples do not compile")
  print(f"Documentation: {len(found)} examples compile.")


main()
