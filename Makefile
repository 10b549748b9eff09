# SPDX-License-Identifier: Apache-2.0
#
#   make run    installs missing packages, builds, and starts Keybridge on the attached keyboards
#   make test   installs missing packages, builds, and runs all tests; make check-fast runs fewer
#   make deb    installs missing packages, builds, and creates a Debian package in .build/deb

PREFIX  ?= /usr/local
SYSCONF ?= /etc
DESTDIR ?=
# systemd searches both directories below /usr and /usr/local.
UNITS    ?= $(PREFIX)/lib/systemd/system
SYSUSERS ?= $(PREFIX)/lib/sysusers.d
RULES    ?= $(SYSCONF)/udev/rules.d
ZSH_FUNCTIONS ?= $(PREFIX)/share/zsh/site-functions
# Debian's Python searches this directory below /usr. On other systems, set PYTHONPATH or use pip install Clients/Python.
PYTHON_PACKAGES ?= $(PREFIX)/lib/python3/dist-packages
# Empty for this machine's processor. `make deb ARCH=arm64` builds for arm64: Packaging/arm64/arm64.mk
ARCH     ?=

BUILD_PACKAGES = pkg-config libevdev-dev libudev-dev libxkbcommon-dev libyaml-dev libutf8proc-dev \
                 libsqlite3-dev libicu-dev libjansson-dev libncurses-dev libseccomp-dev libmd-dev xkb-data libx11-data gettext
TEST_PACKAGES  = python3 libumockdev-dev umockdev udev evtest evemu-tools libinput-tools python3-evdev \
                 python3-jsonschema libxkbcommon-tools libvterm-dev ncurses-base ncurses-bin socat tmux zsh fish sqlite3 \
                 unicode-data man-db mandoc systemd libhangul-dev libhangul-data libm17n-0 m17n-db libskk-common rime-data-stroke \
                 rime-data-pinyin-simp rime-essay less nano vim htop $(ENGINE_PACKAGES) $(ENGINE_TEST_PACKAGES) $(PICTURE_PACKAGES)
# The libraries of the language engines, and what only their tests and their measurements need.
ENGINE_PACKAGES = g++ make libc6-dev python3 unicode-data libjansson-dev libimepinyin-dev libimecore-dev libfcitx5utils-dev \
                 libboost-dev libgooglepinyin0-dev libopencc-dev
ENGINE_TEST_PACKAGES = python3 python3-numpy python3-pil libzinnia0 tegaki-zinnia-japanese mozc-server
PICTURE_PACKAGES = python3 python3-pyte umockdev socat mozc-server
# Chromium, and fonts for every script in the pictures, which readers of the pictures need too.
BROWSER_PACKAGES = chromium fonts-dejavu-core fonts-noto-core fonts-noto-cjk
KERNEL_PACKAGES = qemu-system-x86 busybox-static systemd udev dbus polkitd python3 python3-evdev evtest evemu-tools \
                 libinput-tools libtinfo6 ncurses-base mosquitto mosquitto-clients $(ENGINE_PACKAGES) $(ENGINE_TEST_PACKAGES)
CHECK_PACKAGES = python3 python3-markdown-it gettext git codespell
CLIENT_PACKAGES = python3 python3-fastjsonschema mypy node-typescript nodejs
BENCH_PACKAGES = gcc libc6-dev python3 git libumockdev-dev umockdev valgrind tmux
DEB_PACKAGES   = dpkg-dev python3 gettext $(ENGINE_PACKAGES)
LEXICON_PACKAGES = python3 python3-pip
LANGUAGE_BENCH_PACKAGES = hunspell aspell aspell-en hunspell-en-us hunspell-de-de hunspell-fr hunspell-nl hunspell-it \
                 hunspell-es hunspell-pl hunspell-ru hunspell-uk hunspell-da hunspell-sv hunspell-no hunspell-pt-pt hunspell-tr
DEB_CHECK_PACKAGES = $(DEB_PACKAGES) lintian systemd mandoc man-db
BENCH_KERNEL_PACKAGES = $(KERNEL_PACKAGES) libxkbcommon-tools

# Without an index of the system's modules, the tests are built in a fifth less time.
SWIFT_FLAGS  = --explicit-target-dependency-import-check error -Xswiftc -index-ignore-system-modules \
               $(if $(CI),-Xswiftc -warnings-as-errors)
# A build from nothing takes a third less time with whole modules and without what only debuggers read, but after a change
# it compiles everything that follows. `make … WHOLE_MODULES=` compiles file by file where CI is set.
WHOLE_MODULES ?= $(CI)
DEBUG_FLAGS  = $(SWIFT_FLAGS) $(if $(WHOLE_MODULES),-debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
# The program has one thread, and exclusive access is checked (Documentation/Decisions/0005). The release build has a
# directory of its own, because SwiftPM locks a build directory and `make test` builds the tests at the same time.
RELEASE_FOLDER = .build-release
RELEASE      = -c release --scratch-path $(RELEASE_FOLDER) --static-swift-stdlib --product keybridge \
               -Xswiftc -enforce-exclusivity=checked -Xswiftc -assume-single-threaded \
               $(SMALL_MODULES) $(SMALL_PROGRAM) $(SAME_PROGRAM) $(SWIFT_FLAGS)
# The program is small (Documentation/Decisions/0038). The modules _Concurrency and _StringProcessing are not imported, so a
# use of them is an error. Types are found by calls instead of by their names, which takes time at the start.
FRONTEND      = -Xswiftc -Xfrontend -Xswiftc
SMALL_MODULES = $(FRONTEND) -disable-implicit-concurrency-module-import \
                $(FRONTEND) -disable-implicit-string-processing-module-import \
                $(FRONTEND) -disable-concrete-type-metadata-mangled-name-accessors $(FRONTEND) -function-sections
# Only symbols that libraries look up are exported.
STATIC_FOLDER = $(RELEASE_FOLDER)/static
SMALL_PROGRAM = -Xswiftc -use-ld=lld -Xlinker -s -Xlinker --no-export-dynamic -Xlinker --icf=all -Xlinker --as-needed \
                -Xlinker "-L$(CURDIR)/$(STATIC_FOLDER)" $(if $(HAS_RELR),-Xlinker -z -Xlinker pack-relative-relocs)
# The loader reads packed relocations since glibc 2.36.
HAS_RELR     := $(shell getconf GNU_LIBC_VERSION | awk '{ split($$2, version, "."); if (version[1] > 2 || version[2] >= 36) print "yes" }')
PROGRAM      = $(CURDIR)/$(RELEASE_FOLDER)/release/keybridge
# Runs the program if it is for another processor.
RUNNER       =
# Two builds of a commit should be equal, whatever their folders: make check-reproducible compares them. Paths are relative to the folder. The program
# has no information for debuggers, which contains the folder. Otherwise each object has a hash of itself and of its path, by
# which the compiler would recognize it.
SAME_PROGRAM  = -Xswiftc -gnone -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)=." \
                $(FRONTEND) -disable-incremental-llvm-codegen
LINT         = swift format lint --strict --parallel --recursive --configuration .swift-format

.PHONY: build build-tests run test check-fast test-long test-swift test-words test-languages unknown-languages test-kernel test-packaged test-walks test-fuzzers test-faults test-tutorials test-pictures pictures reference files sanitize sanitize-screen fuzz mutants check check-tools check-texts check-cost check-bounds lint conformance client check-client \
        docs format bench soak install uninstall manuals deb check-deb deb-lexicons check-deb-lexicons key-names cell-widths key-commands settings locales catalogues lexicons install-lexicons bench-language clean \
        check-packages build-packages test-packages kernel-packages bench-packages client-packages deb-packages \
        deb-check-packages bench-kernel-packages browser-packages picture-packages lexicon-packages language-bench-packages \
        engine-packages root-packages repository-packages swift-toolchain engines test-engines bench-engines bench-methods install-engines install-engine install-engine-units deb-engines

# The commit for --version; "+" if files have changed since the commit.
build: export KEYBRIDGE_COMMIT := $(shell git describe --always --exclude='*' --abbrev=12 --dirty=+ 2>/dev/null)
build: swift-toolchain build-packages catalogues static-libraries
	KEYBRIDGE_REPOSITORY='$(REPOSITORY)' PKG_CONFIG_PATH="$(CURDIR)/$(STATIC_FOLDER)/pkgconfig" swift build $(RELEASE)

# The libraries that are linked into the program: the C++ library of the compiler that Swift links with, utf8proc, whose file
# name is not the same on all systems that the package is for, and libmd, of which one function is needed. One that has no
# static file is linked as a shared library.
# The linker searches this folder first, because the copies of pkg-config's files do not name the system's.
STATIC_LIBRARIES = stdc++ utf8proc md
LINKED = $(shell sed -n 's/.*pkgConfig: "\([^"]*\)".*/\1/p' Package.swift)
.PHONY: static-libraries
static-libraries: swift-toolchain build-packages
	@rm -rf $(STATIC_FOLDER); mkdir -p $(STATIC_FOLDER)/pkgconfig; \
	PATH="$$(dirname "$$(command -v swift)"):$$PATH"; \
	for name in $(STATIC_LIBRARIES); do \
	  library=$$(clang $(CLANG_TARGET) -print-file-name=lib$$name.a); \
	  test ! -f "$$library" || ln -s "$$library" $(STATIC_FOLDER)/; done; \
	for name in $(LINKED); do \
	  file=$$(pkg-config --variable=pcfiledir $$name 2>/dev/null)/$$name.pc; \
	  test ! -f "$$file" || sed '/^Libs:/s/-L[^ ]*//' "$$file" > $(STATIC_FOLDER)/pkgconfig/$$name.pc; done

# Packages of Debian cannot give what the build needs most.
swift-toolchain:
	@command -v swift >/dev/null || { \
	  echo "make: Swift is not installed, or its folder usr/bin is not in PATH;" \
	    "get Swift 6.2 or later from https://www.swift.org/install/linux/" >&2; exit 1; }

# Without the words, because they cannot be downloaded, nothing is corrected.
run: build
	-@$(MAKE) --no-print-directory $(RUN_LEXICONS)
	KEYBRIDGE_LOCALES=$(CATALOGUES) KEYBRIDGE_LEXICONS="$(CURDIR)/$(LEXICONS)" "$(PROGRAM)" run --mirror terminal --or-try --or-replay Documentation/Captures/hello.evemu

# Tests/steps.py lists the steps of a test run. All of them run, even if some fail, and one summary follows at the end. Two
# steps run at the same time. The output of a step is shown when the step ends.
test:       THOROUGHNESS =
# A subset for use after each change: no random walks, no tests on a testbed, no engines, no words, and few scenarios.
check-fast: THOROUGHNESS = --fast
# The tests that take long: a million keys in the random walks, fuzzers, hundreds of killed processes, the Debian package,
# pictures in a browser. Each is a target of its own.
test-long:  THOROUGHNESS = --long

# Every package is installed before the steps, two of which run at the same time: apt refuses to run twice.
test check-fast test-long: swift-toolchain test-packages
	@$(MAKE) --no-print-directory check-packages client-packages client-c-test-packages forward-test-packages extension-test-packages machine-packages bench-packages
	-@$(MAKE) --no-print-directory lexicon-packages picture-packages
	-@$(MAKE) --no-print-directory kernel-packages $(if $(filter --long,$(THOROUGHNESS)),deb-check-packages analysis-packages browser-packages arm64-test-packages pygame-packages textual-packages ibus-test-packages handwriting-bench-packages)
	@Tests/run-steps $(THOROUGHNESS)

# The language engines, which are programs in C++. Only those whose libraries are installed are built.
ENGINES = $(CURDIR)/.build/engines
engines:
	$(MAKE) -C Engines $(ENGINE_TARGET)

# Tests the engines with lines by hand, as the service would send them. Uses Debian's Python, because numpy is Debian's.
test-engines: test-packages
	@$(MAKE) --no-print-directory engines
	ENGINES="$(ENGINES)" /usr/bin/python3 -B Tests/run-unittests engines Tests/LanguageEngines

# TARGETS="KeysTests TextInputTests" builds only these test targets; TESTS="Walk" runs only the tests whose names match.
build-tests: export KEYBRIDGE_TEST_TARGETS = $(TARGETS)
build-tests: swift-toolchain test-packages
	swift build --build-tests $(DEBUG_FLAGS)

test-swift: build-tests
	Tests/run-swift $(filter --fast,$(THOROUGHNESS)) $(TESTS)

# Tests that repeat something at random do so rarely in `make test`, and as often as a release needs in these targets.
# Together the patterns find every test that calls `Thoroughness.repetitions`, as Tests/test_run_steps.py checks.
WALKS    = Walk Oracle LateAnswer FastTyping ASCIILineBreaks ConformanceTests
FUZZERS  = Fuzz
FAULTS   = Kill EngineFault EngineLoss
test-walks:  LONG_TESTS = $(WALKS)
test-fuzzers: LONG_TESTS = $(FUZZERS)
test-faults: LONG_TESTS = $(FAULTS)
test-walks test-fuzzers test-faults: build-tests
	Tests/run-swift --long $(LONG_TESTS)

# Types with the real words of two languages in the real program.
test-words: build
	@if $(MAKE) --no-print-directory $(LEXICON_LISTS)/fetched; then \
	  $(MAKE) --no-print-directory $(TEST_LEXICONS) && \
	  KEYBRIDGE="$(PROGRAM)" KEYBRIDGE_LEXICONS="$(CURDIR)/$(LEXICONS)" \
	    /usr/bin/python3 -B Tests/run-unittests words Tests/Words; \
	elif [ -z "$(CI)" ]; then \
	  echo "test-words: skipped, because the words cannot be downloaded here"; \
	else exit 1; fi

# Types everyday sentences with the words of all languages: no word may be changed.
test-languages: lexicons
	swift build -c release --scratch-path .build-release --product LanguageBench $(SWIFT_FLAGS)
	LANGUAGE_BENCH=.build-release/release/LanguageBench KEYBRIDGE_LEXICONS="$(CURDIR)/$(LEXICONS)" \
	  python3 -B Tests/run-unittests languages Tests/Languages

# Follows every line of the tutorials, and tests whether pictures and reference pages are up to date. Uses Debian's
# Python, because pyte is Debian's.
test-tutorials: build picture-packages
	@$(MAKE) --no-print-directory engines
	-@$(MAKE) --no-print-directory $(LEXICONS)/lexicon.en
	ENGINES="$(ENGINES)" KEYBRIDGE="$(PROGRAM)" /usr/bin/python3 -B Tests/run-unittests tutorials Tests/Tutorials

# Runs the scenarios on a real kernel under QEMU; SCENARIOS="grabbing typing.usb" selects some. Tests/Kernel/README.md
SMOKE     = typing.usb typing.ps2 grabbing.exclusive grabbing.panic_across holding.lock_lights \
            plugging.unplug_virtio losing.lost_usb virtual.uinput
SCENARIOS = $(if $(filter --fast,$(THOROUGHNESS)),$(SMOKE))
KERNEL_OPTIONS = $(filter --long,$(THOROUGHNESS))
# The scenarios with the Debian package take minutes, so they are a target of their own.
test-packaged: KERNEL_OPTIONS = --packaged
test-packaged: SCENARIOS =
test-kernel test-packaged: build
	@if $(MAKE) --no-print-directory kernel-packages; then \
	  $(MAKE) --no-print-directory engines && $(MAKE) --no-print-directory forward && \
	  Tests/Kernel/run --program "$(PROGRAM)" --engines "$(ENGINES)" $(KERNEL_OPTIONS) $(SCENARIOS); \
	elif [ -z "$(CI)" ] && ! command -v qemu-system-x86_64 >/dev/null; then \
	  echo "$@: skipped, because QEMU cannot be installed here"; \
	else exit 1; fi

# Leaks are not reported, because XCTest itself leaks. The crash tests need the signals that a sanitizer would handle.
sanitize: swift-toolchain test-packages
	ASAN_OPTIONS=detect_leaks=0:$(LEFT_SIGNALS) \
	  swift test --sanitize=address --scratch-path .build-asan $(SWIFT_FLAGS)
	TSAN_OPTIONS=$(LEFT_SIGNALS) \
	  swift test --sanitize=thread --scratch-path .build-tsan $(SWIFT_FLAGS)

# Feeds random output to the screen of `exec` under AddressSanitizer; takes about a minute.
sanitize-screen: swift-toolchain
	swift build --sanitize=address --scratch-path .build-asan-screen --product ScreenFuzz $(SWIFT_FLAGS)
	.build-asan-screen/debug/ScreenFuzz 200000

# Runs coverage-guided fuzzers for MINUTES each: all of them, or ONLY="captures json". The corpus grows in .build-fuzz/corpus. An
# input that breaks a rule is kept in .build-fuzz/found, and belongs to Tests/Fuzz/Regressions once its fault is repaired.
MINUTES ?= 10
fuzz: swift-toolchain test-packages
	KEYBRIDGE_FUZZ=1 swift build -c release --scratch-path .build-fuzz --product KeybridgeFuzz --sanitize=address $(SWIFT_FLAGS) \
	  -Xswiftc -enable-testing -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp -Xlinker \
	  "$$(clang -print-file-name=libclang_rt.fuzzer_no_main-$$(uname -m).a)" -Xlinker -lstdc++
	Tests/Fuzz/run --minutes $(MINUTES) $(ONLY)

LEFT_SIGNALS = handle_segv=0:handle_sigbus=0:handle_sigfpe=0

# Renders pictures of layouts and the page of commands in a real browser. Not part of make test, because the browser's
# package is large.
test-pictures: build browser-packages
	KEYBRIDGE_LOCALES=$(CATALOGUES) Tests/Pictures/browser.py "$(PROGRAM)"

# The pictures of the documentation, drawn from real runs in a terminal. Uses Debian's Python, because pyte is Debian's.
pictures: build engines picture-packages $(LEXICONS)/lexicon.en
	ENGINES="$(ENGINES)" /usr/bin/python3 -B Documentation/Pictures/make_pictures.py "$(PROGRAM)"

# The pages of modes, traits, layouts and layout options are generated from the program's own lists, like the page of
# make key-commands.
reference: build check-packages
	/usr/bin/python3 -B Documentation/Reference/make_reference.py "$(PROGRAM)"

lint: swift-toolchain
	$(LINT) Package.swift Sources Tests Examples

# Makes small errors in the sources and runs the tests against each of them; fails if an error passes all tests.
# SEED and COUNT choose other errors, ONLY=PATTERN tries some, OPTIONS=--list prints them. Tests/Mutants/README.md
SEED  ?= 1
COUNT ?= 80
mutants: test-packages
	@python3 -B Tests/Mutants/mutants.py --seed $(SEED) --count $(COUNT) --only '$(ONLY)' $(OPTIONS)

# Checks that do not run the program: the style of the sources, that pages, comments and tests agree, and the age of
# Performance.md.
check:
	@$(MAKE) --no-print-directory --keep-going lint docs check-client check-tools check-texts

# A failure keeps none of the others from running.
check-tools: check-packages
	@status=0; for folder in Tests/Conformance Tests Tests/Kernel Tests/Mutants Tests/Structure Benchmarks \
	    Packaging/arm64 Packaging/lexicons Packaging/release; do python3 -B Tests/run-unittests check $$folder || status=1; done; exit $$status

check-texts: check-packages catalogues
	@status=0; for words in Structure/folder_cycles.py Structure/type_graph.py Structure/prose.py Structure/parameters.py \
	    Structure/file_index.py \
	    "../Packaging/install_lines.py --check $(REPOSITORY)" "Conformance/conformance.py --quiet" ../Benchmarks/page_age.py commit_subjects.py \
	    "../Packaging/release/version.py check"; do \
	  python3 -B Tests/$$words || { echo "$$words fails"; status=1; }; done; exit $$status

# Generates the clients' types, and the names of the service, from the schema of the protocol. They are committed.
client:
	python3 -B Clients/generate.py python
	python3 -B Clients/generate.py node
	python3 -B Clients/generate.py swift
	python3 -B Clients/generate.py c

# Tests the generators of Python and TypeScript from the schema, and the Python client. It uses Debian's Python, because
# the Python packages are Debian's.
check-client: client-packages check-client-node
	/usr/bin/python3 -B Tests/run-unittests check Tests/Client
	mypy --strict --no-error-summary --cache-dir .build/mypy Clients/Python/keybridge_client

# Counts the instructions of an event, a key and a start with valgrind, and the bytes of the program; fails if they exceed
# Benchmarks/costs.toml. Takes a minute.
check-cost: build bench-packages
	-@$(MAKE) --no-print-directory $(LEXICONS)/lexicon.en
	$(MAKE) -C Benchmarks costs PROGRAM="$(PROGRAM)"

# Counts the instructions of each request and each key with texts of every kind; fails if one exceeds its budget. `make
# test-long` takes more kinds, and longer texts; TEXTS="flags|emoji" takes some kinds.
check-bounds: build bench-packages
	$(MAKE) -C Benchmarks bounds PROGRAM="$(PROGRAM)" SIZES=$(if $(filter --long,$(THOROUGHNESS)),all,some)

# Lists every statement of Documentation/TextInput.md with the tests that name it. OPTIONS: --missing, --section 4 and
# --quiet print less; --markdown FILE writes the list to a file.
conformance: check-packages
	@$(CONFORMANCE) $(OPTIONS)

CONFORMANCE = python3 -B Tests/Conformance/conformance.py

# Builds the site in .build/site: all pages, and the library's documentation. A link or a reference without a target and a
# public symbol without a comment are errors; the tests of the site check this first. Uses Debian's Python for its markdown-it.
docs: swift-toolchain build-packages check-packages
	/usr/bin/python3 -B Tests/run-unittests check Documentation/Site
	swift build --target Forms $(DEBUG_FLAGS)
	swift build --target AutoFill $(DEBUG_FLAGS)
	swift build --target InputMethods $(DEBUG_FLAGS)
	swift build --target Assistance $(DEBUG_FLAGS)
	swift build --target Layouts $(DEBUG_FLAGS)
	python3 -B Documentation/Site/build_site.py "$$(swift build --show-bin-path)" .build/site/library
	/usr/bin/python3 -B Documentation/Site/build_pages.py .build/site

format: swift-toolchain
	swift format --in-place --parallel --recursive --configuration .swift-format Package.swift Sources Tests Examples

# Prints the measurements and writes Documentation/Performance.md, which names the commit. The page is not changed if there
# are uncommitted changes or if QEMU or a language engine is missing.
bench: build bench-packages engine-packages lexicons
	@$(MAKE) --no-print-directory engines extensions
	@$(MAKE) --no-print-directory forward
	@$(MAKE) --no-print-directory bench-kernel-packages || \
	  { [ -z "$(CI)" ] && ! command -v qemu-system-x86_64 >/dev/null; }
	$(MAKE) -C Benchmarks PROGRAM="$(PROGRAM)"

# Only the measurements of input methods with and without engines; writes no page.
bench-methods: build bench-packages engine-packages
	@$(MAKE) --no-print-directory engines extensions
	$(MAKE) -C Benchmarks methods PROGRAM="$(PROGRAM)"

# Runs the real program with ten million keys, with a thousand reloads during typing, and with programs that misbehave.
# Takes some minutes; KEYS=100000 types fewer keys, PARTS=abuses runs one part. Documentation/Reliability.md
soak: build bench-packages
	$(MAKE) -C Benchmarks soak PROGRAM="$(PROGRAM)" $(if $(KEYS),KEYS=$(KEYS)) PARTS="$(PARTS)"

# Measures the language engines next to the libraries alone: the first candidates of sentences, suggestions, time and memory.
bench-engines: engine-packages
	@$(MAKE) --no-print-directory engines
	$(MAKE) -C Benchmarks engines

# Measures corrections and predictions in all languages next to hunspell and aspell, and writes
# Documentation/Languages.md.
# TYPOS=FILE has English misspellings: a misspelling, a tab and its correction in each line; the page is written only with
# it. BENCHED="en sv" measures some languages and writes no page.
bench-language: lexicons language-bench-packages
	swift build -c release --scratch-path .build-release --product LanguageBench $(SWIFT_FLAGS)
	python3 -B Benchmarks/language/bench_language.py --tool .build-release/release/LanguageBench \
	  --lexicons $(LEXICONS) --lists $(LEXICON_LISTS) $(if $(TYPOS),--typos '$(TYPOS)') \
	  $(if $(BENCHED),,$(if $(TYPOS),--page Documentation/Languages.md)) $(BENCHED)

# Generates the tables of key names from the kernel's header and the keysyms of xkbcommon.
key-names:
	@awk -f Sources/Keys/key-names.awk /usr/include/linux/input-event-codes.h > Sources/Keys/KeyNames.swift
	@xkbcli compile-keymap --layout us | python3 -B Sources/Keys/named-keys.py \
		/usr/include/linux/input-event-codes.h /usr/include/xkbcommon/xkbcommon-keysyms.h \
		> Sources/Keys/NamedKeys.swift

# Generates the widths of characters on a program's screen from Debian's unicode-data.
cell-widths:
	@python3 -B Sources/TerminalScreen/cell-widths.py /usr/share/unicode \
		> Sources/TerminalScreen/Cells/CellWidths+Ranges.swift

# Writes the page of commands with the program, independently of this machine's settings.
key-commands: swift-toolchain build-packages
	swift build --product keybridge $(DEBUG_FLAGS)
	"$$(swift build --show-bin-path)/keybridge" commands --format markdown --locale C --config /dev/null \
	  > .build/KeyCommands.md
	mv .build/KeyCommands.md Documentation/KeyCommands.md

# Writes the tables of settings in the pages, and the schemas, from the table of settings.
settings: swift-toolchain build-packages
	swift build --product keybridge $(DEBUG_FLAGS)
	python3 -B Documentation/Reference/make_settings.py "$$(swift build --show-bin-path)/keybridge"

# Writes the lines of README.md that install the packages, from the address of the repository (REPOSITORY).
.PHONY: install-lines
install-lines: check-packages
	python3 -B Packaging/install_lines.py --write $(REPOSITORY)

# Writes the page that lists the source files with their purposes.
files: check-packages
	python3 -B Tests/Structure/file_index.py --write

# Updates the translations of command titles. The template comes from the table of commands, and the catalogues of the
# languages come from the template; new titles must be translated by hand.
LOCALES    = Sources/KeyCommands/Locales
CATALOGUE_LANGUAGES = $(basename $(notdir $(wildcard $(LOCALES)/*.po)))
CATALOGUES = .build/locales
CATALOGUE  = LC_MESSAGES/keybridge.mo

locales: swift-toolchain build-packages
	swift build --product MessageTemplate $(DEBUG_FLAGS)
	"$$(swift build --show-bin-path)/MessageTemplate" > $(LOCALES)/keybridge.pot
	for language in $(CATALOGUE_LANGUAGES); do \
	  msgmerge --quiet --update --backup=none --no-fuzzy-matching --no-wrap \
	    $(LOCALES)/$$language.po $(LOCALES)/keybridge.pot || exit 1; done
	@$(MAKE) --no-print-directory catalogues

catalogues: $(CATALOGUE_LANGUAGES:%=$(CATALOGUES)/%/$(CATALOGUE))

$(CATALOGUES)/%/$(CATALOGUE): $(LOCALES)/%.po | check-packages
	@mkdir -p $(@D)
	msgfmt --check --output-file=$@ $<

# Pages of Documentation that are also manual pages.
MANUALS = .build/manual/keybridge.yaml.5 .build/manual/keybridge-protocol.7
PROTOCOL = $(firstword $(wildcard Documentation/Protocol.md) Documentation/WireFormat.md)
MAKE_MANUAL = python3 -B Packaging/manual/manual_page.py

manuals: $(MANUALS)

.build/manual/keybridge.yaml.5: Documentation/Configuration.md Packaging/manual/manual_page.py | check-packages
	@mkdir -p $(@D)
	$(MAKE_MANUAL) $< $(@F) "the settings of Keybridge" > $@.new && mv $@.new $@

.build/manual/keybridge-protocol.7: $(PROTOCOL) Packaging/manual/manual_page.py | check-packages
	@mkdir -p $(@D)
	$(MAKE_MANUAL) $< $(@F) "the protocol between programs and Keybridge" > $@.new && mv $@.new $@

# The words of each language, from the word lists of wordfreq. Generated files are never committed; the licence of the data
# goes with them. Documentation/Languages.md
LEXICON_LANGUAGES = ar bg ca cs da de el en es fa fi fr he hi hu id it nb nl pl pt ro ru sh sk sl sr sv tr uk
# LANGUAGES="en fi" builds and installs the words of these languages only.
LANGUAGES     = $(LEXICON_LANGUAGES)
LEXICONS      = .build/lexicons
LEXICON_LISTS = .build/lexicon-lists
COMBINED_LEXICONS = /var/cache/keybridge/lexicons
# Downloads stay when .build is removed, and serve other clones.
DOWNLOADS     = $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/keybridge
# The languages that Debian has texts of, from which n-grams are made.
TEXT_LANGUAGES = da de es fi fr it nb nl pl pt ru sv tr uk
LEXICON_FILES = $(LANGUAGES:%=$(LEXICONS)/lexicon.%) \
                $(patsubst %,$(LEXICONS)/ngrams.%,$(filter en $(TEXT_LANGUAGES),$(LANGUAGES))) $(LEXICONS)/copyright
NGRAM_TOOLS   = $(patsubst %,Packaging/lexicons/%.py,adaptation make_ngrams ngram_file ngrams text_model texts trie_model)
LEXICON_TOOLS = $(filter-out %/test_lexicons.py %/test_ngrams.py %/combine.py $(NGRAM_TOOLS),$(wildcard Packaging/lexicons/*.py))
MAKE_LEXICON  = python3 -B Packaging/lexicons/make_lexicon.py
MAKE_NGRAMS   = python3 -B Packaging/lexicons/make_ngrams.py

UNKNOWN_LANGUAGES = $(filter-out $(LEXICON_LANGUAGES),$(LANGUAGES))
lexicons: $(if $(UNKNOWN_LANGUAGES),unknown-languages,$(LEXICON_FILES))

unknown-languages:
	@echo "make: there are no words for $(UNKNOWN_LANGUAGES); the languages are $(LEXICON_LANGUAGES)" >&2; exit 1

# The languages that make run and make test use: English, the language of LANG, and French.
LANG_LANGUAGE = $(firstword $(subst _, ,$(subst ., ,$(subst @, ,$(LANG)))))
RUN_LEXICONS  = $(patsubst %,$(LEXICONS)/lexicon.%,$(sort en $(filter $(LANG_LANGUAGE),$(LEXICON_LANGUAGES)))) \
                $(LEXICONS)/ngrams.en
TEST_LEXICONS = $(LEXICONS)/lexicon.en $(LEXICONS)/lexicon.fr

$(LEXICON_LISTS)/fetched: Packaging/lexicons/make_lexicon.py | lexicon-packages
	$(MAKE_LEXICON) fetch "$(DOWNLOADS)" $(LEXICON_LISTS)
	@touch $@

$(LEXICON_LISTS)/fetched-model: Packaging/lexicons/make_ngrams.py | lexicon-packages
	$(MAKE_NGRAMS) fetch "$(DOWNLOADS)" $(LEXICON_LISTS)
	@touch $@

# Which words follow others, from the language model of pocketsphinx.
$(LEXICONS)/ngrams.en: $(LEXICON_LISTS)/fetched-model $(LEXICONS)/lexicon.en $(NGRAM_TOOLS)
	$(MAKE_NGRAMS) model $(LEXICON_LISTS) $(LEXICONS)

# The same for other languages, from text packages of Debian, which are downloaded for the wanted languages.
$(LEXICON_LISTS)/fetched-texts-%: Packaging/lexicons/make_ngrams.py Packaging/lexicons/texts.py | lexicon-packages
	$(MAKE_NGRAMS) packages "$(DOWNLOADS)/texts" $*
	@mkdir -p $(@D) && touch $@

$(TEXT_LANGUAGES:%=$(LEXICONS)/ngrams.%): $(LEXICONS)/ngrams.%: $(LEXICONS)/lexicon.% \
  $(LEXICON_LISTS)/fetched-texts-% $(NGRAM_TOOLS)
	$(MAKE_NGRAMS) texts "$(DOWNLOADS)/texts" $(LEXICON_LISTS) $(LEXICONS) $*

$(LEXICONS)/lexicon.%: $(LEXICON_LISTS)/fetched $(LEXICON_TOOLS)
	$(MAKE_LEXICON) lists $(LEXICON_LISTS) $(LEXICONS) $*

$(LEXICONS)/copyright: Packaging/lexicons/copyright
	@mkdir -p $(@D)
	cp $< $@

# Installs the lexicons. With DESTDIR empty and hunspell installed, they are also combined with the dictionaries of this
# machine (Documentation/Decisions/0020).
install-lexicons: lexicons
	for file in $(LEXICON_FILES); do \
	  install -D -m 644 $$file $(SHARE)/lexicons/$${file##*/} || exit 1; done
ifeq ($(DESTDIR),)
	@if command -v hunspell >/dev/null; then \
	  python3 -B Packaging/lexicons/combine.py $(SHARE)/lexicons $(COMBINED_LEXICONS); \
	else echo "Not combined with dictionaries, because hunspell is not installed"; fi
endif

SCHEMAS = .build/schema/openrpc.json .build/schema/messages.schema.json .build/schema/keybridge.d.ts
$(SCHEMAS) &: Documentation/openrpc.json $(wildcard Clients/*.py) | check-packages
	python3 -B Clients/generate.py schema .build/schema

UNIT            = $(DESTDIR)$(UNITS)/keybridge.service
SOCKETS         = keybridge.socket keybridge-control.socket keybridge-observe.socket
BASH_COMPLETION = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/keybridge
ZSH_COMPLETION  = $(DESTDIR)$(ZSH_FUNCTIONS)/_keybridge
FISH_COMPLETION = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/keybridge.fish
MAN             = $(DESTDIR)$(PREFIX)/share/man
MANUAL          = $(MAN)/man1/keybridge.1
DOCUMENTS       = $(DESTDIR)$(PREFIX)/share/doc/keybridge
# Schemas for editors and for generators of clients.
SHARE           = $(DESTDIR)$(PREFIX)/share/keybridge
SCHEMA_FILES    = keybridge.schema.json form.schema.json extension.schema.json extensions-openrpc.json
SCHEMA_FOLDER   = $(DESTDIR)$(PREFIX)/share/keybridge/schema
CLIENT          = Clients/Python/keybridge_client
INSTALLED_CLIENT = $(DESTDIR)$(PYTHON_PACKAGES)/keybridge_client
# The program of 'keybridge try kiosk'. It is no script to run directly, because the package does not depend on Python.
KIOSK           = $(SHARE)/kiosk/kiosk.py
INSTALLED_LOCALES = $(DESTDIR)$(PREFIX)/share/locale
# Creates a file that every user can read, independently of the umask. A pipe into install would hide a failure.
WRITE = install -D -m 644 /dev/null $(1) &&

install: build manuals $(SCHEMAS) install-client-node
	install -D -m 755 "$(PROGRAM)" $(DESTDIR)$(PREFIX)/bin/keybridge
	install -D -m 644 udev-rules/70-keybridge.rules $(DESTDIR)$(RULES)/70-keybridge.rules
	install -D -m 644 Packaging/sysusers.d/keybridge.conf $(DESTDIR)$(SYSUSERS)/keybridge.conf
	for language in $(CATALOGUE_LANGUAGES); do \
	  install -D -m 644 $(CATALOGUES)/$$language/$(CATALOGUE) $(INSTALLED_LOCALES)/$$language/$(CATALOGUE) || exit 1; done
	$(call WRITE,$(UNIT)) sed 's|@PREFIX@|$(PREFIX)|' Packaging/systemd/keybridge.service.in > $(UNIT)
	for socket in $(SOCKETS); do \
	  install -D -m 644 Packaging/systemd/$$socket $(DESTDIR)$(UNITS)/$$socket || exit 1; done
	for file in Packaging/systemd/extension-*.conf; do \
	  install -D -m 644 $$file $(SHARE)/systemd/$${file##*/} || exit 1; done
	$(call WRITE,$(BASH_COMPLETION)) $(RUNNER) "$(PROGRAM)" completions bash > $(BASH_COMPLETION)
	$(call WRITE,$(ZSH_COMPLETION)) $(RUNNER) "$(PROGRAM)" completions zsh > $(ZSH_COMPLETION)
	$(call WRITE,$(FISH_COMPLETION)) $(RUNNER) "$(PROGRAM)" completions fish > $(FISH_COMPLETION)
	$(call WRITE,$(MANUAL)) $(RUNNER) "$(PROGRAM)" manual > $(MANUAL).md
	$(MAKE_MANUAL) $(MANUAL).md keybridge.1 > $(MANUAL) && rm $(MANUAL).md
	for page in $(MANUALS); do \
	  install -D -m 644 $$page $(MAN)/man$${page##*.}/$${page##*/} || exit 1; done
	for file in $(SCHEMA_FILES); do \
	  install -D -m 644 Documentation/$$file $(SHARE)/$$file || exit 1; done
	python3 -B Packaging/install_documents.py $(DOCUMENTS)
	for file in $(SCHEMAS); do \
	  install -D -m 644 $$file $(SCHEMA_FOLDER)/$${file##*/} || exit 1; done
	for file in $(CLIENT)/*.py $(CLIENT)/py.typed; do \
	  install -D -m 644 $$file $(INSTALLED_CLIENT)/$${file##*/} || exit 1; done
	$(call WRITE,$(KIOSK)) sed '1{/^#!/d}' Examples/Kiosk/kiosk.py > $(KIOSK)
ifeq ($(DESTDIR),)
	$(MAKE_USER)
	-udevadm control --reload && udevadm trigger --action=change --subsystem-match=input
	$(SYSTEMD_RUNS) && systemctl daemon-reload || true
	@echo "Installed. To start the service now and at every boot: systemctl enable --now keybridge"
	@echo "To let a user's programs connect to the service: usermod -aG keybridge USER"
	@echo "To let a user run 'keybridge run', and read every keyboard: usermod -aG keybridge-input USER"
endif

# Keeps the user and the groups, because files may still belong to them. `userdel keybridge` removes the user and its own
# group, `groupdel keybridge-input` the other group.
uninstall:
ifeq ($(DESTDIR),)
	$(SYSTEMD_RUNS) && systemctl disable --now keybridge.service $(SOCKETS) \
	  $(notdir $(wildcard $(UNITS)/keybridge-engine-*.socket)) || true
endif
	rm -f $(DESTDIR)$(PREFIX)/bin/keybridge \
	  $(DESTDIR)$(RULES)/70-keybridge.rules \
	  $(DESTDIR)$(SYSUSERS)/keybridge.conf \
	  $(UNIT) $(SOCKETS:%=$(DESTDIR)$(UNITS)/%) \
	  $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION) $(MANUAL) \
	  $(foreach page,$(notdir $(MANUALS)),$(MAN)/man$(patsubst .%,%,$(suffix $(page)))/$(page)) \
	  $(CATALOGUE_LANGUAGES:%=$(INSTALLED_LOCALES)/%/$(CATALOGUE)) \
	  $(DESTDIR)$(UNITS)/keybridge-engine-*
	rm -rf $(DOCUMENTS) $(SHARE) $(DESTDIR)$(PREFIX)/lib/keybridge
	rm -rf $(INSTALLED_CLIENT) $(INSTALLED_NODE)
ifeq ($(DESTDIR),)
	rm -rf $(COMBINED_LEXICONS)
	-rmdir $(dir $(COMBINED_LEXICONS)) 2>/dev/null
	$(SYSTEMD_RUNS) && { systemctl daemon-reload; systemctl reset-failed keybridge.service $(SOCKETS); } 2>/dev/null || true
	-rmdir /run/keybridge/engines /run/keybridge 2>/dev/null
	-udevadm control --reload && udevadm trigger --settle --action=change --subsystem-match=input
	@# Udev's own rules set the group only when a device is added.
	-for node in /dev/input/event*; do \
	  case $$(stat -c %G "$$node" 2>/dev/null) in keybridge|keybridge-input) chgrp input "$$node";; esac; done
endif

# Installs the engines that are built, with their manifests and units.
install-engines: engines
	for program in "$(ENGINES)"/keybridge-engine-*; do \
	  test -x "$$program" || continue; \
	  $(MAKE) --no-print-directory --old-file=engines install-engine ENGINE="$${program##*/keybridge-engine-}" || exit 1; done
ifeq ($(DESTDIR),)
	$(SYSTEMD_RUNS) && systemctl daemon-reload || true
endif

install-engine: ENGINE_FILE = $(notdir $(basename $(wildcard Packaging/engines/*-$(ENGINE).yaml.in)))
install-engine: engines install-engine-units
	install -D -m 755 "$(ENGINES)/keybridge-engine-$(ENGINE)" $(DESTDIR)$(ENGINE_PROGRAM)
	$(call WRITE,$(SHARE)/engines/$(ENGINE_FILE)) \
	  sed 's|@PREFIX@|$(PREFIX)|' Packaging/engines/$(ENGINE_FILE).in > $(SHARE)/engines/$(ENGINE_FILE)

# Installs the units in which systemd starts the language engine ENGINE, whose program is ENGINE_PROGRAM. The adapter of mozc
# starts a server with three threads of its own, and talks to it over a socket.
ENGINE_PROGRAM = $(PREFIX)/lib/keybridge/keybridge-engine-$(ENGINE)
ENGINE_SOCKET  = $(DESTDIR)$(UNITS)/keybridge-engine-$(ENGINE).socket
ENGINE_SERVICE = $(DESTDIR)$(UNITS)/keybridge-engine-$(ENGINE)@.service
ENGINE_VALUES  = s|@PROGRAM@|$(ENGINE_PROGRAM)|; s|@ENGINE@|$(ENGINE)|g; s|@MEMORY@|$(if $(filter mozc,$(ENGINE)),512M,256M)|; \
                 s|@TASKS@|$(if $(filter mozc,$(ENGINE)),32,16)|; s|@FAMILIES@|$(if $(filter mozc,$(ENGINE)),AF_UNIX,none)|; \
                 $(if $(filter mozc,$(ENGINE)),s|@RUNTIME@|RuntimeDirectory=keybridge-mozc-%i|,/@RUNTIME@/d; /^\# A folder in memory/d)
install-engine-units:
	@test -n "$(ENGINE)" || { echo "ENGINE must be set" >&2; exit 1; }
	$(call WRITE,$(ENGINE_SOCKET)) sed '$(ENGINE_VALUES)' Packaging/engines/engine.socket.in > $(ENGINE_SOCKET)
	$(call WRITE,$(ENGINE_SERVICE)) sed '$(ENGINE_VALUES)' Packaging/engines/engine@.service.in > $(ENGINE_SERVICE)

# Builds the Debian packages of Keybridge and of its language engines in .build/deb with dpkg's own tools. OPTIONS go to
# Packaging/debian/build and build-engines: --version V.
deb: build manuals deb-engines deb-packages
	Packaging/debian/build --program "$(PROGRAM)" $(DEB_TARGET) $(OPTIONS)

deb-engines: deb-packages
	@$(MAKE) --no-print-directory engines
	Packaging/debian/build-engines --programs "$(ENGINES)" $(DEB_TARGET) $(OPTIONS)

# Builds the packages of the lexicons in .build/deb: one for each language, and one that installs them all.
deb-lexicons: lexicons deb-packages
	Packaging/debian/lexicons/build --lexicons $(LEXICONS) $(OPTIONS)

# Checks these packages in the same way as check-deb.
check-deb-lexicons: deb-lexicons deb-check-packages language-bench-packages
	Packaging/debian/lexicons/check .build/deb

# Checks the packages with lintian and in a copy of the root file system; installs nothing on this machine.
check-deb: deb deb-check-packages
	Packaging/debian/check .build/deb/keybridge_$(VERSION)_$(MACHINE).deb
	Packaging/debian/check-killed .build/deb/keybridge_$(VERSION)_$(MACHINE).deb
	Packaging/debian/check-unusual .build/deb/keybridge_$(VERSION)_$(MACHINE).deb
	Packaging/debian/check-engines .build/deb/keybridge-engine-*+$(OWN_SUITE)_$(MACHINE).deb

include Packaging/debian/distributions.mk

SYSTEMD_RUNS = test -d /run/systemd/system
# If a group with that name exists, it becomes the user's group.
MAKE_USER = if command -v systemd-sysusers >/dev/null; then \
	  systemd-sysusers $(SYSUSERS)/keybridge.conf; \
	else \
	  getent group keybridge >/dev/null || groupadd --system keybridge; \
	  getent group keybridge-input >/dev/null || groupadd --system keybridge-input; \
	  getent passwd keybridge >/dev/null || useradd --system --gid keybridge --home-dir / \
	    --no-create-home --shell /usr/sbin/nologin --comment Keybridge keybridge; \
	fi

clean:
	rm -rf .build .build-release .build-arm64-* .build-asan .build-asan-screen .build-tsan

check-packages: PACKAGES = $(CHECK_PACKAGES)
client-packages: PACKAGES = $(CLIENT_PACKAGES)
build-packages: PACKAGES = $(BUILD_PACKAGES)
test-packages:  PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES)
kernel-packages: PACKAGES = $(BUILD_PACKAGES) $(KERNEL_PACKAGES)
deb-packages: PACKAGES = $(BUILD_PACKAGES) $(DEB_PACKAGES)
lexicon-packages: PACKAGES = $(LEXICON_PACKAGES)
language-bench-packages: PACKAGES = $(LANGUAGE_BENCH_PACKAGES)
deb-check-packages: PACKAGES = $(DEB_CHECK_PACKAGES)
bench-packages: PACKAGES = $(BUILD_PACKAGES) $(BENCH_PACKAGES)
engine-packages: PACKAGES = $(ENGINE_PACKAGES) $(ENGINE_TEST_PACKAGES)
bench-kernel-packages: PACKAGES = $(BUILD_PACKAGES) $(BENCH_KERNEL_PACKAGES)
picture-packages: PACKAGES = $(PICTURE_PACKAGES)
browser-packages: PACKAGES = $(BROWSER_PACKAGES) $(CHECK_PACKAGES)
root-packages: PACKAGES = $(ROOT_PACKAGES)
repository-packages: PACKAGES = $(REPOSITORY_PACKAGES)

include Packaging/arm64/arm64.mk
include Clients/clients.mk
include Adapters/adapters.mk
include Forward/forward.mk
include Tests/Extensions/extensions.mk
include Tests/ScriptedMachine/machine.mk
include Tests/Analysis/analysis.mk
include Extensions/ibus/ibus.mk
include Engines/handwriting/handwriting.mk

$(CLIENTS_PACKAGE_TARGETS) sdk-packages arm64-packages arm64-test-packages \
check-packages client-packages build-packages test-packages kernel-packages bench-packages bench-kernel-packages deb-packages \
deb-check-packages browser-packages picture-packages lexicon-packages language-bench-packages engine-packages \
handwriting-packages handwriting-bench-packages root-packages repository-packages:
	@missing=$$(dpkg-query -W -f='$${Package} $${db:Status-Status}\n' $(PACKAGES) 2>/dev/null | \
	  awk -v names='$(PACKAGES)' '$$2 == "installed" { has[$$1] = 1 } \
	    END { n = split(names, name, " "); for (i = 1; i <= n; i++) if (!has[name[i]]) print name[i] }'); \
	test -z "$$missing" && exit 0; \
	if [ "$$(id -u)" = 0 ]; then as_root=; elif command -v sudo >/dev/null; then as_root=sudo; \
	else echo "Missing packages; run as root: apt-get install" $$missing >&2; exit 1; fi; \
	echo "Installing" $$missing; \
	$$as_root apt-get update -qq && \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	  -o DPkg::Lock::Timeout=300 $$missing >/dev/null

include Packaging/release/release.mk
