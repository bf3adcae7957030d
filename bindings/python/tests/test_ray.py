"""Corpora on a local cluster of two nodes, where any process may die at any time.

Skipped if Ray is not installed. QUANDARY_RAY_RUNS is the number of runs, by default 2.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import quandary

pytest.importorskip("ray", reason="Ray is not installed: corpora on a cluster are not tested")

RUNS = int(os.environ.get("QUANDARY_RAY_RUNS", "2"))
PARTS = 200
ROWS = 2_000
MAKE = ["--kind", "mission", "--count", str(ROWS), "--of", str(PARTS)]
ENVIRONMENT = {
    **os.environ,
    "RAY_AUTH_MODE": "disabled",
    "RAY_USAGE_STATS_ENABLED": "0",
    # Detect a dead node quickly.
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_failure_threshold": "4",
}
PORT = 6420


def _children(number: int) -> list[int]:
    """The descendants of a process."""
    found: list[int] = []
    for task in Path(f"/proc/{number}/task").glob("*/children"):
        try:
            direct = [int(word) for word in task.read_text().split()]
        except OSError:
            continue
        for child in direct:
            found += [child, *_children(child)]
    return found


def _name(number: int) -> str:
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def _end(process: subprocess.Popen[Any]) -> None:
    """Kills a process and its descendants, each by its id."""
    for number in [*_children(process.pid), process.pid]:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


class Cluster:
    """A head node with one CPU, and by default a second node with one CPU."""

    def __init__(self, folder: Path, port: int, nodes: int = 2) -> None:
        self._folder = folder
        self.address = f"127.0.0.1:{port}"
        head = ["--head", f"--port={port}", f"--temp-dir={folder}/ray", "--include-dashboard=false"]
        self.head = self._start(*head)
        self._await_head()
        self.node: subprocess.Popen[bytes] | None = None
        if nodes == 2:
            self.join()

    def join(self) -> None:
        """Starts the second node."""
        self.node = self._start(f"--address={self.address}")
        self.await_nodes(2)

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        ray = Path(sys.executable).with_name("ray")
        few = ["--num-cpus=1", "--object-store-memory=80000000", "--block"]
        with (self._folder / "cluster.log").open("ab") as log:
            return subprocess.Popen([ray, "start", *words, *few], env=ENVIRONMENT, stdout=log, stderr=log)

    def _await_head(self) -> None:
        import socket

        host, port = self.address.split(":")
        for _ in range(300):
            with socket.socket() as connection:
                if connection.connect_ex((host, int(port))) == 0:
                    time.sleep(1)
                    return
            time.sleep(0.1)
        raise TimeoutError((self._folder / "cluster.log").read_text())

    def nodes(self) -> int:
        """The number of living nodes, according to the head."""
        code = f"import ray; ray.init(address={self.address!r}, log_to_driver=False); print(sum(n['Alive'] for n in ray.nodes()))"
        done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True,
        check=False)
        return int(done.stdout) if done.returncode == 0 else 0

    def await_nodes(self, many: int) -> None:
        """Waits until ``many`` nodes are alive."""
        for _ in range(30):
            if self.nodes() == many:
                return
        raise TimeoutError((self._folder / "cluster.log").read_text())

    def workers(self) -> list[int]:
        """The worker processes that generate parts."""
        nodes = [node for node in (self.head, self.node) if node]
        every = [child for node in nodes for child in _children(node.pid)]
        return [number for number in every if _name(number).startswith("ray::_part")]

    def kill_node(self) -> None:
        assert self.node and self.node.poll() is None, (self._folder / "cluster.log").read_text()
        _end(self.node)
        self.node = self._start(f"--address={self.address}")

    def stop(self) -> None:
        if self.node:
            _end(self.node)
        _end(self.head)


def _hashes(folder: Path) -> dict[str, str]:
    files = sorted(folder.glob("part-*.parquet")) + sorted((folder / "manifest").glob("*.json")) + [folder / "corpus.json"]
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The hashes of a run without Ray."""
    folder = tmp_path_factory.mktemp("plain")
    request = json.dumps({"make": {"mission": {}}, "seed": 1, "count": ROWS, "parts": PARTS})
    name, about, below = quandary._native.corpus_about(request)
    (folder / name).write_text(about)
    (folder / below).mkdir()
    for part in range(PARTS):
        file, manifest = quandary._native.corpus_names(part)
        (folder / below / manifest).write_text(quandary._native.corpus_part(request, part, str(folder / file)))
    return _hashes(folder)


def test_without_ray_it_is_what_the_program_makes(
    undisturbed: dict[str, str], program: Callable[..., bytes], tmp_path: Path
) -> None:
    program("corpus", *MAKE, "-o", tmp_path / "c")
    assert _hashes(tmp_path / "c") == undisturbed


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    # The path of a socket must be short.
    import tempfile

    with tempfile.TemporaryDirectory(prefix="qray", dir="/tmp", ignore_cleanup_errors=True) as folder:
        made = Cluster(Path(folder), PORT + os.getpid() % 500)
        try:
            yield made
        finally:
            made.stop()


def _driver(cluster: Cluster, output: Path, log: Path) -> subprocess.Popen[bytes]:
    words = ["-m", "quandary.ray", "corpus", *MAKE, "--address", cluster.address, "-o", str(output)]
    with log.open("ab") as out:
        return subprocess.Popen([sys.executable, *words], env=ENVIRONMENT, stdout=out, stderr=out)


@pytest.mark.parametrize("run", range(RUNS))
def test_whatever_dies_every_part_is_made_once(
    run: int, undisturbed: dict[str, str], cluster: Cluster, tmp_path: Path
) -> None:
    chance = random.Random(run)
    output, log = tmp_path / "corpus", tmp_path / "driver.log"
    driver = _driver(cluster, output, log)
    deaths = {"worker": 0, "node": 0, "driver": 0}
    # Each kind dies at least once, after a random share of the parts.
    whom = ["worker", "node", "driver", "worker"]
    chance.shuffle(whom)
    shares = sorted(chance.uniform(0.05, 0.8) for _ in whom)
    end = time.monotonic() + 240
    while whom or driver.poll() is None:
        assert time.monotonic() < end, log.read_text() + (tmp_path / "corpus").name
        done = len(list((output / "manifest").glob("part-*.json"))) if output.exists() else 0
        if not whom or done < shares[0] * PARTS:
            if whom and driver.poll() is not None:
                assert driver.returncode == 0, log.read_text()
                break
            time.sleep(0.01)
            continue
        if whom[0] == "worker":
            workers = cluster.workers()
            if not workers and driver.poll() is None:
                time.sleep(0.005)
                continue
            for number in workers[:1]:
                os.kill(number, signal.SIGKILL)
        elif whom[0] == "node":
            cluster.kill_node()
        else:
            driver.kill()
            driver.wait()
            driver = _driver(cluster, output, log)
        deaths[whom[0]] += 1
        whom.pop(0)
        shares.pop(0)
    assert driver.wait() == 0, log.read_text()
    assert min(deaths.values()) >= 1, (deaths, log.read_text())
    again = _driver(cluster, output, log)
    assert again.wait() == 0, log.read_text()
    assert f"0 parts made, {PARTS} there before, {ROWS} rows" in log.read_text()
    assert _hashes(output) == undisturbed
    left = [path for path in output.rglob("*") if path.name.startswith(".")]
    assert left == []
    import pyarrow.parquet

    read = [pyarrow.parquet.read_table(file, columns=["seed"]) for file in sorted(output.glob("part-*.parquet"))]
    rows = [seed for table in read for seed in table["seed"].to_pylist()]
    assert rows == list(range(1, ROWS + 1))


def test_other_peoples_levels_are_judged(cluster: Cluster) -> None:
    code = """
import ray, quandary.ray
ray.init(address={address!r}, log_to_driver=False)
texts = ["#####\\n#@.*#\\n#####\\n", "#####\\n#@#*#\\n#####\\n", "no level", "#########\\n#.+.@k+*#\\n#########\\n"]
data = ray.data.from_items([{{"n": n, "json": text}} for n, text in enumerate(texts)])
rows = sorted(quandary.ray.check(data).take_all(), key=lambda row: row["n"])
print([(row["judged_winnable"], row["judged_unlosable"], row["judged_error"] is None) for row in rows])
"""
    ran = subprocess.run(
        [sys.executable, "-c", code.format(address=cluster.address)], env=ENVIRONMENT, capture_output=True, timeout=200
    )
    expect = "[(True, True, True), (False, False, True), (None, None, False), (True, False, True)]"
    assert ran.stdout.decode().strip().splitlines()[-1:] == [expect], ran.stderr.decode()


def test_another_corpus_in_the_same_place_is_refused(tmp_path: Path) -> None:
    from quandary.ray import _open

    request: dict[str, Any] = {"make": {"mission": {}}, "seed": 1, "count": 10, "parts": 2}
    assert _open(str(tmp_path), request).is_there(0) is False
    assert _open(str(tmp_path), request).make(1) == 1
    with pytest.raises(quandary.InvalidRequest, match="holds another corpus"):
        _open(str(tmp_path), {**request, "seed": 2})


def test_a_place_that_fsspec_knows(tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    from quandary.ray import _open

    request: dict[str, Any] = {"make": {"mission": {}}, "seed": 1, "count": 10, "parts": 2}
    plain = _open(str(tmp_path / "plain"), request)
    there = _open(f"file://{tmp_path}/there", request)
    for part in (0, 1):
        assert not there.is_there(part)
        plain.make(part)
        there.make(part)
        assert there.is_there(part)
    assert _hashes(tmp_path / "there") == _hashes(tmp_path / "plain")
