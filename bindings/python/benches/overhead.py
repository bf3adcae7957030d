"""What a call of `quandary.check` costs above the same call in Rust, on small levels. Run in the checkout:

    python bindings/python/benches/overhead.py
"""

from __future__ import annotations

import subprocess
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
    """The fastest round, in microseconds a check."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(CHECKS):
            quandary.check(level)
        best = min(best, time.perf_counter() - begin)
    return best / CHECKS * 1e6


def in_rust(drawn: str) -> float:
    """The same of the program beside this file."""
    command = ["cargo", "run", "--quiet", "--release", "--package", "quandary-py", "--example", "check_time"]
    done = subprocess.run(command, input=drawn, capture_output=True, text=True, cwd=ROOT, check=True)
    return float(done.stdout)


def main() -> None:
    for name, drawn in LEVELS.items():
        rust, python = in_rust(drawn), in_python(quandary.Level.from_text(drawn))
        print(f"{name:12} Rust {rust:6.1f} us, Python {python:6.1f} us, above it {python - rust:6.1f} us")


if __name__ == "__main__":
    main()
