#!/usr/bin/env python3
"""Formats, checks and tests what differs from a commit and what depends on it, and says what it left out: `make quick`, `make quick BASE=v1.2`.

Without BASE it is the commit at which this branch left main. What is not committed counts too. It is for while one works: `make test` asks
everything, and nothing else decides whether a change is taken.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CARGO = os.environ.get("CARGO", "cargo")
NPM = os.environ.get("NPM", "npm")
# As the Makefile has it.
LEAN = ["--locked", "--no-default-features"]
LINTED = {"RUSTC_WORKSPACE_WRAPPER": "clippy-driver", "CLIPPY_ARGS": "-Dwarnings__CLIPPY_HACKERY__"}
# Whoever changes one of these has changed every crate.
ALL_RUST = {"Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "rustfmt.toml"}


def git(*words):
    return subprocess.check_output(["git", *words], cwd=ROOT, text=True).strip()


def changed(base):
    """Every file that differs from `base`, whether committed or not."""
    return set(git("diff", "--name-only", base).split("\n") + git("ls-files", "-o", "--exclude-standard").split("\n")) - {""}


def crates():
    """The folder of each crate, and the crates that use it."""
    told = subprocess.check_output([CARGO, "metadata", "--no-deps", "--offline", "--format-version", "1"], cwd=ROOT, text=True)
    packages = json.loads(told)["packages"]
    folders = {p["name"]: str(Path(p["manifest_path"]).parent.relative_to(ROOT)) + "/" for p in packages}
    users = {name: {p["name"] for p in packages if any(d["name"] == name for d in p["dependencies"])} for name in folders}
    doctests = {p["name"] for p in packages if any(t["doctest"] for t in p["targets"])}
    return folders, users, doctests


def touched(files, folders):
    """The crates that are made of these files: their sources, and the data that is built into a game."""
    if files & ALL_RUST:
        return set(folders)
    found = {name for name, folder in folders.items() if any(f.startswith(folder) for f in files)}
    games = {f.split("/")[1] for f in files if f.startswith("data/")}
    found |= {f"kessel-{game}" for game in games} & set(folders)
    # The atlas writes the maps of one game, and its tests read them; the program's tests read kept games and documents.
    read_by = {"atlas/": "kessel-atlas", "games/": "kessel", "docs/": "kessel"}
    return found | {name for folder, name in read_by.items() if any(f.startswith(folder) for f in files)}


def with_users(found, users):
    """These crates and all above them."""
    todo, done = list(found), set()
    while todo:
        name = todo.pop()
        if name not in done:
            done.add(name)
            todo.extend(users[name])
    return done


def cases(files, below):
    """The folders of case files that can say something new."""
    games = sorted(p.name for p in (ROOT / "cases").iterdir() if p.is_dir())
    return [g for g in games if f"kessel-{g}" in below or "kessel-cases" in below or any(f.startswith(f"cases/{g}/") for f in files)]


def run(*words, cwd=ROOT):
    print("$", " ".join(words), flush=True)
    if subprocess.run(words, cwd=cwd, env={**os.environ, **LINTED}).returncode:
        sys.exit(f"quick: failed: {' '.join(words)}")


def main():
    base = os.environ.get("BASE") or git("merge-base", "main", "HEAD")
    files = changed(base)
    folders, users, doctests = crates()
    tested = with_users(touched(files, folders), users)
    page = any(f.startswith("web/") for f in files)
    played = cases(files, tested)
    if tested:
        run(CARGO, "fmt", "--all", "--check")
        # Clippy compiles what it lints. Cargo itself builds again only what has changed, and what is above it.
        which = " or ".join(f"package({name})" for name in sorted(tested))
        run(CARGO, "nextest", "run", "--workspace", "--tests", *LEAN, "-E", which)
        for name in sorted(tested & doctests):
            run(CARGO, "test", "--doc", "-p", name, *LEAN)
    if played or page:
        run(CARGO, "test", "--workspace", "--tests", "--no-run", *LEAN)
    if played:
        target = os.environ.get("CARGO_TARGET_DIR", "target")
        run(f"{target}/debug/kessel", "check", *(f"cases/{game}" for game in played))
    if page:
        for script in ["lint", "check", "test"]:
            run(NPM, "run", script, cwd=ROOT / "web")
    print(f"\nquick: {len(files)} files differ from {git('rev-parse', '--short', base)}")
    print("tested:  ", ", ".join(sorted(tested)) or "no crate")
    left = [name for name in sorted(folders) if name not in tested]
    left += [f"case files of {p.name}" for p in sorted((ROOT / "cases").iterdir()) if p.is_dir() and p.name not in played]
    left += [] if page else ["lint, check and tests of the page"]
    print("left out:", ", ".join(left + ["the page in the browser", "whole games (make long)"]))


main()
