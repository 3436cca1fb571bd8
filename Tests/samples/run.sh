#!/bin/sh
# Runs the samples, and has other programs check what they make: run.sh OOBQR. Validators of schemas, of the SARIF log and of
# the JUnit report live in an environment of their own, with the readers and encoders of readers.py.
set -e
oobqr=$1
python=.build-venv/bin/python

# Runs a command silently, and shows its output only if it fails.
quiet() {
  echo "$1"
  shift
  "$@" >.build-venv/log 2>&1 || { cat .build-venv/log; exit 1; }
}

# Takes minutes, beside the others.
$python Tests/schemas.py "$oobqr" >.build-venv/schemas.log 2>&1 & schemas=$!
sh Tests/samples/check.sh "$oobqr"
python3 Tests/tokens.py "$oobqr"
python3 Tests/samples/kiosk.py "$oobqr"
sh Tests/samples/parallel.sh "$oobqr"
$python Tests/samples/readers.py "$oobqr"

# The schema of JUnit reports is the one of Jenkins, which pytest's source package carries for its own tests.
if ! [ -f .build-venv/junit-10.xsd ]; then
  .build-venv/bin/pip download --quiet --no-deps --no-binary pytest --dest .build-venv/source pytest
  tar -xzf .build-venv/source/pytest-*.tar.gz -C .build-venv --strip-components=3 --wildcards '*/junit-10.xsd'
fi
"$oobqr" check --format sarif --channel qr Samples/links/*.txt 2>/dev/null >.build-venv/log.sarif
status=0
"$oobqr" check -r --format junit --channel qr Samples/links Samples/wrong Tests/pictures Samples/missing \
  2>/dev/null >.build-venv/log.xml || status=$?
[ $status = 66 ] || { echo "check -r --format junit exited with $status instead of 66" >&2; exit 1; }
$python Tests/validate.py "$oobqr" .build-venv/log.sarif .build-venv/log.xml .build-venv/junit-10.xsd
rm -rf .build-venv/association
"$oobqr" associate make Samples/association/access.json -o .build-venv/association \
  --link 'https://access.siven.ch/open?dispatchTokenResponse=eyJh' 2>/dev/null
$python Tests/samples/association.py .build-venv/association
$python Tests/markup/hostile.py compare "$oobqr"
$python Tests/samples/ci.py "$oobqr" .build-venv/bin
$python Tests/samples/exports.py "$oobqr"
$python Tests/samples/spreadsheets.py "$oobqr"
$python Benchmarks/boofcv "$oobqr" --test
quiet "Testing a package that uses the fixtures" swift test --disable-xctest --package-path Samples/FixtureConsumer
quiet "Testing with pytest and JUnit" $python Tests/samples/suites.py "$oobqr" .build-venv/bin
wait $schemas || { cat .build-venv/schemas.log; exit 1; }
tail -n 1 .build-venv/schemas.log
