# Kessel: what one does with it.
#
#   make play    build it and open the table in the browser
#   make test    format, lints, all tests, all case files, the page: everything that a change must hold
#   make quick   the same for what differs from main (or from BASE=commit) and what depends on it; it says what it leaves out
#   make long    whole games by officers: before a release, every week, and by whoever touches them
#   make docs    the books of all crates, without a warning
#   make bench   how fast it is
#   make maps    draw the maps and set-ups of World at War: Stalingrad anew from the tables in atlas/
#   make figures what a click, opening, undo and a command cost, in bytes and milliseconds
#   make games   record the whole games that tests play again, those that are missing: see games/README.md
#   make rooms   source lines of each game by room: rules, words, view, data, staff, tests (REV=commit to compare)
#   make dist    one stripped program with page and data inside: dist/kessel
#   make licences  the licences and sources of all packages of the lock file, without a network; make advisories also asks what is known to be unsafe
#   make setup   install what is missing (play and test do it by themselves)

CARGO ?= cargo
NPM ?= npm
HAVE_CARGO := $(shell command -v $(CARGO) >/dev/null 2>&1 && echo yes)
DENY := $(shell $(CARGO) deny --version >/dev/null 2>&1 && echo yes)
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)
APT := $(shell if [ "$$(id -u)" = 0 ]; then echo apt-get; else echo sudo apt-get; fi)

.PHONY: games rooms play test build-tests run-tests test-in-node lint lint-rust lint-page test-rust test-page test-modules test-browser program quick long docs bench maps figures dist licences advisories setup toolchain page-tools chromium

play: toolchain page-tools
	$(CARGO) build --release --locked -p kessel
	target/release/kessel

# Everything is built once for all steps: the whole workspace, and without what only the program for people has (an allocator, TLS), which
# takes two minutes of a processor and no test looks at. A build of one package would choose other features and compile everything twice.
LEAN := --workspace --locked --no-default-features
TARGET := $(or $(CARGO_TARGET_DIR),target)

# First everything is built and linted, and what Node looks at fills the gaps that compilers leave of two cores; then the tests run, and the
# browser, which mostly waits, beside them.
test: toolchain page-tools
	+$(MAKE) --no-print-directory --jobs=2 build-tests test-in-node
	+$(MAKE) --no-print-directory --jobs=2 run-tests test-browser BUILT=yes

test-in-node: lint-page test-modules

# Clippy compiles what it lints: the workspace is gone through once, and a warning is an error. (The variable is cargo clippy's own way to say so
# to its driver.) Cargo keeps what this builds apart from what a bare `cargo build` does.
LINTED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__

lint: lint-rust lint-page

# For lints without tests; benches and examples are compiled with the tests of crates/kessel, too.
lint-rust: toolchain page-tools
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(LEAN) --all-targets -- -D warnings

lint-page: page-tools
	cd web && $(NPM) run lint
	cd web && $(NPM) run check

test-rust: build-tests
	+$(MAKE) --no-print-directory run-tests

# Builds $(TARGET)/debug/kessel, too; the case files and the browser run that very binary.
build-tests: toolchain page-tools postgres
	$(CARGO) fmt --all --check
	$(LINTED) $(CARGO) $(BUILD_TESTS)

run-tests:
	$(LINTED) $(CARGO) $(RUN_TESTS)
	$(LINTED) $(CARGO) test $(LEAN) --doc
	$(TARGET)/debug/kessel check cases

ifeq ($(NEXTEST),yes)
BUILD_TESTS := nextest run $(LEAN) --tests --no-run
RUN_TESTS := nextest run $(LEAN) --tests
else
BUILD_TESTS := test $(LEAN) --tests --no-run
RUN_TESTS := test $(LEAN) --tests
endif

test-page: test-modules test-browser

test-modules: page-tools
	cd web && $(NPM) test

test-browser: page-tools chromium program
	cd web && KESSEL_BIN=$(abspath $(TARGET))/debug/kessel $(NPM) run test:browser

# The program as the tests build it; BUILT=yes says that it is there.
program: toolchain page-tools
ifneq ($(BUILT),yes)
	$(LINTED) $(CARGO) $(BUILD_TESTS)
endif

quick: toolchain page-tools
	scripts/quick.py

# The same tests with more games in each place that has long and short ones, optimised as a release is.
long: toolchain page-tools postgres
	KESSEL_LONG=1 $(CARGO) nextest run $(LEAN) --tests --cargo-profile lab

docs: toolchain page-tools
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps $(LEAN)

# One that is there is recorded anew by its name only: scripts/games.py waw/uranus.
games: program
	KESSEL_BIN=$(abspath $(TARGET))/debug/kessel scripts/games.py

rooms:
	python3 scripts/rooms.py $(REV)

# Figures for people to read: nothing here fails on a slow machine.
bench: toolchain page-tools
	$(CARGO) bench --locked -p kessel-board --bench reach
	$(CARGO) bench --locked -p kessel-battle --bench random_play
	$(CARGO) bench --locked -p kessel --bench costs

# From the tables in atlas/ to data/waw/map-*.toml and order-*.toml, which are committed. It fails when the manual is contradicted.
maps: toolchain
	$(CARGO) run --locked -p kessel-atlas

# What people feel: clicks over a real room and WebSocket, long games opened, taken back and played on. Another program is measured with
# FIGURES="--kessel PROGRAM".
figures: toolchain page-tools
	$(CARGO) build --release --locked -p kessel
	$(CARGO) run --release --locked -p kessel-server --example clicks -- $(FIGURES)

# To give away: it needs nothing beside itself but the C library.
dist: toolchain page-tools
	$(CARGO) build --profile dist --locked -p kessel
	mkdir -p dist
	cp target/dist/kessel dist/kessel
	@ls -l dist/kessel

# Read from the lock file and the packages that it names, offline.
licences:
ifeq ($(DENY),yes)
	$(CARGO) deny --offline --locked check licenses bans sources
else
	@echo "cargo-deny is not installed, so the licences of the packages are not checked here: cargo install --locked cargo-deny"
endif

# The same and the advisories, which are fetched where there is a network and read from the last copy where there is none.
advisories: licences
ifeq ($(DENY),yes)
	$(CARGO) deny --locked check advisories || $(CARGO) deny --offline --locked check advisories
endif

setup: toolchain page-tools chromium postgres
	$(CARGO) fetch --locked
ifneq ($(NEXTEST),yes)
	@echo "cargo-nextest is not installed: the tests run with cargo test, only more slowly. See https://nexte.st."
endif

# The toolchain of rust-toolchain.toml, with what the tests need of it.
toolchain:
ifneq ($(HAVE_CARGO),yes)
	@echo "Kessel is built with Rust, which is not installed here: see https://rustup.rs" >&2
	@exit 1
endif
	@if command -v rustup >/dev/null 2>&1; then \
		$(CARGO) fmt --version >/dev/null 2>&1 && $(CARGO) clippy --version >/dev/null 2>&1 \
			|| rustup toolchain install --profile minimal -c clippy -c rustfmt "$$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)"; \
	fi

# What the page is built and tested with. Not `npm ci`: a registry that lacks the packages of other platforms makes a lock file that
# it does not accept, though every version in it is fixed.
page-tools: web/node_modules/.package-lock.json

web/node_modules/.package-lock.json: web/package-lock.json
	@command -v $(NPM) >/dev/null 2>&1 || { echo "The page is built with Node 20 or newer, which is not installed here: see https://nodejs.org" >&2; exit 1; }
	cd web && $(NPM) install --no-save --no-audit --no-fund
	@touch $@

# A real browser for the tests of the page.
chromium:
	@if [ -z "$$CHROMIUM" ] && ! command -v chromium >/dev/null 2>&1 && ! command -v chromium-browser >/dev/null 2>&1; then \
		$(APT) update && $(APT) install -y --no-install-recommends chromium; \
	fi

# A PostgreSQL for the tests of the server; they start one of their own and say so where there is none. Nothing fails without it.
postgres:
	@if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then \
		$(APT) install -y --no-install-recommends postgresql || echo "PostgreSQL is not installed: the server is not tested with it"; \
	fi
