"""Prints lists that come out of spreadsheets, scans what was printed, and compares the messages with the cells.

openpyxl writes workbooks, and LibreOffice saves them as CSV in several encodings. What only Excel writes (UTF-8 with a byte
order mark) or people add (a line sep=;) comes from Python's csv module in Excel's dialect. A workbook itself is refused
with a command that saves it as CSV, which is then run as it was printed.
Usage: Tests/samples/spreadsheets.py OOBQR, with openpyxl, pdftoppm and pdftotext installed. Without soffice (Debian:
libreoffice-calc-nogui), the lists that LibreOffice writes are skipped, and the last line says so.
"""
import csv
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from openpyxl import Workbook

oobqr = pathlib.Path(sys.argv[1]).resolve()

# A message, a caption, a price and the number of copies.
WESTERN = [
    ("https://example.com/?gerät=ä&raum=1", "Zähler im Keller\nKüche", "5 €", 1),
    ("https://example.com/2?a=1,2;b=3", 'Straße "Süd"; links', "7,50 €", 2),
    ('Grüße, "Büro"; 5 €', "Café, Zürich", None, 1),
    ("https://example.com/4 ", "Übergang", "1 €", 1),
    (4012345678901, "Größe 12", 1234, 1),
]
# Not in windows-1252.
ROWS = WESTERN + [("https://example.com/łódź", "Łódź", "9 zł", 1)]
# Headers of the column of messages, with options for print.
HEADERS = {"Text": ["--caption", "{Titel}\n{Preis €}"], "URL": [], "Adresse": ["--column", "message=Adresse"]}
# Options of LibreOffice's filter (separator, quotation mark, character set, first line; all texts in quotation marks), and
# the encoding that oobqr names.
LIBREOFFICE = {
    "LibreOffice, commas, UTF-8": ("44,34,76,1", None),
    "LibreOffice, semicolons, all texts in quotes, UTF-8": ("59,34,76,1,,0,true", None),
    "LibreOffice, tabs, UTF-16": ("9,34,65535,1", "UTF-16"),
    "LibreOffice, semicolons, windows-1252": ("59,34,1,1", "windows-1252"),
}
EXCEL = {
    "as Excel's 'CSV UTF-8'": (";", "utf-8-sig", None),
    "as Excel's 'CSV' in German": (";", "cp1252", "windows-1252"),
    "as Excel's 'Unicode Text'": ("\t", "utf-16", "UTF-16"),
    "with a first line sep=;": (";", "cp1252", "windows-1252"),
}
COMMANDS = [
    ["make", "-o", "refused", "--list"], ["check", "--list"], ["fixtures", "make", "-o", "refused", "--payloads"],
    ["print", "sheet", "-o", "refused.pdf", "--list"],
    ["print", "label", "-o", "refused.zpl", "--to", "zpl", "--stock", "57x32", "--list"],
]


def run(*words, status=0, **options):
    """Returns the output of a program, and what it says."""
    done = subprocess.run(words, capture_output=True, encoding="utf-8", **options)
    assert done.returncode == status, f"{shlex.join(map(str, words))}: exit code {done.returncode}: {done.stderr}"
    return done.stdout, done.stderr


def table(header, rows):
    """All rows of a sheet; below them, people leave rows that look empty."""
    return [[header, "Titel", "Preis €", "COPIES"], *map(list, rows), [None] * 4, [None] * 4]


def workbook(path, header, rows):
    book = Workbook()
    for row in table(header, rows):
        # A formula without a result keeps a row in what LibreOffice saves.
        book.active.append(row if any(row) else ['=""'] * 4)
    book.save(path)


def spreadsheet_to(folder, form, *files):
    """Has LibreOffice write files into a new folder, with settings of its own."""
    environment = dict(os.environ, HOME=str(folder.parent / "home"))
    folder.mkdir()
    _, errors = run("soffice", "--headless", "--convert-to", form, *files, cwd=folder, env=environment)
    # Its exit code is 0 even if it cannot read a file.
    made = [folder / f"{file.stem}.{form.partition(':')[0]}" for file in files]
    assert all(path.exists() for path in made), errors
    return made


def compare(what, path, header, rows, encoding):
    """Prints a list, and finds what the cells hold in the symbols and captions."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=path.parent))
    options = HEADERS[header]
    _, said = run(oobqr, "print", "sheet", "--list", path, *options, "-o", folder / "sheet.pdf")
    run("pdftoppm", "-r", "150", "-png", folder / "sheet.pdf", folder / "page")
    scanned, _ = run(oobqr, "scan", "--json", *sorted(folder.glob("page*.png")))
    found = sorted(json.loads(line)["message"] for line in scanned.splitlines())
    expected = sorted(str(message).strip() for message, _, _, copies in rows for _ in range(copies))
    assert found == expected, f"{what}: the symbols hold {found}, and the cells {expected}"
    assert re.findall("it is read as (.*)", said) == [encoding] * bool(encoding), (what, said)
    assert "blanks before and after messages are left out, first on line" in said, (what, said)
    text, _ = run("pdftotext", folder / "sheet.pdf", "-")
    for _, caption, price, copies in rows:
        shown = f"{caption}\n{price}" if "--caption" in options and price else caption
        for line in shown.splitlines():
            # pdftotext leaves out narrow blanks.
            assert "".join(text.split()).count("".join(line.split())) >= copies, f"{what}: '{line}' is not in the captions: {text}"
    columns = options if "--column" in options else []
    run(oobqr, "make", "--list", path, *columns, "-o", folder / "made")
    index = map(json.loads, (folder / "made/index.jsonl").read_text().splitlines())
    hashes = [hashlib.sha256(str(message).strip().encode()).hexdigest() for message, *_ in rows]
    assert [row["message_sha256"] for row in index] == hashes, what
    run(oobqr, "print", "label", "--list", path, *options, "--stock", "100x60", "--to", "zpl", "-o", folder / "label.zpl")


def refused(path):
    """Gives a spreadsheet to each command; returns the command that saves it as CSV."""
    sentences = {run(oobqr, *command, path, status=1, cwd=path.parent)[1] for command in COMMANDS}
    assert len(sentences) == 1, sentences
    remedy = re.search(r"is a spreadsheet: .*'CSV UTF-8'.*(soffice --headless --convert-to .* FILE)", *sentences)
    assert remedy, sentences
    return shlex.split(remedy[1])


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    count = 0
    for header in HEADERS:
        workbook(folder / f"{header}.xlsx", header, ROWS)
        workbook(folder / f"{header}-western.xlsx", header, WESTERN)
    for what, (separator, charset, encoding) in EXCEL.items():
        rows = WESTERN if charset == "cp1252" else ROWS
        for header in HEADERS:
            with (folder / "list.csv").open("w", encoding=charset, newline="") as file:
                file.write("sep=;\r\n" if "sep=" in what else "")
                csv.writer(file, csv.excel, delimiter=separator).writerows(table(header, rows))
            compare(f"{what}, column {header}", folder / "list.csv", header, rows, encoding)
            count += 1

    save = refused(folder / "Text.xlsx")
    skipped = ""
    if shutil.which("soffice"):
        for number, (what, (options, encoding)) in enumerate(LIBREOFFICE.items()):
            rows, suffix = (WESTERN, "-western") if encoding == "windows-1252" else (ROWS, "")
            lists = spreadsheet_to(
                folder / str(number), f"csv:Text - txt - csv (StarCalc):{options}",
                *(folder / f"{header}{suffix}.xlsx" for header in HEADERS))
            for header, path in zip(HEADERS, lists):
                compare(f"{what}, column {header}", path, header, rows, encoding)
                count += 1
        for form in "xlsx", "ods", "xls":
            book = spreadsheet_to(folder / form, form, folder / "Text.xlsx")[0]
            assert refused(book) == save
            assert save[:3] == ["soffice", "--headless", "--convert-to"] and len(save) == 5, save
            path, = spreadsheet_to(folder / f"from-{form}", save[3], book)
            compare(f"{book.name}, saved with {shlex.join(save)}", path, "Text", ROWS, None)
            count += 1
    else:
        skipped = f"; SKIPPED without soffice: {3 * len(LIBREOFFICE) + 3} lists that LibreOffice writes"
    print(f"Spreadsheets: the symbols and captions of {count} lists are what the cells hold{skipped}.")
