#!/usr/bin/env python3
"""Records the games of `games/`, which tests play again: `make games`, or `scripts/games.py [NAME...] [--all]`.

Without names those that are missing are recorded: of every scenario offered one game of staff against staff, and one of recruits where it is
small. A name is a game, a scenario or a file (waw, waw/uranus, waw/uranus-recruits) and is recorded anew, with --all everything is. Read
games/README.md first: a game is recorded anew when the rules were raised, never to silence a difference. KESSEL_BIN names the program.

`scripts/games.py --words NAME...` leaves the journals as they are and notes beside them anew what their actions changed and how they ended: where
every position is as it was and only the words of the end have become better.

The games that browser tests play to their end are those of the folder in which the tests wrote them: `scripts/games.py --browser FOLDER`.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "games"
KESSEL = os.environ.get("KESSEL_BIN") or Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug/kessel"

# The seed of every game, but for those named here.
SEED = 1
SEEDS = {}
# A longer game is recorded in lists of so many actions at most: most of a line is hashes, which cannot be packed.
LONG, LIST = 2500, 8
# Recruits dawdle: their game is kept where it is smaller than this.
SMALL = 300_000
# So many characters are noted of what the actions of a game changed: of the longest only the first part.
NOTED = 3_000_000


class Engine:
    """`kessel engine`: a line out, a line in."""

    def __init__(self):
        self.child = subprocess.Popen([KESSEL, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        print(json.dumps(request), file=self.child.stdin, flush=True)
        answer = json.loads(self.child.stdout.readline())
        if "error" in answer:
            sys.exit(f"games: {request['do']}: {answer['error']['text']}")
        return answer["ok"]


def played(engine, scenario, officer):
    """A whole game, as the text of a journal."""
    seed = SEEDS.get((scenario, officer), SEED)
    engine.ask(do="new", game=scenario, seed=seed)
    end = engine.ask(do="auto", axis=officer, soviet=officer)
    if end["stopped"] != "over":
        sys.exit(f"games: {scenario} did not come to its end: {end['stopped']}")
    text = engine.ask(do="journal")["text"]
    engine.ask(do="close")
    entries = [json.loads(line) for line in text.splitlines()[1:]]
    return text if len(entries) <= LONG else in_lists(engine, scenario, seed, entries)


def in_lists(engine, scenario, seed, entries):
    """The same game with the actions of a side in lists, up to a die, a revelation or a plan."""
    engine.ask(do="new", game=scenario, seed=seed)
    waiting = []
    for n, entry in enumerate(entries):
        waiting.append(entry["action"])
        after = entries[n + 1] if n + 1 < len(entries) else None
        ends = entry.get("rolls") or entry.get("revealed") or "plan" in entry or after is None
        if ends or after["side"] != entry["side"] or "plan" in after or len(waiting) == LIST:
            actions = [{"commit": entry["plan"]["orders"]}] if "plan" in entry else waiting
            done = engine.ask(do="act", **{"as": entry["side"]}, actions=actions)
            assert not done["rest"], f"{scenario}: action {n + 1} ended its list"
            waiting = []
    text = engine.ask(do="journal")["text"]
    engine.ask(do="close")
    last = json.loads(text.splitlines()[-1])
    assert last["state"] == entries[-1]["state"], f"{scenario}: the lists lead elsewhere"
    return text


def pack(text):
    """The same bytes whenever it is done."""
    return gzip.compress(text.encode(), 9, mtime=0)


def noted(journal):
    """What every action changed, in the words of case files, and the end."""
    with tempfile.NamedTemporaryFile("w", suffix=".kessel") as file:
        file.write(journal)
        file.flush()
        words = [KESSEL, "replay", file.name, "--json", "--facts", "--as", "umpire"]
        told = subprocess.run(words, capture_output=True, text=True)
    if told.returncode:
        sys.exit(f"games: {told.stderr}")
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    text = ""
    for line in lines[:-1]:
        fresh = json.dumps({"facts": line["facts"]}, separators=(",", ":"), ensure_ascii=False) if len(text) < NOTED else "{}"
        text += fresh + "\n"
    return text + json.dumps({"outcome": lines[-1]["outcome"]}, separators=(",", ":"), ensure_ascii=False) + "\n"


def record(engine, name, scenario, officer):
    journal = played(engine, scenario, officer)
    size = len(pack(journal))
    if officer == "recruit" and size > SMALL:
        print(f"{name}: not kept, {size} bytes", flush=True)
        return
    keep(name, journal)


def keep(name, journal):
    """Writes a journal, and beside it what its actions changed."""
    packed = pack(journal)
    facts = pack(noted(journal))
    file = GAMES / f"{name}.kessel.gz"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(packed)
    file.with_name(file.name.replace(".kessel.gz", ".facts.gz")).write_bytes(facts)
    entries = journal.count("\n") - 1
    print(f"{name}: {entries} entries, {len(packed)} bytes and {len(facts)} of facts", flush=True)


def note_anew(names):
    """The words beside the journals that are there; the journals stay."""
    files = [file for name in names for file in sorted(GAMES.glob(f"{name}*.kessel.gz") if "/" in name else GAMES.glob(f"{name}/*.kessel.gz"))]
    with tempfile.TemporaryDirectory() as no_cases:
        listed = json.loads(subprocess.check_output([KESSEL, "games", "--json", "--cases", no_cases], text=True))
    rules = {game["id"]: game["rules"] for game in listed}
    for file in files:
        journal = gzip.decompress(file.read_bytes()).decode()
        if json.loads(journal.split("\n", 1)[0])["rules"] != rules[file.parent.name]:
            print(f"{file.relative_to(GAMES)}: of older rules, left alone", flush=True)
            continue
        facts = pack(noted(journal))
        file.with_name(file.name.replace(".kessel.gz", ".facts.gz")).write_bytes(facts)
        print(f"{file.relative_to(GAMES)}: {len(facts)} bytes of facts", flush=True)
    if not files:
        sys.exit(f"games: there is none called {' or '.join(names) or 'nothing'}")


def offered():
    """Every scenario that can be played."""
    with tempfile.TemporaryDirectory() as no_cases:
        listed = subprocess.check_output([KESSEL, "games", "--json", "--cases", no_cases], text=True)
    return [(g["id"], s["id"]) for g in json.loads(listed) for s in g["scenarios"] if s["playable"]]


def from_browser(folder):
    """Keeps the journals that browser tests wrote: GAME.NAME.kessel."""
    files = sorted(Path(folder).glob("*.kessel"))
    for file in files:
        keep(file.stem.replace(".", "/", 1), file.read_text())
    if not files:
        sys.exit(f"games: {folder} holds no game; `KESSEL_GAMES={folder} npm run test:browser` writes them")


def main():
    if sys.argv[1:2] == ["--browser"] and len(sys.argv) == 3:
        return from_browser(sys.argv[2])
    if sys.argv[1:2] == ["--words"]:
        return note_anew(sys.argv[2:])
    wanted = [word for word in sys.argv[1:] if word != "--all"]
    everything = "--all" in sys.argv
    names = {f"{game}/{s}": (f"{game}/{s}", "staff") for game, s in offered()}
    names |= {f"{game}/{s}-recruits": (f"{game}/{s}", "recruit") for game, s in offered()}
    chosen = set()
    for word in wanted:
        fits = {name for name, (scenario, _) in names.items() if word in (name, scenario, name.split("/")[0])}
        if not fits:
            sys.exit(f"games: there is no {word}; there are {', '.join(sorted(names))}")
        chosen |= fits
    if not wanted:
        # A game of recruits that is missing beside one of staff was too large: it is not played each time to find that out again.
        there = {name for name in names if (GAMES / f"{name}.kessel.gz").exists()}
        recruits = {name for name, (scenario, officer) in names.items() if officer == "recruit" and scenario in there}
        chosen = set(names) if everything else set(names) - there - recruits
    engine = Engine()
    for name in sorted(chosen):
        record(engine, name, *names[name])
    if not chosen:
        print("games: a game of every scenario is there")


if __name__ == "__main__":
    main()
