#!/bin/sh
# Checks which room imports what. A transitive import of a C module builds, so the compiler does not enforce these boundaries.
cd "$(dirname "$0")/.." || exit 1
status=0
imports='^ *(public |package |internal |private |fileprivate |@[A-Za-z_()]+ )*import +'
for pair in CQREncode:QREncoding CZBar:QRScanning CPNG:ImageCoding CDeflate:ImageCoding CTurboJPEG:ImageCoding \
  CPangoCairo:Typesetting CZlib:ImageCoding CJail:HostSystem; do
  module=${pair%%:*} room=${pair##*:}
  found=$(grep -rlE "$imports$module\b" Sources Tests Server/Sources Server/Tests | grep -v "^Sources/$room/")
  if [ -n "$found" ]; then
    echo "Only $room may import $module, but it is imported by: $found"
    status=1
  fi
done
for pair in Imaging: TextFormats: HostSystem:CJail,Glibc,Synchronization QRSymbology: UAEPass:TextFormats \
  WebPages:TextFormats OutOfBand:TextFormats,UAEPass,WebPages; do
  room=${pair%%:*} allowed=$(echo "${pair##*:}" | tr , '|')
  if grep -rnE "$imports" --include='*.swift' "Sources/$room" | grep -vE "import (${allowed:-nothing})\$"; then
    echo "$room may import ${allowed:-nothing}"
    status=1
  fi
done
if grep -rnE "import +Foundation\b" Sources | grep -v "^Sources/OutOfBandFoundation/"; then
  echo "Only OutOfBandFoundation may import Foundation"
  status=1
fi
exit $status
