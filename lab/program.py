"""Runs the program `quandary` and parses its output, for the notebooks of this folder."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import pandas

ROOT = Path(__file__).resolve().parent.parent
# The program with all features: `cargo build --release --package quandary --all-features`.
PROGRAM = os.environ.get("QUANDARY", str(ROOT / "target/release/quandary"))

# The first category of each of the ten families.
FAMILIES = ["dungeon", "cave", "mine", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"]

NOTHING_FOUND = 11


def number(name, default):
    """The number of an environment variable, or a default."""
    return int(os.environ.get(name, default))


def run(*words, codes=(0,)):
    """Standard output of the program; an unlisted exit code is an error."""
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode not in codes:
        raise RuntimeError(f"quandary {' '.join(map(str, words))} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def values(text):
    """Parses a sequence of JSON values, each on one line or several."""
    decoder, found, at = json.JSONDecoder(), [], 0
    text = text.strip()
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        found.append(value)
        while text[at : at + 1].isspace():
            at += 1
    return found


def dungeons(category, count, *words, first=1):
    """Dungeons of consecutive seeds; seeds without a result are skipped."""
    request = ["--category", category, "--seed", first, "--count", count, *words]
    return values(run("dungeon", *request, "--format", "json", codes=(0, NOTHING_FOUND)))


def corpus():
    """The nine dungeons of the reference corpus as levels; none if QUANDARY_DATA is not set."""
    if "QUANDARY_DATA" not in os.environ:
        return []
    folder = Path(os.environ["QUANDARY_DATA"]) / "vglc"
    files = [(folder / f"tloz{n}_1.txt", folder / f"LoZ_{n}.dot") for n in range(1, 10)]
    return [json.loads(run("import", "vglc", "--tiles", tiles, "--graph", graph)) for tiles, graph in files]


def ask_about(things, command, *words, suffix=".jsonl"):
    """Standard output of a command whose last argument is a file of JSON values or texts."""
    with tempfile.NamedTemporaryFile("w", suffix=suffix) as file:
        for thing in things:
            file.write(thing if isinstance(thing, str) else json.dumps(thing) + "\n")
        file.flush()
        return run(command, *words, file.name)


def measured(levels, *words):
    """A data frame with a row of measures per level, from the Parquet output of the program."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        ask_about(levels, "measure", *words, "-o", path)
        return pandas.read_parquet(path)
