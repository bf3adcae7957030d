"""The overhead of a part on Ray, and the gain of a second node. Run in the checkout; requires Ray:

    python bindings/python/benches/ray_cost.py

Starts a cluster of one node with one CPU, generates 400 parts of one mission each and 16 parts of 5 dungeons each, adds
a
second such node on the same machine, and generates the 16 parts again. All times are wall-clock times; the start of the
driver is reported separately.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from test_ray import ENVIRONMENT, PORT, Cluster  # noqa: E402

ONE = ["--kind", "mission", "--count", "1", "--of", "1"]
FEW = ["--kind", "mission", "--count", "20", "--of", "20"]
MISSIONS = ["--kind", "mission", "--count", "400", "--of", "400"]
DUNGEONS = ["--kind", "dungeon", "--category", "families", "--count", "80", "--of", "16"]


def seconds(cluster: Cluster, output: Path, options: list[str]) -> float:
    """The time in seconds of a driver for a corpus, from its start to its end."""
    command = [sys.executable, "-m", "quandary.ray", "corpus", *options, "--address", cluster.address, "-o", str(output)]
    begin = time.perf_counter()
    subprocess.run(command, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main() -> None:
    # The path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="qray", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        cluster = Cluster(folder, PORT + os.getpid() % 500, nodes=1)
        try:
            seconds(cluster, folder / "first", ONE)
            start = seconds(cluster, folder / "first", ONE)
            parts = seconds(cluster, folder / "missions", MISSIONS)
            one = seconds(cluster, folder / "one", DUNGEONS) - start
            cluster.join()
            # Starts the first worker of the second node, before the measurement.
            seconds(cluster, folder / "second", FEW)
            two = seconds(cluster, folder / "two", DUNGEONS) - start
        finally:
            cluster.stop()
    print(f"a driver that finds its corpus made: {start:.1f} s")
    print(f"400 parts of a mission each: {parts:.1f} s, {(parts - start) / 400 * 1000:.0f} ms a part, rows and all")
    print(f"16 parts of 5 dungeons: {one:.1f} s on one node, {two:.1f} s on two, {one / two:.2f} times as fast")


if __name__ == "__main__":
    main()
