# make try     index a folder in a temporary home, search it, clean up
# make test    build, lint and run all tests
# make suite NAME=WatchTreeTests  run one suite on the build of make test
# make test-example  build Examples as the package of somebody else; make test does it, too
# make lint    check the format of the sources; make format applies it
# make bench   build the benchmarks
# make install binaries, manual, completions, systemd units and configuration below PREFIX
# make team    build the programs of a team's index, which make install leaves out and make deb packages
# make deb     build packages for this Debian in .build/deb; make test-deb checks them in a Debian of its own
# make deb-suites  make and check the packages in each release of Debian
# make publish SIGN_WITH=KEY  packages of all suites, the archive for others, and a signed archive for apt
# make test-web  walk through the page of `sitta web` with Chromium
# make test-desktop  search in GNOME Shell and KRunner, in a Debian of its own for each of their versions
# make test-newcomer  build and install as an ordinary user in this Debian, search, and remove everything
# make uninstall  remove what make install wrote, except the configuration
# make interface  write Sources/Wire/SearchInterface/Generated anew after io.sitta.Search.varlink has changed
# make documents  write share, etc and docs/manual anew after a table of options has changed
# make release VERSION=0.2.0  check, stamp the version, commit and tag
# make test-upgrade FROM=v0.9.0  use the state of an older version with this one, and with the older one again
# make documentation  build the DocC catalogs of the library products in .build/documentation

SWIFT ?= swift
PREFIX ?= /usr/local
DIR ?= /usr/share/doc
Q ?= license

# Everything beyond the Swift toolchain: what the program links, and what its tests run.
PACKAGES = libarchive-dev libleptonica-dev libmicrohttpd-dev libpoppler-cpp-dev libseccomp-dev libsqlite3-dev \
  libstemmer-dev libsystemd-dev libtesseract-dev libzstd-dev python3 zlib1g-dev
# What the programs of a team's index link besides.
TEAM_PACKAGES = libpq-dev
TEST_PACKAGES = binutils curl dbus-user-session e2fsprogs fish fzf git groff-base mandoc openssh-client \
  openssh-server poppler-data poppler-utils postgresql procps python3-venv qpdf sqlite3 strace systemd \
  tesseract-ocr-eng xfsprogs zsh
# What a Debian package is built with, and what it is tested with.
DEB_PACKAGES = build-essential debhelper dpkg-dev
TEST_DEB_PACKAGES = appstream autopkgtest debootstrap desktop-file-utils lintian
# With more, two cores are not quicker, and what a test waits for comes later.
TESTS_AT_ONCE = 16
# A debug build writes an index of the sources that nothing here reads: a third of the compiler's time.
TEST_BUILD = OPTIMIZED=1 $(SWIFT) build --disable-index-store --build-tests
PYTHON_PACKAGES = mcp==2.3.0 varlink==31.0.0
# The last clients of MCP that knew only the revisions until 2025; both cannot be in one environment.
PYTHON_MCP1_PACKAGES = mcp==1.30.0

PROGRAMS = sittad sitta sitta-extract sitta-session
TEAM_PROGRAMS = sitta-feed sitta-gateway
# What sitta-extract loads to read PDF, and its names as the program of single tasks.
PDF_LIBRARY = libsitta-pdf.so
EXTRACTORS = sitta-extract-external sitta-extract-meaning sitta-extract-ocr sitta-extract-pdf
UNITS = sittad.service sittad.socket sitta-session.service sitta-watch.service
# Files that name programs below /usr/local, which is replaced by the prefix.
BUS_SERVICE = share/dbus-1/services/io.sitta.Desktop.service
DESKTOP_ENTRY = share/applications/io.sitta.Sitta.desktop

BENCHMARKS = $(notdir $(wildcard Benchmarks/*Benchmark)) FaultSuite

# What a release has of ICU's data; without it, each program has all of it.
ICU_DATA = $(CURDIR)/.build/icu/icu-data.S
# The library for PDF has nothing of Swift, which SwiftPM would link.
CLANG = $(dir $(realpath $(shell command -v $(firstword $(SWIFT)))))clang++
# No path to libraries: what is installed loads the system's alone.
RELEASE = $(SWIFT) build -c release $(RELEASE_FLAGS) --static-swift-stdlib --disable-local-rpath
BINARIES = .build/release

# dash, zsh and fish leave `PREFIX=~/.local` as it is.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))

# The configuration lies in /etc, or with a prefix in the home folder in ~/.config. The limit of
# watches is the whole system's: it is only raised with a prefix that is everybody's.
ifneq ($(filter $(HOME)/%,$(PREFIX)/),)
CONFIGURATION = $(HOME)/.config/sitta
else
CONFIGURATION = /etc/sitta
SYSCTL = /etc/sysctl.d
endif

.PHONY: all team check-linking check-team-linking deb-suites publish try test build-tests suite test-example lint format bench install uninstall documents documentation interface packages \
  test-packages team-packages deb deb-packages test-deb test-deb-packages test-desktop test-web test-web-packages test-newcomer test-upgrade release clean

all: packages $(BINARIES)/.built

# Built again only after a source has changed, so that `sudo make install` needs no compiler.
$(BINARIES)/.built: Package.swift $(shell find Sources -type f)
	@scripts/check-toolchain.sh $(SWIFT)
	@scripts/make-icu-data.py "$(SWIFT)" $(dir $(ICU_DATA))
	[ ! -e "$(ICU_DATA)" ] || export ICU_DATA="$(ICU_DATA)"; \
	  for program in $(PROGRAMS); do $(RELEASE) --product $$program || exit; done
	$(CLANG) -shared -fPIC -O2 -g -std=c++17 -fvisibility-inlines-hidden -ffile-prefix-map=$(CURDIR)=/usr/src/sitta \
	  -Wl,--build-id,-z,relro,-z,now -I Sources/Documents/CPoppler/include Sources/Documents/CPopplerLibrary/CPopplerLibrary.cc \
	  -lpoppler-cpp -o $(BINARIES)/$(PDF_LIBRARY)
	for name in $(EXTRACTORS); do ln -sf sitta-extract $(BINARIES)/$$name || exit; done
	ln -sfn "$(CURDIR)/share/sitta/web" $(BINARIES)/web
	@$(MAKE) --no-print-directory check-linking
	@touch $@

team: all team-packages $(BINARIES)/.team-built

$(BINARIES)/.team-built: $(BINARIES)/.built
	@[ ! -e "$(ICU_DATA)" ] || export ICU_DATA="$(ICU_DATA)"; \
	  for program in $(TEAM_PROGRAMS); do $(RELEASE) --product $$program || exit; done
	@$(MAKE) --no-print-directory check-team-linking
	@touch $@

check-linking: LINKED = $(PROGRAMS) $(PDF_LIBRARY)
check-team-linking: LINKED = $(TEAM_PROGRAMS)
check-linking check-team-linking:
	@command -v readelf > /dev/null || exit 0; for program in $(LINKED); do \
	  dynamic=$$(readelf --dynamic --wide "$(BINARIES)/$$program") || exit 1; \
	  case $$dynamic in *RUNPATH*|*RPATH*) \
	    echo "$$program has a path to libraries of its own (RUNPATH)." >&2; exit 1;; esac; \
	  case $$dynamic in *libswift*|*Foundation*) \
	    echo "$$program needs libraries of the toolchain." >&2; exit 1;; esac; \
	  case $$dynamic in *BIND_NOW*|*"Flags: NOW"*) ;; *) \
	    echo "$$program does not bind its symbols at the start (-z now)." >&2; exit 1;; esac; \
	done

packages: MISSING = $(PACKAGES)
team-packages: MISSING = $(PACKAGES) $(TEAM_PACKAGES)
test-packages: MISSING = $(PACKAGES) $(TEAM_PACKAGES) $(TEST_PACKAGES)
deb-packages: MISSING = $(PACKAGES) $(TEAM_PACKAGES) $(DEB_PACKAGES)
test-deb-packages: MISSING = $(PACKAGES) $(TEAM_PACKAGES) $(DEB_PACKAGES) $(TEST_DEB_PACKAGES)
test-web-packages: MISSING = $(PACKAGES) $(WEB_PACKAGES)
packages team-packages test-packages deb-packages test-deb-packages test-web-packages:
	@command -v apt-get > /dev/null || { \
	  echo "This is no Debian: install what it calls $(MISSING)." >&2; exit 0; }; \
	missing=; for p in $(MISSING); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; \
	done; [ -z "$$missing" ] || { echo "Installing$$missing"; \
	  root=; [ "$$(id -u)" = 0 ] || root=sudo; \
	  $$root apt-get update -qq && \
	  $$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; }

# The values reach the script as they were typed, quotes and dollars as well.
try: export TRY_BINARIES = $(BINARIES)
try: export TRY_FOLDER = $(value DIR)
try: export TRY_QUERY = $(value Q)
try: all
	@scripts/try.sh

# Without a bound all tests begin at once: they share 1024 descriptors and 128 inotify instances, and their time
# limits run while they wait for each other.
RUN_TESTS = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(TESTS_AT_ONCE) \
  SITTA_PYTHON=$(CURDIR)/.build/python/bin/python SITTA_PYTHON_MCP1=$(CURDIR)/.build/python-mcp1/bin/python \
  .build/debug/sittaPackageTests.xctest --testing-library swift-testing

# The tests mostly wait, so the example is built beside them. What failed is named once more at the end, since the
# whole output is 150,000 lines long.
test: build-tests
	@scripts/test-example.sh $(SWIFT) > .build/example.log 2>&1 & example=$$!; \
	{ $(RUN_TESTS); echo $$? > .build/tests.status; } 2>&1 | tee .build/tests.log; \
	wait $$example && built=0 || built=1; cat .build/example.log; \
	read result < .build/tests.status; [ $$result = 0 ] || { \
	  echo "The tests ended with $$result (whole output: .build/tests.log):"; \
	  sed 's/\x1b\[[0-9;]*m//g' .build/tests.log | grep '^✘' | cut -c 1-500 | tail -n 20 | grep . \
    || tail -n 20 .build/tests.log; }; \
	[ $$result$$built = 00 ]

build-tests: test-packages .build/python/.installed .build/python-mcp1/.installed
	$(TEST_BUILD)

# One suite on the same build: make suite NAME=WatchTreeTests
suite: build-tests
	$(RUN_TESTS) --filter $(NAME)

test-example: build-tests
	scripts/test-example.sh $(SWIFT)

.build/python-mcp1/.installed: PYTHON_PACKAGES = $(PYTHON_MCP1_PACKAGES)
# Installed again when this file names other packages.
.build/%/.installed: Makefile
	python3 -m venv .build/$*
	.build/$*/bin/pip install -q --disable-pip-version-check $(PYTHON_PACKAGES)
	touch $@

install: all
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/sitta" \
	  "$(DESTDIR)$(PREFIX)/share/systemd/user" "$(DESTDIR)$(CONFIGURATION)"
	install -s -m 755 $(BINARIES)/sittad $(BINARIES)/sitta "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 bin/sitta-pick "$(DESTDIR)$(PREFIX)/bin"
	install -s -m 755 $(BINARIES)/sitta-extract $(BINARIES)/sitta-session "$(DESTDIR)$(PREFIX)/libexec/sitta"
	install -s -m 644 $(BINARIES)/$(PDF_LIBRARY) "$(DESTDIR)$(PREFIX)/libexec/sitta"
	for name in $(EXTRACTORS); do ln -sf sitta-extract "$(DESTDIR)$(PREFIX)/libexec/sitta/$$name" || exit; done
	for unit in $(UNITS); do \
	  sed 's|^ExecStart=/usr/local/|ExecStart=$(PREFIX)/|' "systemd/$$unit" > "$(DESTDIR)$(PREFIX)/share/systemd/user/$$unit" || exit; \
	done
	[ -e "$(DESTDIR)$(CONFIGURATION)/sittad.conf" ] || \
	  install -m 644 etc/sitta/sittad.conf "$(DESTDIR)$(CONFIGURATION)/sittad.conf"
	[ -z "$(SYSCTL)" ] || \
	  install -D -m 644 etc/sysctl.d/60-sitta.conf "$(DESTDIR)$(SYSCTL)/60-sitta.conf"
	for file in $$(cd share && find . -type f); do \
	  install -D -m 644 "share/$$file" "$(DESTDIR)$(PREFIX)/share/$$file" || exit; \
	done
	sed 's|^Exec=/usr/local/|Exec=$(PREFIX)/|' $(BUS_SERVICE) > "$(DESTDIR)$(PREFIX)/$(BUS_SERVICE)"
	sed 's|^Exec=sitta |Exec=$(PREFIX)/bin/sitta |' $(DESKTOP_ENTRY) > "$(DESTDIR)$(PREFIX)/$(DESKTOP_ENTRY)"
	@[ -n "$(DESTDIR)" ] || scripts/after-install.sh "$(PREFIX)"

interface: packages
	$(SWIFT) run InterfaceGenerator .

uninstall:
	@[ -n "$(DESTDIR)" ] || sh share/sitta/before-uninstall.sh "$(PREFIX)"
	rm -f "$(DESTDIR)$(PREFIX)/bin/sittad" "$(DESTDIR)$(PREFIX)/bin/sitta" \
	  "$(DESTDIR)$(PREFIX)/bin/sitta-pick" \
	  $(foreach unit,$(UNITS),"$(DESTDIR)$(PREFIX)/share/systemd/user/$(unit)") \
	  $(foreach name,sitta-extract sitta-session $(PDF_LIBRARY) $(EXTRACTORS),"$(DESTDIR)$(PREFIX)/libexec/sitta/$(name)")
	-rmdir "$(DESTDIR)$(PREFIX)/libexec/sitta" 2> /dev/null
	for file in $$(cd share && find . -type f); do rm -f "$(DESTDIR)$(PREFIX)/share/$$file"; done
	-cd share && find . -depth -type d -exec sh -c 'rmdir "$(DESTDIR)$(PREFIX)/share/$$1" 2> /dev/null' sh {} \;
	-rmdir "$(DESTDIR)$(PREFIX)/share/systemd/user" "$(DESTDIR)$(PREFIX)/share/systemd" 2> /dev/null
	[ -z "$(SYSCTL)" ] || rm -f "$(DESTDIR)$(SYSCTL)/60-sitta.conf"
	@echo "Kept: $(DESTDIR)$(CONFIGURATION)/sittad.conf and the index in ~/.local/state/sitta."

# In a clean copy of the sources, so that nothing else gets into the package. With BINARIES=FOLDER on the
# command line programs are packaged that are built already, with MEANING_TABLE=FILE also sitta-meaning is made,
# and with MEANING_MODEL=FILE beside it sitta-meaning-model.
DEB = .build/deb
deb: deb-packages
	rm -rf $(DEB) && mkdir -p $(DEB)/sitta
	tar --create --exclude=./.build --exclude=./.git . | tar --extract --directory $(DEB)/sitta
	cd $(DEB)/sitta && SWIFT="$(SWIFT)" $(if $(filter command line,$(origin BINARIES)),BINARIES="$(abspath $(BINARIES))") \
	  $(if $(MEANING_TABLE),MEANING_TABLE="$(abspath $(MEANING_TABLE))") \
	  $(if $(MEANING_MODEL),MEANING_MODEL="$(abspath $(MEANING_MODEL))") \
	  DEB_BUILD_PROFILES="$(if $(MEANING_TABLE),pkg.sitta.meaning) $(if $(MEANING_MODEL),pkg.sitta.meaning-model)" \
	  dpkg-buildpackage --build=binary --no-sign
	rm -rf $(DEB)/sitta
	@ls -l $(DEB)/*.deb

# Needs root, in a Debian that may be changed: it makes a user and installs Sitta as that user.
test-newcomer:
	Tests/EndToEndTests/newcomer-test.sh

# FROM is a tag, whose programs are built in a folder of its own, or a folder with programs.
test-upgrade: all
	@[ -x "$(FROM)/sittad" ] || [ -d ".build/released/$(FROM)" ] || git worktree add --quiet --detach ".build/released/$(FROM)" "$(FROM)"
	@[ -x "$(FROM)/sittad" ] || $(MAKE) -C ".build/released/$(FROM)" all
	@if [ -x "$(FROM)/sittad" ]; then old="$(FROM)"; else old=".build/released/$(FROM)/.build/release"; fi; \
	  Tests/EndToEndTests/upgrade-test.sh "$$old" $(BINARIES)

# Needs root, for a Debian in .build/deb-root that has nothing but the package; make deb comes first.
test-deb: test-deb-packages
	Tests/EndToEndTests/deb-test.sh $(DEB)/sitta_*.changes .build/deb-root

# The page in Chromium; the pictures of it are in .build/web/pictures. FILES is the number of documents.
WEB_PACKAGES = chromium chromium-driver
test-web: all test-web-packages
	python3 -m venv .build/web
	.build/web/bin/pip install -q --disable-pip-version-check selenium==4.51.0
	.build/web/bin/pip install -q --disable-pip-version-check --no-deps axe-playwright-python
	.build/web/bin/python Tests/EndToEndTests/web-test.py $(BINARIES) .build/web/pictures

# In GNOME Shell and KRunner of two releases of Debian, which are made in .build/desktop with 2 GB each; needs root.
DESKTOP_SUITES = bookworm trixie
test-desktop: all
	for suite in $(DESKTOP_SUITES); do \
	  Tests/EndToEndTests/desktop-test.sh $(BINARIES) .build/desktop $$suite || exit; \
	done

# For each release of Debian, in a Debian of its own; needs root, and half an hour for each.
SUITES = bookworm trixie forky
deb-suites: test-deb-packages
	for suite in $(SUITES); do scripts/deb-in-suite.sh $$suite || exit; done
	@cd .build/suites && echo "Read in: $(SUITES)" && paste $(SUITES:%=%/packages/formats) | cut -f 1,2,4,6

# Everything that people install, signed with a key of gpg: make publish SIGN_WITH=KEY. Needs root and reprepro.
publish: all deb-suites
	SIGN_WITH="$(SIGN_WITH)" scripts/make-tarball.sh $(BINARIES)
	scripts/make-apt-repository.sh "$(SIGN_WITH)"

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks Examples

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks Examples

bench: packages
	for name in $(BENCHMARKS); do BENCHMARKS=1 $(SWIFT) build -c release --product $$name || exit; done
	@echo "Run one of: $(addprefix $(BINARIES)/,$(BENCHMARKS))"

documents: team-packages interface
	$(SWIFT) run ManualGenerator .

# docc is beside the compiler; the plugin of SwiftPM would have to be fetched.
DOCC = $(dir $(realpath $(shell command -v $(firstword $(SWIFT)))))docc
CATALOGS = FullText SittaSQLite TextAnalysis
DOCUMENTATION = .build/documentation

documentation: packages
	@[ -x "$(DOCC)" ] || { echo "This toolchain has no docc: $(DOCC)" >&2; exit 1; }
	$(SWIFT) build --target FullText
	for name in $(CATALOGS); do \
	  rm -rf "$(DOCUMENTATION)/$$name" && mkdir -p "$(DOCUMENTATION)/symbols/$$name" && \
	  $(SWIFT) symbolgraph-extract -module-name $$name -target $$(uname -m)-unknown-linux-gnu \
	    -I .build/debug/Modules -I Sources/Library/CSittaSQLite -I Sources/Library/CSittaStemmer \
	    -Xcc -fmodule-map-file=.build/debug/CSittaSQLiteVFS.build/module.modulemap \
	    -minimum-access-level public -emit-extension-block-symbols -output-dir "$(DOCUMENTATION)/symbols/$$name" && \
	  "$(DOCC)" convert Sources/Library/$$name/$$name.docc --fallback-display-name $$name \
	    --fallback-bundle-identifier io.sitta.$$name --warnings-as-errors \
	    --additional-symbol-graph-dir "$(DOCUMENTATION)/symbols/$$name" \
	    --output-path "$(DOCUMENTATION)/$$name" || exit; \
	done

# Checks, stamps version and date, and tags: make release VERSION=0.2.0
release: export MAINTAINER := $(value MAINTAINER)
release: export HOMEPAGE := $(value HOMEPAGE)
release:
	@MAKE="$(MAKE)" scripts/release.sh "$(VERSION)"

clean:
	rm -rf .build
