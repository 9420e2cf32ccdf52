#!/usr/bin/env python3
"""Draws ten mechanics of each game by lot and writes into docs/finding-rules.md where `kessel rule` finds them.

  scripts/finding-rules.py [SEED]     13 unless given; needs target/debug/kessel

The page names files and functions, no lines: `crates/kessel/tests/rule.rs` holds it to what it names.
"""

import json
import random
import re
import subprocess
import sys
import tomllib

GAMES = ["battle", "drive", "roads", "wintergewitter", "waw"]
PAGE = "docs/finding-rules.md"
BEGIN, END = "<!-- Written by scripts/finding-rules.py. -->\n", "<!-- End of what is written. -->"
EACH = 10


def mechanics(game):
    """The numbers of the mechanics that are not moot, in the order of the book."""
    with open(f"data/{game}/rules.toml", "rb") as file:
        cases = tomllib.load(file)["case"]
    return [case["id"] for case in cases if case["kind"] == "mechanic" and "moot" not in case]


def once(names):
    """The names in their order, each once, in backquotes."""
    return ", ".join(f"`{name}`" for name in dict.fromkeys(names))


def row(game, number):
    """A line of the table."""
    command = ["target/debug/kessel", "rule", game, number, "--json"]
    rule = json.loads(subprocess.check_output(command, text=True))
    source = f"crates/games/{game}/src/"
    places = [c["file"].removeprefix(source) + (f": {c['within']}" if c["within"] else "") for c in rule["cited"]]
    files = [case["file"].removeprefix(f"cases/{game}/") for case in rule["cases"]]
    cited = once(places) or f"nowhere: {rule['uncited']}"
    title = rule["title"].replace("|", "/")
    return f"| {game} | {number} {title} | {cited} | {once(files)} |"


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 13
    rows = [f"Ten of each game, drawn with the seed {seed}:\n", "| game | rule | cited in | proven by |", "|---|---|---|---|"]
    lot = random.Random(seed)
    for game in GAMES:
        all_of_them = mechanics(game)
        drawn = sorted(lot.sample(range(len(all_of_them)), EACH))
        rows += [row(game, all_of_them[n]) for n in drawn]
    with open(PAGE) as file:
        page = file.read()
    written = BEGIN + "\n" + "\n".join(rows) + "\n\n" + END
    page, found = re.subn(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: written, page, flags=re.S)
    if not found:
        sys.exit(f"{PAGE} has no place for the table")
    with open(PAGE, "w") as file:
        file.write(page)


main()
