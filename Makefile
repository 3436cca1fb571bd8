# `make demo` and `make test` need nothing but Debian (or Ubuntu) with Swift: they install the rest.
#
#   make demo        build oobqr, make a symbol, scan it, check it, and show what phones do with it
#   make test        the tests
#   make check       the whole gate: tests, examples, leaks, lint, boundaries, samples, documentation, server
#   make check-slow  what takes longer than continuous integration may: a cluster, Debian packages, all tests for leaks
#   make examples    write today's outputs into README.md, docs/ and Tests/help
#   make bench       ratios against qrencode, zbar, zint, segno …; more benchmarks below; make evidence: the table of README
#   make serve       the stand-in for the server: make serve SERVE="--port 9090"
#   make install     into PREFIX, with manual pages and completions; make deb: as Debian packages; make wheel: for Python
#   make fuzz        libFuzzer on the parsers: make fuzz TARGET=link SECONDS=600

# Printing opens Pango and cairo on first use; captions also need a font.
PACKAGES = libqrencode-dev libzbar-dev libpng-dev libdeflate-dev zlib1g-dev libturbojpeg0-dev libpangocairo-1.0-0 fonts-dejavu-core
# Only for tests: other programs verify the sheets, with captions in Chinese and Hindi, print and redeem tokens.
WITNESSES = poppler-utils ghostscript netpbm fonts-droid-fallback fonts-lohit-deva curl openssl python3 procps \
  cups-daemon cups-client cups-ipp-utils dbus-daemon zbar-tools qpdf

# Warnings are errors here, and not for those who use the package.
export OOBQR_STRICT = 1

PREFIX ?= /usr/local
DESTDIR ?=

# One release build serves the installation, the samples and the benchmarks. The Swift and C++ runtimes are linked statically,
# which shortens the start; the C libraries stay dynamic. lld folds equal functions and, where the C library supports
# it (glibc 2.36), packs relocations.
RELOCATIONS = $(if $(filter 2.36% 2.37% 2.38% 2.39% 2.4% 2.5%,$(shell getconf GNU_LIBC_VERSION)),-z pack-relative-relocs)
LINKER = --gc-sections --icf=all -O2 --as-needed -z now $(RELOCATIONS) -s
# Of a checkout, and not of a repository around a source archive.
COMMIT = $(if $(wildcard .git),$(shell git rev-parse HEAD 2>/dev/null | cut -c 1-12))
SHIPPED = -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -L$(CURDIR)/.build/static \
  $(foreach flag,$(LINKER),-Xlinker $(flag))
BUILD = OOBQR_COMMIT=$(COMMIT) swift build $(SHIPPED) --product oobqr
OOBQR = .build/release/oobqr

# The tests run on optimised code, as it ships; -enable-testing only lets them see what is internal.
TESTED = -c release -Xswiftc -enable-testing
BUILD_TESTS = swift build --build-tests --scratch-path .build-test $(TESTED) --explicit-target-dependency-import-check error

# Runs a command silently, and shows its output only if it fails.
quiet = @echo "$(1)"; log=$$(mktemp); $(2) >$$log 2>&1 || { cat $$log; rm -f $$log; exit 1; }; rm -f $$log
packages = @sh Packaging/packages.sh $(1)
comma = ,

.PHONY: demo test check check-slow rest server-check server-docs build release setup lint boundaries apple-check samples leaks docs \
  examples evidence bench bench-scan bench-photos bench-boofcv bench-noise bench-hostile bench-encoders bench-profile bench-scenes python \
  tune tune-effects fuzz install deb deb-test dist dist-test wheel release-check \
  uninstall clean witnesses cluster-test archive-test serve serve-build server-test browser-test bench-server kiosk-sheets

# In a debug build, which takes a third of the time; `make install` optimises.
demo: setup
	$(call quiet,Building oobqr (a minute or two at first),swift build --product oobqr)
	@sh Samples/demo.sh .build/debug/oobqr

test: witnesses
	$(call quiet,Building the tests (minutes at first),$(BUILD_TESTS))
	@Tests/run .build-test $(TESTED)

# Continuous integration runs the tests first, then the rest, and on machines that are fast enough the checks of the server.
check: build test rest server-check
rest: leaks lint boundaries apple-check samples docs wheel
server-check: server-docs server-test browser-test

# With the Swift examples of README.md, docs/, doc comments and documentation pages.
build: setup
	$(call quiet,Building the tests (minutes at first),$(BUILD_TESTS))
	python3 Tests/doc-examples.py .build-test/release/Modules && python3 Benchmarks/evidence check

# Replaces the outputs of the console examples in README.md and docs/, and the help texts; look at the difference afterwards.
examples: witnesses
	$(call quiet,Building the tests (minutes at first),$(BUILD_TESTS))
	OOBQR_UPDATE_EXAMPLES=1 Tests/run .build-test $(TESTED) --filter 'DocumentExamplesTests.*prints|HelpTests.*listed'
	git --no-pager diff --stat README.md docs Tests/help

release: setup
	@mkdir -p .build/static && ln -sf "$$(clang -print-file-name=libstdc++.a)" .build/static/libstdc++.a
	$(call quiet,Building oobqr (a minute or two at first),$(BUILD))

# The address sanitiser also reports leaks at the end of the process. Tests take many times as long: here are those of the
# rooms with unsafe code and of the commands that read and draw pictures, without the largest pictures; check-slow has all.
# malloc_context_size: the calls that are kept for each allocation. Tests/leaks.txt needs 12; each one costs time.
SANITISED = ASAN_OPTIONS=malloc_context_size=12 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.txt:print_suppressions=0
SANITISE = -Xswiftc -O --sanitize=address
leaks: export OOBQR_TESTS = FormatTests SymbolTests MakingTests PictureCommandTests
leaks: witnesses
	$(call quiet,Building the tests with the address sanitiser (minutes at first),swift build --build-tests --scratch-path .build-asan $(SANITISE))
	@$(SANITISED) Tests/run .build-asan $(SANITISE) \
	  --filter '^(Format|Symbol|Making)Tests\.|^PictureCommandTests\.(Make|Scan|List|Grade|PictureReading|PrintCaption)' \
	  --skip 'CorpusTests|SamplePictures|Damage[^d]|SceneTests|FixtureSuiteTests|ReproducibilityTests|SymbolGradeTests|ImageTests|SmokeReadsTests' \
	  --skip 'BoundsTests|CropInvarianceTests|DeadlineTests|ScanTimeTests|PageTests|thousand|megabyte|large set|dot for dot'

lint:
	swift format lint --strict --recursive Sources Tests Benchmarks Fuzz Samples Package.swift \
	  Server/Sources Server/Tests Server/Package.swift

boundaries:
	@sh Tests/boundaries.sh

# Whether apps for iOS can use the libraries that need no system: types, and what exists in the version of Package.swift.
apple-check: build
	@python3 Tests/apple-check.py .build-test/release

# Validators, readers and encoders of others, in an environment of their own.
python:
	$(call packages,python3-venv)
	$(call quiet,Installing the Python tools of Tests/requirements.txt,test .build-venv/requirements.txt -nt Tests/requirements.txt || { \
	  python3 -m venv --clear .build-venv && .build-venv/bin/pip install --require-hashes -r Tests/requirements.txt \
	  && cp Tests/requirements.txt .build-venv; })

samples: release witnesses python
	$(call packages,qrencode parallel default-jdk-headless junit5)
	@sh Tests/samples/run.sh $(OOBQR)

# Documentation of every library, where a warning is an error, and the examples in it.
docs: build
	@sh Tests/documentation.sh .build-test/release/Modules Sources .build-docs/libraries

check-slow: python witnesses cluster-test deb-test dist-test archive-test wheel
	sh Packaging/packages.sh libreoffice-calc-nogui && .build-venv/bin/python Tests/samples/spreadsheets.py $(OOBQR) \
	  && Tests/samples/lists-large.sh $(OOBQR) && Packaging/wheel-chroots.sh
	$(call quiet,Building the tests with the address sanitiser (minutes at first),swift build --build-tests --scratch-path .build-asan $(SANITISE))
	@$(SANITISED) Tests/run .build-asan $(SANITISE)

# Sheets, labels and posters as PDF/A-2b, judged by Preflight of Apache PDFBox; installs about 250 MB.
archive-test: release
	$(call packages,libpdfbox2-java libjaxb-api-java libactivation-java default-jre-headless poppler-utils qpdf python3-pil)
	@Tests/samples/archive.sh $(OOBQR)

# Spark on one machine and on a cluster of two executors, one of which is killed in the middle; installs about 850 MB.
cluster-test: release
	$(call packages,python3-venv procps openjdk-17-jre-headless)
	$(call quiet,Installing Spark,test -x .build-spark/bin/python || python3 -m venv .build-spark; \
	  .build-spark/bin/pip install --quiet pyspark==4.3.0 'pandas>=2.2$(comma)<3' pyarrow)
	.build-spark/bin/python Tests/samples/spark.py --oobqr $(OOBQR) --rows 8000

# Ratios against named peers, each in one run, of an installed copy: the kernel maps a file that lld has just written in smaller pieces.
bench bench-encoders bench-photos bench-boofcv: python
bench bench-scan bench-photos bench-boofcv bench-encoders bench-hostile bench-scenes evidence: release
	@install -D $(OOBQR) Benchmarks/.build/oobqr && $(MAKE) --no-print-directory -C Benchmarks $@ OOBQR=Benchmarks/.build/oobqr

# Wrong messages, where the time goes, and what a change of the scanner's tuning does: make tune SET="acceptance.timing=0.6".
bench-noise bench-profile tune tune-effects: setup
	@$(MAKE) --no-print-directory -C Benchmarks $@

# On one parser or on each, with the address sanitiser. Prints executions per second; the tests run all inputs of Fuzz/corpus.
TARGET ?= all
SECONDS ?= 60
FUZZ_FLAGS = -Xswiftc -sanitize=fuzzer,address -Xswiftc -parse-as-library \
  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined
fuzz: setup
	$(call packages,python3-pil)
	@rm -f Fuzz/.build/*.yaml
	$(call quiet,Building the fuzzer,swift build --package-path Fuzz -c release $(FUZZ_FLAGS))
	@/usr/bin/python3 Fuzz/seeds.py Fuzz/.build/seeds
	@Fuzz/run $(TARGET) $(SECONDS)

# The stand-in for nevisFIDO's HTTP API: a package of its own, in Server/.
serve serve-build server-docs server-test bench-server browser-test kiosk-sheets: setup
	@$(MAKE) --no-print-directory -C Server $@

install: release
	$(call quiet,Writing manual pages,swift package --scratch-path .build-manual generate-manual --multi-page)
	@sh Packaging/install.sh $(OOBQR) "$(DESTDIR)$(PREFIX)"

uninstall:
	@sh Packaging/install.sh --remove "$(DESTDIR)$(PREFIX)"

# Debian packages of release builds: the program, and the stand-in server with https.
deb: release
	$(call packages,debhelper dpkg-dev fakeroot libsqlite3-dev)
	$(call quiet,Building oobqr-server (minutes at first),for product in server phone; do \
	  swift build --package-path Server --traits TLS $(SHIPPED) --product oobqr-$$product || exit; done)
	@Packaging/deb.sh $(OOBQR) Server/.build/release

# Builds it twice, lets lintian judge it, and installs, uses and removes it in a fresh Debian 12 without Swift.
deb-test: deb
	$(call packages,lintian debootstrap)
	@Packaging/deb-test.sh .build-deb/*.deb

# The sources of the last commit, with a bill of materials in SPDX and checksums; and the package for Python.
dist wheel: release
	@Packaging/$@.sh $(OOBQR)

dist-test: release python
	@Packaging/dist-test.sh $(OOBQR) .build-venv/bin/pyspdxtools

# Everything that has to pass before a version is tagged.
release-check: check check-slow deb
	@Packaging/release-check.sh $(OOBQR)

clean:
	rm -rf .build .build-test .build-asan .build-deb .build-dist .build-docs .build-manual .build-venv .build-wheel Benchmarks/.build Benchmarks/.build-venv \
	  Samples/FixtureConsumer/.build Fuzz/.build Server/.build demo.png

setup:
	$(call packages,$(PACKAGES))

witnesses: setup
	$(call packages,$(WITNESSES))
