# Kessel: what one does with it.
#
#   make setup   install what is missing
#   make play    build it and start it
#   make test    format, lints, all tests, all case files
#   make bench   how fast it is

CARGO ?= cargo
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)
HAVE_CARGO := $(shell command -v $(CARGO) >/dev/null 2>&1 && echo yes)

.PHONY: play test bench setup toolchain

play: toolchain
	$(CARGO) build --release -p kessel
	@echo
	@echo "The table in the browser is still to come. Meanwhile, in a terminal:"
	@echo "  target/release/kessel games"
	@echo "  target/release/kessel new battle/campaign -o game.kessel"
	@echo "  target/release/kessel show game.kessel"
	@echo "  target/release/kessel legal game.kessel"
	@echo "  target/release/kessel auto game.kessel --axis recruit --soviet recruit --turns 1"

# The tests build target/debug/kessel; the case files run on that very binary, so nothing is compiled twice.
test: toolchain
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
ifeq ($(NEXTEST),yes)
	$(CARGO) nextest run --workspace --locked
	$(CARGO) test --workspace --locked --doc
else
	$(CARGO) test --workspace --locked
endif
	target/debug/kessel check cases

bench: toolchain
	$(CARGO) build --release -p kessel
	target/release/kessel simulate battle/campaign -n 200 --seed 1 --jobs 1
	$(CARGO) bench -p kessel-board

setup: toolchain
	@if command -v rustup >/dev/null 2>&1; then rustup component add clippy rustfmt; fi
	$(CARGO) fetch --locked
ifneq ($(NEXTEST),yes)
	@echo "cargo-nextest is not installed: the tests run with cargo test, only more slowly."
	@echo "It can be had from https://nexte.st."
endif

toolchain:
ifneq ($(HAVE_CARGO),yes)
	@echo "Kessel is built with Rust, which is not installed here: see https://rustup.rs" >&2
	@exit 1
endif
