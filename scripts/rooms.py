#!/usr/bin/env python3
"""Counts the source lines of each game by room: rules, words, view, data, staff, tests.

  scripts/rooms.py            the working tree
  scripts/rooms.py REV        a commit, beside the working tree
  scripts/rooms.py --files    also which file stands in which room

Every line of a .rs file counts, blank lines and comments too. A file's room is that of its first name under src/: `describe/prompt.rs`
is in the room of `describe`. Tests are tests/, benches/, and whatever is called tests.rs or lies in a folder tests/. What is named
nowhere below is rules: the chapters of the rulebook, the state they speak of, and the table of the sequence of play.
"""

import subprocess
import sys
from collections import defaultdict

ROOMS = {
    # How things are said and read: actions, refusals, prompts, labels, the words of case files.
    "words": ["action", "refusal", "why", "describe", "arrange", "facts"],
    # What a viewer sees, and what he may not.
    "view": ["view", "sheet", "redact", "sample"],
    # Reading the data files, and the tree of facts of them.
    "data": ["data"],
    # The computer officers and what a position is worth.
    "staff": ["staff", "evaluate"],
}
ROOM_OF = {name: room for room, names in ROOMS.items() for name in names}
ORDER = ["rules", "words", "view", "data", "staff", "tests"]
SHARED = ["kit"]


def room(path):
    """The room of a file, by its path under the crate."""
    parts = path.split("/")
    if parts[0] != "src" or "tests" in parts or parts[-1] == "tests.rs":
        return "tests"
    return ROOM_OF.get(parts[1].removesuffix(".rs"), "rules")


def files(rev):
    """Every source file of games and kit with its count of lines."""
    if rev is None:
        names = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard", "crates"], text=True).split("\n")
    else:
        names = subprocess.check_output(["git", "ls-tree", "-r", "--name-only", rev, "crates"], text=True).split("\n")
    for name in names:
        parts = name.split("/")
        if not name.endswith(".rs"):
            continue
        if parts[1] == "games":
            crate, path = parts[2], "/".join(parts[3:])
        elif parts[1] in SHARED:
            crate, path = parts[1], "/".join(parts[2:])
        else:
            continue
        if rev is None:
            try:
                with open(name, "rb") as file:
                    text = file.read()
            except FileNotFoundError:
                continue
        else:
            text = subprocess.check_output(["git", "show", f"{rev}:{name}"])
        yield crate, path, text.count(b"\n")


def count(rev, show):
    """The table of one tree."""
    total = defaultdict(lambda: defaultdict(int))
    for crate, path, lines in files(rev):
        total[crate][room(path)] += lines
        if show:
            print(f"{room(path):6} {lines:5} {crate}/{path}")
    head = "".join(f"{name:>8}" for name in ORDER)
    print(f"{rev or 'working tree'}\n{'':16}{head}{'all':>8}{'rules of source':>17}")
    for crate in sorted(total, key=lambda c: (c in SHARED, c)):
        rooms = total[crate]
        source = sum(lines for name, lines in rooms.items() if name != "tests")
        row = "".join(f"{rooms[name]:8}" for name in ORDER)
        share = "" if crate in SHARED else f"{100 * rooms['rules'] / source:16.1f}%"
        print(f"{crate:16}{row}{source + rooms['tests']:8}{share}")
    print()


def main():
    show = "--files" in sys.argv
    for rev in [arg for arg in sys.argv[1:] if not arg.startswith("--")] + [None]:
        count(rev, show)


main()
