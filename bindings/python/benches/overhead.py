"""The overhead of Python over Rust, for calls of `quandary.check` and for dungeons by `corpus`. Run in the checkout:

    python bindings/python/benches/overhead.py
    python bindings/python/benches/overhead.py corpus [COUNT [PROGRAM]]

The second command generates the same dungeons, by default 1,000, with the command line and in Python, each in its own
process,
and compares the CPU time. The exit code is 1 if Python takes over 5 % more than the program.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import quandary

ROOT = Path(__file__).resolve().parents[3]
LEVELS = {
    "a corridor": "#######\n#@...*#\n#######\n",
    "a key": "#######\n#@k#.*#\n#..+..#\n#######\n",
    "a trap": "#########\n#.+.@k+*#\n#########\n",
}
CHECKS, ROUNDS = 2_000, 15


def in_python(level: quandary.Level) -> float:
    """The time of the fastest round, in microseconds per check."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(CHECKS):
            quandary.check(level)
        best = min(best, time.perf_counter() - begin)
    return best / CHECKS * 1e6


def in_rust(drawn: str) -> float:
    """The same for the Rust example `check_time`."""
    command = ["cargo", "run", "--quiet", "--release", "--package", "quandary-py", "--example", "check_time"]
    done = subprocess.run(command, input=drawn, capture_output=True, text=True, cwd=ROOT, check=True)
    return float(done.stdout)


def processor_time(command: list[str]) -> float:
    """The CPU time of a command and its child processes, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def corpus(count: int, program: str) -> None:
    """Generates the same rows with the command line, to a Parquet file, and in Python, to an Arrow table."""
    code = f"import quandary, pyarrow; assert pyarrow.table(quandary.corpus({count}, seed=1, attempts=1)).num_rows == {count}"
    with tempfile.TemporaryDirectory() as folder:
        words = ["--kind", "dungeon", "--attempts", "1", "--count", str(count), "--seed", "1", "-o", f"{folder}/corpus"]
        rust = processor_time([program, "corpus", *words])
    python = processor_time([sys.executable, "-c", code])
    share = 100 * (python / rust - 1)
    print(f"{count} dungeons: the program {rust:.2f} s of a CPU, Python {python:.2f} s, {share:+.1f} %")
    sys.exit(share > 5)


def main() -> None:
    if sys.argv[1:2] == ["corpus"]:
        target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
        args = dict(enumerate(sys.argv[2:]))
        return corpus(int(args.get(0, "1000")), args.get(1, f"{target}/release/quandary"))
    for name, drawn in LEVELS.items():
        rust, python = in_rust(drawn), in_python(quandary.Level.from_text(drawn))
        print(f"{name:12} Rust {rust:6.1f} us, Python {python:6.1f} us, above it {python - rust:6.1f} us")


if __name__ == "__main__":
    main()
