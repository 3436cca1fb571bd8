#!/bin/sh
# Installs oobqr with its manual pages and completions below a folder, or removes them: install.sh OOBQR FOLDER;
# install.sh --remove FOLDER.
set -e
pages=.build-manual/plugins/GenerateManual/outputs/oobqr
bin=$2/bin
share=$2/share
if [ "$1" = --remove ]; then
  rm -f "$bin/oobqr" "$share/bash-completion/completions/oobqr" "$share/zsh/site-functions/_oobqr" \
    "$share/fish/vendor_completions.d/oobqr.fish" "$share/man/man1/oobqr.1" "$share/man/man1/oobqr."*.1
  exit
fi
[ -e "$pages/oobqr.1" ] || { echo "There are no manual pages: use make install." >&2; exit 1; }
install -d "$bin" "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d" \
  "$share/man/man1"
install -s "$1" "$bin/oobqr"
"$1" --generate-completion-script bash >"$share/bash-completion/completions/oobqr"
"$1" --generate-completion-script zsh >"$share/zsh/site-functions/_oobqr"
"$1" --generate-completion-script fish >"$share/fish/vendor_completions.d/oobqr.fish"
date=$(git log -1 --format=%cd --date='format:%B %d, %Y' 2>/dev/null || true)
for page in "$pages"/*.1; do
  awk -f Packaging/manual.awk -v date="$date" "$page" >"$share/man/man1/${page##*/}"
done
echo "Installed oobqr in $2"
