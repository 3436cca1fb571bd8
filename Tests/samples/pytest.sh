#!/bin/sh
# Runs the pytest example. Usage: Tests/samples/pytest.sh path/to/oobqr folder-of-pytest
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" fixtures make --suite smoke -o "$folder/fixtures"
FIXTURES=$folder/fixtures "$2/pytest" -q -p no:cacheprovider Samples/pytest/test_scanner.py
