#!/bin/sh
# Builds the wheel of the Python package with the program and the C libraries that it links, and the source archive, and tests the
# wheel in an environment of its own, also with Debian's Chromium: wheel.sh OOBQR, from the package's folder. Printing opens Pango
# and cairo of the system, and zbar is opened if it is there: they are not in the wheel.
set -eu
oobqr=$1
work=.build-wheel
requirements=Packaging/wheel-requirements.txt
sh Packaging/packages.sh python3-venv chromium
if ! cmp -s $requirements $work/requirements.txt; then
  rm -rf $work && python3 -m venv $work/tools
  $work/tools/bin/pip install --quiet --require-hashes -r $requirements
  cp $requirements $work/requirements.txt
fi
rm -rf $work/source $work/raw $work/dist $work/test
cp -r Python $work/source
cp LICENSE NOTICE $work/source
(cd $work/source && ../tools/bin/python -m build --sdist --no-isolation --outdir ../dist . >../log 2>&1) || { cat $work/log; exit 1; }
mkdir -p $work/source/src/oobqr/bin
cp "$oobqr" $work/source/src/oobqr/bin/oobqr
(cd $work/source && ../tools/bin/python -m build --wheel --no-isolation --outdir ../raw . >../log 2>&1) || { cat $work/log; exit 1; }
PATH="$PWD/$work/tools/bin:$PATH" $work/tools/bin/auditwheel repair --wheel-dir $work/dist $work/raw/*.whl >$work/log 2>&1 || {
  cat $work/log
  exit 1
}
python3 -m venv $work/test
$work/test/bin/pip install --quiet $work/dist/*.whl pytest pillow numpy mypy playwright==1.65.2
# Nothing of the source tree, and no program on the path.
cp -r Python/tests $work/test/tests
(cd $work/test/tests && env -u OOBQR PATH=/usr/bin:/bin ../bin/python -m pytest -q . >../../log 2>&1) || { cat $work/log; exit 1; }
tail -n 1 $work/log
$work/test/bin/mypy --strict --python-version 3.10 Python/src/oobqr
# The Node.js of PyPI, and not one that may be on the path.
PYRIGHT_PYTHON_GLOBAL_NODE=off $work/tools/bin/pyright --project Python --pythonpath $work/test/bin/python
env -u OOBQR $work/test/bin/python Packaging/python-page.py
env -u OOBQR CHROMIUM=/usr/bin/chromium $work/test/bin/python Packaging/login-pages.py
ls -l $work/dist | awk 'NR > 1 { print $5, $9 }'
