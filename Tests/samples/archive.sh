#!/bin/sh
# Judges sheets, labels, posters and the calibration page as archives, PDF/A-2b.
# Preflight of Apache PDFBox validates PDF/A-1b. What PDF/A-2b allows beyond it is left out: transparency groups of pages
# (2.2.1), and subsets of fonts without a CharSet (3.1.4) or CIDSet (3.1.11; ISO 19005-2, 6.2.11.4.2). Then lcms reads the
# colour profile.
# Usage: Tests/samples/archive.sh path/to/oobqr
set -eu
oobqr=$(realpath "$1")
samples=$(realpath "$(dirname "$0")/../../Samples")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

"$oobqr" print sheet --list "$samples/kiosk/counters.csv" --stock l7160 --distance 100 --caption '{name}\n{place}' \
  --base-url https://access.siven.ch/open --header 'Zürich <1> & 东京' --page-numbers --cut-marks -o sheet.pdf 2>errors.txt
awk 'BEGIN { print "text,caption"; for (i = 1; i <= 2000; i++) printf "https://example.com/%d,Room %d\n", i, i }' >rooms.csv
"$oobqr" print sheet --list rooms.csv -o rooms.pdf 2>>errors.txt
"$oobqr" make 'a logo' -o logo.png --dark '#1a2b3c' 2>>errors.txt
"$oobqr" print sheet --list rooms.csv --rows 2 --logo logo.png --level H -o logo.pdf 2>>errors.txt
"$oobqr" print poster --languages de,en,ar,fr --logo logo.png -o poster.pdf https://example.com/login 2>>errors.txt
"$oobqr" print label https://example.com --caption 'Counter 1' --to pdf --stock 57x32 -o label.pdf 2>>errors.txt
"$oobqr" print calibration -o calibration.pdf 2>>errors.txt

jars=/usr/share/java
classes=$jars/preflight.jar:$jars/pdfbox2.jar:$jars/fontbox2.jar:$jars/xmpbox.jar:$jars/commons-logging.jar
classes=$classes:$jars/javax.activation.jar:$jars/jaxb-api.jar
for file in sheet rooms logo poster label calibration; do
  pdfinfo -meta $file.pdf | grep -q '<pdfaid:part>2<' || { echo "$file.pdf does not say that it is PDF/A-2"; exit 1; }
  qpdf --check $file.pdf >checked.txt || { cat checked.txt; exit 1; }
  # Metadata that say 1 where they say 2 have the same length.
  sed 's|<pdfaid:part>2</pdfaid:part>|<pdfaid:part>1</pdfaid:part>|' $file.pdf >as-1.pdf
  java -cp "$classes" org.apache.pdfbox.preflight.Validator_A1b as-1.pdf >judged.txt 2>java.txt || true
  grep -q 'PDF/A-1b file' judged.txt || { cat java.txt; exit 1; }
  # Without an output intent, the judge must find fault.
  sed 's|/GTS_PDFA1|/GTS_PDFX0|' as-1.pdf >worse.pdf
  java -cp "$classes" org.apache.pdfbox.preflight.Validator_A1b worse.pdf 2>>java.txt | grep -q '^2\.4\.' \
    || { echo "the judge accepts a file without an output intent"; exit 1; }
  if grep -E '^[0-9]' judged.txt | grep -v -E '^(2\.2\.1|3\.1\.4|3\.1\.11) '; then
    echo "$file.pdf is not PDF/A-2b"
    exit 1
  fi
done
echo "6 files: PDF/A-2b as far as Preflight, which validates PDF/A-1b, knows it"

qpdf --qdf --object-streams=disable label.pdf plain.pdf
qpdf --show-object="$(qpdf --show-object=trailer plain.pdf | sed 's|.*/Root \([0-9]*\) .*|\1|')" plain.pdf \
  | sed 's|.*/DestOutputProfile \([0-9]*\) .*|\1|' >object.txt
qpdf --show-object="$(cat object.txt)" --filtered-stream-data plain.pdf >profile.icc
/usr/bin/python3 -c '
from PIL import Image, ImageCms
profile = ImageCms.ImageCmsProfile("profile.icc")
ramp = Image.new("RGB", (256, 3))
for x in range(256):
    for y in range(3):
        ramp.putpixel((x, y), tuple(x if y == channel else 128 for channel in range(3)))
shown = ImageCms.profileToProfile(ramp, profile, ImageCms.createProfile("sRGB"))
most = max(abs(a - b) for p, q in zip(ramp.getdata(), shown.getdata()) for a, b in zip(p, q))
assert most <= 1, most
print("the colour profile is sRGB: no value differs by more than", most, "of 255 in lcms")
'
