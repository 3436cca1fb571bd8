# `make demo` and `make test` need nothing but Debian (or Ubuntu) with Swift: they install the rest.
# Printing opens Pango and cairo on first use; captions also need a font.
PACKAGES = libqrencode-dev libzbar-dev libpng-dev libdeflate-dev zlib1g-dev libturbojpeg0-dev libpangocairo-1.0-0 fonts-dejavu-core
# Only for `make test`: other programs verify the sheets, with captions in Chinese and Hindi, print and redeem tokens.
WITNESSES = poppler-utils ghostscript netpbm fonts-droid-fallback fonts-lohit-deva curl openssl python3 procps \
  cups-daemon cups-client cups-ipp-utils dbus-daemon zbar-tools qpdf
# Only for `make bench`: the peers we measure against.
PEERS = qrencode zint zbar-tools python3-venv

PREFIX ?= /usr/local
DESTDIR ?=

# One release build serves the demo, the installation and the benchmarks. The Swift and C++ runtimes are linked statically,
# which shortens the start; the C libraries stay dynamic. lld folds equal functions and, where the C library supports
# it (glibc 2.36), packs relocations.
RELOCATIONS = $(if $(filter 2.36% 2.37% 2.38% 2.39% 2.4% 2.5%,$(shell getconf GNU_LIBC_VERSION)),-z pack-relative-relocs)
LINKER = --gc-sections --icf=all -O2 --as-needed -z now $(RELOCATIONS) -s
BUILD = swift build -c release --static-swift-stdlib --product oobqr --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -L$(CURDIR)/.build/static \
  $(foreach flag,$(LINKER),-Xlinker $(flag))
OOBQR = .build/release/oobqr
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
INSTALLED = $(BIN)/oobqr $(SHARE)/bash-completion/completions/oobqr $(SHARE)/zsh/site-functions/_oobqr \
  $(SHARE)/fish/vendor_completions.d/oobqr.fish $(SHARE)/man/man1/oobqr.1 \
  $(foreach c,help make scan link check explain simulate compare handsets \
    dispatch dispatch.request dispatch.read transaction redeem \
    page uaepass uaepass.rewrite uaepass.resume uaepass.check associate associate.make associate.check \
    fixtures fixtures.make fixtures.verify fixtures.compare fixtures.export fixtures.damage fixtures.kinds \
    print print.plan print.sheet print.label print.poster print.texts print.calibration print.stocks,$(SHARE)/man/man1/oobqr.$(c).1)

# The tests run on optimised code, as it ships; -enable-testing only lets them see what is internal.
TESTED = -c release -Xswiftc -enable-testing
BUILD_TESTS = swift build --build-tests --scratch-path .build-test $(TESTED) --explicit-target-dependency-import-check error
# Debug builds for the address sanitiser.
OPTIMISED = -Xswiftc -O

# Runs a command silently, and shows its output only if it fails.
quiet = @echo "$(1)"; log=$$(mktemp); $(2) >$$log 2>&1 || { cat $$log; rm -f $$log; exit 1; }; rm -f $$log

.PHONY: demo test check check-slow rest server-check server-docs build release setup lint boundaries samples leaks docs \
  examples bench bench-scan bench-noise bench-hostile bench-encoders bench-profile bench-scenes \
  tune tune-effects fuzz install deb deb-test dist dist-test \
  uninstall clean witnesses cluster-test archive-test serve serve-build server-test browser-test bench-server kiosk-sheets

demo: release
	@sh Samples/demo.sh $(OOBQR)

test: witnesses
	$(call quiet,Building the tests (minutes at first),$(BUILD_TESTS))
	@Tests/run .build-test $(TESTED)

# The whole gate. Continuous integration runs the tests first, then the rest, and on machines that are fast enough the checks of
# the server.
check: build test rest server-check

# What `make test` leaves of the gate for the main package, and the gate of the package in Server/, which builds 150 modules of its own.
rest: leaks lint boundaries samples docs
server-check: server-docs server-test browser-test

# With the Swift examples of README.md, docs/, doc comments and documentation pages.
build: setup
	$(call quiet,Building the tests (minutes at first),$(BUILD_TESTS))
	python3 Tests/doc-examples.py .build-test/release/Modules

# Replaces the outputs of the console examples in README.md and docs/, and the help texts in Tests/help, by today's; look at
# the difference afterwards.
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
SANITISED = ASAN_OPTIONS=malloc_context_size=12 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.txt:print_suppressions=0 \
  swift test --disable-xctest $(OPTIMISED) --sanitize=address --scratch-path .build-asan
UNSAFE = HostSystem|ImageCoding|KioskPrinting|QREncoding|QRScanning|RoundTrip|SymbolBatches|SymbolDrawing|SymbolMaking|TextFormats
DRAWING = Make|Scan|List|Grade|PictureReading|PrintCaption
leaks: witnesses
	$(SANITISED) --filter '^($(UNSAFE))Tests\.|^OOBQRCommandsTests\.($(DRAWING))' \
	  --skip 'SmokeReadsTests|BoundsTests|CropInvarianceTests|DeadlineTests|ScanTimeTests|thousand|megabyte|large set'

# What does not fit into continuous integration.
check-slow: witnesses cluster-test deb-test dist-test archive-test
	Samples/lists/large.sh $(OOBQR)
	$(SANITISED)

# Sheets, labels and posters as PDF/A-2b, judged by Preflight of Apache PDFBox; installs about 250 MB.
archive-test: release
	@$(MAKE) --no-print-directory setup PACKAGES="libpdfbox2-java libjaxb-api-java libactivation-java default-jre-headless \
	  poppler-utils qpdf python3-pil"
	@Samples/kiosk/archive.sh $(OOBQR)

# Spark on one machine and on a cluster of two executors, one of which is killed in the middle; installs about 850 MB.
ROWS = 8000
cluster-test: release
	@$(MAKE) --no-print-directory setup PACKAGES="python3-venv procps openjdk-17-jre-headless"
	$(call quiet,Installing Spark,test -x .build-spark/bin/python || python3 -m venv .build-spark; \
	  .build-spark/bin/pip install --quiet pyspark==4.3.0 'pandas>=2.2$(comma)<3' pyarrow)
	.build-spark/bin/python Samples/spark/test_spark.py --oobqr $(OOBQR) --rows $(ROWS)

lint:
	swift format lint --strict --recursive Sources Tests Benchmarks Fuzz Samples Package.swift \
	  Server/Sources Server/Tests Server/Package.swift

# A transitive import of a C module builds, so the compiler does not enforce these boundaries.
boundaries:
	@status=0; for pair in CQREncode:QREncoding CZBar:QRScanning CPNG:ImageCoding CDeflate:ImageCoding CTurboJPEG:ImageCoding \
	  CPangoCairo:Typesetting CZlib:ImageCoding CJail:HostSystem; do \
	  module=$${pair%%:*}; room=$${pair##*:}; \
	  found=$$(grep -rlE "^ *(public |package |internal |private |fileprivate |@[A-Za-z_()]+ )*import +$$module\b" Sources Tests Server/Sources Server/Tests \
	    | grep -v "^Sources/$$room/"); \
	  if [ -n "$$found" ]; then echo "Only $$room may import $$module, but it is imported by: $$found"; status=1; fi; done; \
	for pair in Imaging: TextFormats: HostSystem:CJail,Glibc,Synchronization QRSymbology: UAEPass:TextFormats WebPages:TextFormats \
	  OutOfBand:TextFormats,UAEPass,WebPages; do \
	  room=$${pair%%:*}; allowed=$$(echo "$${pair##*:}" | tr , '|'); \
	  if grep -rnE "^ *(public |package |internal |@[A-Za-z_()]+ )*import " --include='*.swift' Sources/$$room \
	    | grep -vE "import ($${allowed:-nothing})\$$"; then echo "$$room may import $${allowed:-nothing}"; status=1; fi; done; \
	if grep -rnE "import +Foundation\b" Sources | grep -v "^Sources/OutOfBandFoundation/"; then \
	  echo "Only OutOfBandFoundation may import Foundation"; status=1; fi; \
	exit $$status

# The foreign readers and encoders that Samples/readers compares with ours.
READERS = @test -x .build-venv/bin/python || python3 -m venv .build-venv; \
  .build-venv/bin/pip install --quiet zxing-cpp segno rmqrcode pillow

# Independent validators check schemas, the SARIF log and the JUnit report, in their own environment. The schema of JUnit
# reports is the one of Jenkins, which pytest's source package carries for its own tests.
samples: release witnesses
	@sh Samples/check.sh $(OOBQR)
	@python3 Tests/tokens.py $(OOBQR)
	@python3 Samples/kiosk/verify.py $(OOBQR)
	@$(MAKE) --no-print-directory setup PACKAGES="python3-venv zbar-tools qrencode parallel"
	@sh Samples/lists/parallel.sh $(OOBQR)
	$(READERS)
	@.build-venv/bin/python Samples/readers/verify.py $(OOBQR)
	$(call quiet,Validating against the schemas,test -x .build-venv/bin/python || python3 -m venv .build-venv; \
	  .build-venv/bin/pip install --quiet jsonschema sarif-pydantic pytest html5lib xmlschema junitparser \
	  pyyaml yamllint check-jsonschema pre-commit; \
  test -f .build-venv/junit-10.xsd || { \
  .build-venv/bin/pip download --quiet --no-deps --no-binary pytest --dest .build-venv/source pytest; \
  tar -xzf .build-venv/source/pytest-*.tar.gz -C .build-venv --strip-components=3 --wildcards '*/junit-10.xsd'; })
	@$(OOBQR) check --format sarif --channel qr Samples/links/*.txt 2>/dev/null >.build-venv/log.sarif
	@$(OOBQR) check -r --format junit --channel qr Samples/links Samples/wrong Samples/pictures Samples/missing \
	  2>/dev/null >.build-venv/log.xml; test $$? = 1
	@.build-venv/bin/python Samples/schema/validate.py .build-venv/log.sarif .build-venv/log.xml .build-venv/junit-10.xsd
	@rm -rf .build-venv/association && $(OOBQR) associate make Samples/association/access.json -o .build-venv/association \
	  --link 'https://access.siven.ch/open?dispatchTokenResponse=eyJh' 2>/dev/null
	@.build-venv/bin/python Samples/association/verify.py .build-venv/association
	@.build-venv/bin/python Samples/markup/hostile.py compare $(OOBQR)
	@.build-venv/bin/python Samples/ci/verify.py $(OOBQR) .build-venv/bin
	$(call quiet,Installing the readers of exports,.build-venv/bin/pip install --quiet pycocotools webdataset globox)
	@.build-venv/bin/python Samples/exports/verify.py $(OOBQR)
	$(call quiet,Testing a package that uses the fixtures,swift test --disable-xctest --package-path Samples/FixtureConsumer)
	$(call quiet,Testing with pytest,sh Samples/pytest/run.sh $(OOBQR) .build-venv/bin)

# Documentation of every library, where a warning is an error, and the examples in it.
LIBRARIES = Imaging TextFormats HostSystem QRSymbology QREncoding QRScanning ImageCoding SymbolDrawing PictureDamage OutOfBand \
  Association UAEPass WebPages OutOfBandFoundation HandsetSimulation SymbolFixtures SymbolGrading SymbolMaking Typesetting \
  KioskPrinting SymbolBatches
SERVER_LIBRARIES = DispatchServer PhoneSimulation
docs: build
	$(call quiet,Building the documentation,swift package generate-documentation --warnings-as-errors \
	  $(foreach library,$(LIBRARIES),--target $(library)))
	@echo "Documentation: $(words $(LIBRARIES)) libraries, no warnings."

server-docs:
	@$(MAKE) --no-print-directory setup PACKAGES=libsqlite3-dev
	$(call quiet,Building the documentation of the server,swift package --package-path Server generate-documentation \
	  --warnings-as-errors $(foreach library,$(SERVER_LIBRARIES),--target $(library)))
	@echo "Documentation: $(words $(SERVER_LIBRARIES)) libraries of the server, no warnings."

bench: release
	@$(MAKE) --no-print-directory setup PACKAGES="$(PEERS)"
	@rm -f Benchmarks/.build/*.yaml  # otherwise a new file of the main package is not noticed
	$(READERS)
	@cd Benchmarks && swift run -c release --quiet oobqr-benchmarks ../$(OOBQR) ../.build-venv/bin/segno ratios.tsv

# Real pictures: give folders with an expected.tsv, for example make bench-scan CORPORA="../pictures ../more".
CORPORA ?= Samples/pictures
bench-scan: release
	@$(MAKE) --no-print-directory setup PACKAGES="zbar-tools python3-venv"
	@python3 Benchmarks/scan $(OOBQR) $(CORPORA)

# Compares our own encoder with libqrencode, module for module: 100,000 random messages. Then sizes with qrencode's and segno's.
bench-encoders: release
	@$(MAKE) --no-print-directory setup PACKAGES="qrencode python3-venv"
	@rm -f Benchmarks/.build/*.yaml
	@cd Benchmarks && swift run -c release --quiet oobqr-encoders
	$(READERS) && .build-venv/bin/python Samples/readers/verify.py $(OOBQR)

# libFuzzer with the address sanitiser, and for C the one for undefined behaviour, on one parser or on each:
# make fuzz TARGET=link SECONDS=600. Prints executions per second; the tests run all inputs of Fuzz/corpus.
TARGET ?= all
SECONDS ?= 60
# In a variable, because a comma would end the argument of $(call).
FUZZ_FLAGS = -Xswiftc -sanitize=fuzzer,address -Xswiftc -parse-as-library \
  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined
fuzz: setup
	@$(MAKE) --no-print-directory setup PACKAGES=python3-pil
	@rm -f Fuzz/.build/*.yaml
	$(call quiet,Building the fuzzer,swift build --package-path Fuzz -c release $(FUZZ_FLAGS))
	@/usr/bin/python3 Fuzz/seeds.py Fuzz/.build/seeds
	@Fuzz/run $(TARGET) $(SECONDS)

# Compares a change of the scanner's tuning with Benchmarks/baseline.tsv: make tune SET="acceptance.timing=0.6".
# Without SET it checks the baseline; BASELINE=write replaces it.
comma = ,
tune: setup
	@rm -f Benchmarks/.build/*.yaml
	@swift run --package-path Benchmarks -c release --quiet oobqr-tune $(if $(filter write,$(BASELINE)),--write) \
	  --corpora $(CORPORA) --set $(subst $(comma), ,$(SET))

# Seconds and memory for pictures made to be expensive, and for ordinary ones of 12 and 50 megapixels.
bench-hostile: release
	@$(MAKE) --no-print-directory setup PACKAGES="libjpeg-turbo-progs python3"
	@python3 Benchmarks/hostile $(OOBQR)

# Symbols that are read in a crop and in the whole picture, in 240 pictures of several symbols.
bench-scenes: release
	@$(MAKE) --no-print-directory setup PACKAGES="python3-pil"
	@/usr/bin/python3 Benchmarks/scenes $(OOBQR)

# Where the time of scanning goes, by stage.
bench-profile: setup
	@$(MAKE) --no-print-directory setup PACKAGES=linux-perf
	@rm -f Benchmarks/.build/*.yaml
	$(call quiet,Building,swift build --package-path Benchmarks -c release --product oobqr-tune)
	@python3 Benchmarks/profile Benchmarks/.build/release/oobqr-tune $(CORPORA)

# Completes Benchmarks/effects.tsv: the effect of a smaller and a larger value of every tuning field. Fields that it has with their
# values of today are not measured again; without the file, all are, in hundreds of runs.
tune-effects: setup
	@rm -f Benchmarks/.build/*.yaml
	@swift run --package-path Benchmarks -c release --quiet oobqr-tune --effects Benchmarks/effects.tsv

# Counts wrong messages: 100,000 pictures of noise and parts of symbols, and 20,000 of spoilt small symbols.
bench-noise: setup
	@cd Benchmarks && swift run -c release --quiet oobqr-noise

# The stand-in for nevisFIDO's HTTP API, a package of its own, in a debug build: make serve SERVE="--port 9090".
SERVE ?=
serve: serve-build
	@exec Server/.build/debug/oobqr-server $(SERVE)

serve-build: setup
	@$(MAKE) --no-print-directory setup PACKAGES=libsqlite3-dev
	$(call quiet,Building oobqr-server (minutes at first),swift build --package-path Server --product oobqr-server \
	  && swift build --package-path Server --product oobqr-phone)

# The stand-in and the simulated phone, with every command of docs/server.md.
# Then other programs check the running server, and it is put under light load, killed and stopped.
server-test: setup
	@$(MAKE) --no-print-directory setup PACKAGES="libsqlite3-dev curl openssl python3-venv"
	$(call quiet,Building oobqr-server and its tests (minutes at first),swift build --package-path Server --build-tests)
	swift test --package-path Server --disable-xctest --skip-build
	$(call quiet,Installing schemathesis and the parser of Prometheus,test -x .build-venv/bin/python || python3 -m venv .build-venv; \
	  .build-venv/bin/pip install --quiet 'schemathesis>=4.32$(comma)<5' prometheus-client)
	@.build-venv/bin/python Server/API/check.py Server/.build/debug
	@python3 Server/Load/load.py Server/.build/debug --seconds 3 --rate 40 --displays 20 --kill-seconds 1

# A minute of load on a release build: displays with open event streams, 500 redeems a second, kill -9 and a stop in the middle.
bench-server: setup
	@$(MAKE) --no-print-directory setup PACKAGES="libsqlite3-dev python3"
	$(call quiet,Building oobqr-server (minutes at first),swift build --package-path Server -c release --product oobqr-server)
	@python3 Server/Load/load.py Server/.build/release

# The kiosk display in Debian's Chromium. Its screenshots are kept with OOBQR_SCREENSHOTS=FOLDER.
browser-test: server-test
	@$(MAKE) --no-print-directory setup PACKAGES="chromium chromium-driver python3-selenium curl"
	@/usr/bin/python3 Server/Browser/test_kiosk.py Server/.build/debug

# The pictures of the kiosk display in docs/images, of every state in every language.
kiosk-sheets: serve-build
	@$(MAKE) --no-print-directory setup PACKAGES="chromium chromium-driver python3-selenium"
	@/usr/bin/python3 Server/Browser/sheets.py Server/.build/debug docs/images

install: release
	$(call quiet,Writing manual pages,swift package --scratch-path .build-manual generate-manual --multi-page)
	@install -d $(sort $(dir $(INSTALLED)))
	@install -s $(OOBQR) $(BIN)/oobqr
	@$(OOBQR) --generate-completion-script bash >$(SHARE)/bash-completion/completions/oobqr
	@$(OOBQR) --generate-completion-script zsh >$(SHARE)/zsh/site-functions/_oobqr
	@$(OOBQR) --generate-completion-script fish >$(SHARE)/fish/vendor_completions.d/oobqr.fish
	@for page in .build-manual/plugins/GenerateManual/outputs/oobqr/*.1; do \
	  awk -f Packaging/manual.awk -v date="$$(git log -1 --format=%cd --date='format:%B %d, %Y' 2>/dev/null)" $$page \
	    >$(SHARE)/man/man1/$${page##*/}; done
	@echo "Installed oobqr in $(DESTDIR)$(PREFIX)"

# A Debian package of the release build.
deb: release
	@$(MAKE) --no-print-directory setup PACKAGES="debhelper dpkg-dev fakeroot"
	@Packaging/deb.sh $(OOBQR)

# Builds it twice, lets lintian judge it, and installs, uses and removes it in a fresh Debian 12 without Swift.
deb-test: deb
	@$(MAKE) --no-print-directory setup PACKAGES="lintian debootstrap"
	@Packaging/deb-test.sh .build-deb/*.deb

# The sources of the last commit, with a bill of materials in SPDX and checksums.
dist: release
	@Packaging/dist.sh $(OOBQR)

# Makes them twice, validates the bill of materials, and builds the program from the archive alone.
dist-test: release
	@$(MAKE) --no-print-directory setup PACKAGES=python3-venv
	$(call quiet,Installing a validator of SPDX,test -x .build-venv/bin/python || python3 -m venv .build-venv; \
	  .build-venv/bin/pip install --quiet spdx-tools)
	@Packaging/dist-test.sh $(OOBQR) .build-venv/bin/pyspdxtools

uninstall:
	rm -f $(INSTALLED)

clean:
	rm -rf .build .build-test .build-asan .build-deb .build-dist .build-manual .build-venv Benchmarks/.build Benchmarks/.build-venv Samples/FixtureConsumer/.build Fuzz/.build \
	  Server/.build demo.png

witnesses: setup
	@$(MAKE) --no-print-directory setup PACKAGES="$(WITNESSES)"

setup:
	@missing=; for p in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then \
	  echo "Installing system packages:$$missing"; \
	  if ! command -v apt-get >/dev/null; then \
	    echo "apt-get is not available. Install the development files of libqrencode, zbar, libpng, libdeflate and TurboJPEG," \
	      "and Pango with cairo, with your system's package manager; poppler-utils for the tests, and qrencode and zbar-tools for the benchmarks." >&2; exit 1; fi; \
	  if [ "$$(id -u)" = 0 ]; then root=; elif command -v sudo >/dev/null; then root=sudo; else \
	    echo "Neither root nor sudo is available. As root, run: apt-get install$$missing" >&2; exit 1; fi; \
	  log=$$(mktemp); \
	  { $$root apt-get update && $$root env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y --no-install-recommends $$missing; } >$$log 2>&1 \
	    || { tail -n 20 $$log >&2; rm -f $$log; echo "Could not install:$$missing" >&2; exit 1; }; \
	  rm -f $$log; fi
