"""Corpora on a cluster of Ray: the parts of ``quandary corpus`` on as many machines as there are.

A part is a task, known by its name, and its bytes are those that the command line writes. It is put into its place whole
or not at all, and one that is there and agrees with its manifest is left alone: workers, nodes and the driver may die at
any time, and whoever runs the same again makes what is missing and nothing else. Ray decides what runs where.

    python -m quandary.ray corpus --kind dungeon --count 10_000_000 --of 2000 --address auto -o s3://bucket/dungeons
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ray

from . import _native
from ._judge import Limits, check as _check
from ._level import Level
from .errors import InvalidRequest, QuandaryError

__all__ = ["Made", "check", "corpus"]

#: How passing names begin, here and in the program.
_PASSING = ".quandary-"

#: Told of the parts that are done, of all that were missing, and of the seconds since the first was begun.
Progress = Callable[[int, int, float], None]


@dataclass(frozen=True)
class Made:
    """What a run has done: parts made, parts that were there before, and rows of the whole corpus."""

    made: int
    there: int
    rows: int


class _Folder:
    """A folder on a disk that all nodes see."""

    def __init__(self, path: str) -> None:
        self._path = Path(path).absolute()

    def prepare(self, below: str) -> None:
        (self._path / below).mkdir(parents=True, exist_ok=True)
        self.sweep(below)

    def sweep(self, below: str) -> None:
        """Removes the passing files of writers that are dead: those that nobody has locked."""
        for folder in (self._path, self._path / below):
            for path in folder.glob(f"{_PASSING}*"):
                try:
                    with path.open("rb") as file:
                        if _lock(file.fileno(), wait=False):
                            path.unlink(missing_ok=True)
                except FileNotFoundError:
                    pass

    def read(self, name: str) -> bytes | None:
        try:
            return (self._path / name).read_bytes()
        except FileNotFoundError:
            return None

    def agrees(self, name: str, length: int, sha256: str) -> bool:
        path = self._path / name
        try:
            with path.open("rb") as file:
                return os.fstat(file.fileno()).st_size == length and (
                    hashlib.file_digest(file, "sha256").hexdigest() == sha256
                    if sys.version_info >= (3, 11)
                    else hashlib.sha256(file.read()).hexdigest() == sha256
                )
        except FileNotFoundError:
            return False

    @contextmanager
    def passing(self, name: str) -> Iterator[str]:
        """A file to be written, which is brought to the disk and moved to its place at the end."""
        place = self._path / name
        while True:
            number, path = tempfile.mkstemp(prefix=_PASSING, suffix=".tmp", dir=place.parent)
            _lock(number, wait=True)
            # A sweeper may have come between the making and the locking.
            if os.path.exists(path):
                break
            os.close(number)
        try:
            os.fchmod(number, 0o644)
            yield path
            os.fsync(number)
            os.replace(path, place)
        except BaseException:
            if os.path.exists(path):
                os.unlink(path)
            raise
        finally:
            os.close(number)
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _lock(number: int, wait: bool) -> bool:
    """Locks an open file, as the program does; true where that is known to be done."""
    import fcntl

    try:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


class _Bucket:
    """A place that fsspec knows, such as ``s3://bucket/folder``; what is put there appears whole."""

    def __init__(self, url: str) -> None:
        import fsspec

        self._files, self._root = fsspec.core.url_to_fs(url)

    def prepare(self, below: str) -> None:
        self._files.makedirs(f"{self._root}/{below}", exist_ok=True)

    def sweep(self, below: str) -> None:
        """Nothing: there are no passing names."""

    def read(self, name: str) -> bytes | None:
        try:
            found: bytes = self._files.cat_file(f"{self._root}/{name}")
        except FileNotFoundError:
            return None
        return found

    def agrees(self, name: str, length: int, sha256: str) -> bool:
        # The hash was taken of what was sent; to fetch every part again would cost more than to make it.
        try:
            return bool(self._files.info(f"{self._root}/{name}")["size"] == length)
        except FileNotFoundError:
            return False

    @contextmanager
    def passing(self, name: str) -> Iterator[str]:
        with tempfile.TemporaryDirectory(prefix="quandary-") as folder:
            path = str(Path(folder) / "part")
            yield path
            self._files.put_file(path, f"{self._root}/{name}")


def _store(place: str) -> _Folder | _Bucket:
    return _Bucket(place) if "://" in place else _Folder(place)


@dataclass(frozen=True)
class _Corpus:
    """A corpus and where it is: all that a task has to know."""

    place: str
    request: str
    about: str
    below: str

    def is_there(self, part: int) -> bool:
        """True if a part is there and agrees with its manifest."""
        file, manifest = _native.corpus_names(part)
        store = _store(self.place)
        text = store.read(f"{self.below}/{manifest}")
        if text is None:
            return False
        try:
            told, wanted = json.loads(text), json.loads(self.about)
            alike = all(told[name] == wanted[name] for name in ("version", "algorithm", "request"))
            return alike and told["part"] == part and store.agrees(file, told["bytes"], told["sha256"])
        except (ValueError, KeyError, TypeError):
            return False

    def make(self, part: int) -> int:
        """Makes a part, unless it was made meanwhile; its number."""
        if self.is_there(part):
            return part
        file, manifest = _native.corpus_names(part)
        store = _store(self.place)
        with store.passing(file) as path:
            text = _native.corpus_part(self.request, part, path)
        with store.passing(f"{self.below}/{manifest}") as path:
            Path(path).write_text(text)
        return part


@ray.remote(max_retries=-1, num_cpus=1)
def _part(corpus: _Corpus, part: int) -> int:
    return corpus.make(part)


@ray.remote(max_retries=-1, num_cpus=1)
def _standing(corpus: _Corpus, parts: list[int]) -> list[int]:
    return [part for part in parts if not corpus.is_there(part)]


def _claimed(place: str, request: dict[str, Any]) -> _Corpus:
    """The corpus of a request in its place, which holds no other."""
    file, about, below = _native.corpus_about(json.dumps(request))
    store = _store(place)
    store.prepare(below)
    found = store.read(file)
    if found is None:
        with store.passing(file) as path:
            Path(path).write_text(about)
        found = store.read(file)
    if found is None or json.loads(found) != json.loads(about):
        raise InvalidRequest(
            f"{place} holds another corpus: {file} there says what it is; give the same request, or another place"
        )
    whole = json.dumps(json.loads(about)["request"])
    return _Corpus(place if "://" in place else str(Path(place).absolute()), whole, about, below)


def corpus(
    output: str | os.PathLike[str],
    *,
    count: int,
    of: int,
    seed: int = 1,
    kind: str = "dungeon",
    address: str | None = None,
    progress: Progress | None = None,
    **make: Any,
) -> Made:
    """Makes the parts of a corpus that are missing, on the cluster at ``address`` or the one that is connected to.

    :param output: a folder that all nodes see, or a place that fsspec knows, such as ``s3://bucket/folder``.
    :param count: the number of rows, one for each seed from ``seed`` on.
    :param of: the number of parts.
    :param make: what decides the rows, by the names of the options of ``quandary corpus``; ``category`` is one or a list.
    """
    category = make.pop("category", None)
    if category is not None:
        make["categories"] = [category] if isinstance(category, str) else list(category)
    request = {"make": {kind: make}, "seed": seed, "count": count, "parts": of}
    claimed = _claimed(os.fspath(output), request)
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    # A node hashes many parts in the time that one takes to be made.
    groups = [list(range(begin, min(begin + 64, of))) for begin in range(0, of, 64)]
    missing = [part for group in ray.get([_standing.remote(claimed, group) for group in groups]) for part in group]
    begin = time.monotonic()
    # Few wait at a time, so that a driver of a hundred thousand parts stays small.
    waiting: list[Any] = []
    left = iter(missing)
    done = 0
    while True:
        most = max(64, 4 * int(ray.cluster_resources().get("CPU", 1)))
        while len(waiting) < most and (part := next(left, None)) is not None:
            waiting.append(_part.remote(claimed, part))
        if not waiting:
            break
        ready, waiting = ray.wait(waiting, num_returns=1)
        ray.get(ready)
        done += len(ready)
        if progress is not None:
            progress(done, len(missing), time.monotonic() - begin)
    _store(claimed.place).sweep(claimed.below)
    return Made(made=len(missing), there=of - len(missing), rows=count)


class _Judge:
    """Judges a column of levels, a batch at a time; an actor of Ray keeps it."""

    def __init__(self, column: str, limits: Limits | None) -> None:
        self._column = column
        self._limits = limits

    def _one(self, text: str | None) -> tuple[bool | None, bool | None, str | None]:
        if text is None:
            return None, None, "there is no level"
        try:
            level = Level.from_json(text) if text.lstrip().startswith("{") else Level.from_text(text)
            report = _check(level, limits=self._limits)
        except QuandaryError as error:
            return None, None, str(error)
        return report.winnable, report.unlosable, None

    def __call__(self, batch: Any) -> Any:
        import pyarrow

        answers = [self._one(text) for text in batch.column(self._column).to_pylist()]
        names = (("judged_winnable", pyarrow.bool_()), ("judged_unlosable", pyarrow.bool_()), ("judged_error", pyarrow.string()))
        for number, (name, kind) in enumerate(names):
            batch = batch.append_column(name, pyarrow.array([answer[number] for answer in answers], kind))
        return batch


def check(dataset: Any, *, column: str = "json", limits: Limits | None = None, actors: int | None = None) -> Any:
    """Judges the levels of a dataset of Ray, other people's too, which stand in a column as JSON or as drawings.

    Adds ``judged_winnable`` and ``judged_unlosable``, empty where a limit came first, and ``judged_error`` where a text is
    no level. Fewer actors work than there are CPUs, for readers want some too: with as many of them Ray waits for ever.

    :param limits: the most that each level may take; by itself 100,000 states.
    """
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    cpus = ray.cluster_resources().get("CPU", 1)
    size = max(1, int(cpus) - 1) if actors is None else actors
    share = 1 if size < cpus else 0.5 * cpus / size
    limits = {"states": 100_000} if limits is None else limits
    return dataset.map_batches(
        _Judge,
        fn_constructor_kwargs={"column": column, "limits": limits},
        batch_format="pyarrow",
        batch_size=64,
        num_cpus=share,
        compute=ray.data.ActorPoolStrategy(size=size),
    )


def _value(text: str) -> Any:
    """The value of an option: a number, a list of numbers, yes or no, or else a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m quandary.ray", description="Corpora on a cluster of Ray.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    make = commands.add_parser("corpus", help="make the parts of a corpus that are missing")
    make.add_argument("--kind", choices=("dungeon", "mission", "level", "riddle"), default="dungeon")
    make.add_argument("--count", type=int, required=True, metavar="N", help="how many rows there are; 10_000_000 will do")
    make.add_argument("--seed", type=int, default=1, metavar="S", help="the seed of the first row")
    make.add_argument("--of", type=int, required=True, metavar="M", help="in how many parts")
    make.add_argument("--address", metavar="HOST:PORT", help="the cluster; auto for the one that runs here")
    make.add_argument("-o", "--output", required=True, metavar="DIR", help="a folder that all nodes see, or such as s3://…")
    make.add_argument("--category", metavar="NAMES", help="categories with commas between, all, or families")
    make.add_argument(
        "--make",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="what else decides the rows, such as rooms=24, difficulty=40..55 or locale=is_IS; more than once",
    )
    return parser


def _told(done: int, missing: int, seconds: float) -> None:
    rate = done / max(seconds, 1e-9)
    left = (missing - done) / max(rate, 1e-9)
    end = "\n" if done == missing or not sys.stderr.isatty() else "\r"
    print(f"{done} of {missing} parts, {60 * rate:.1f} a minute, {left:.0f} s left ", end=end, file=sys.stderr, flush=True)


def main(words: list[str] | None = None) -> int:
    """The command line; the exit code."""
    asked = _parser().parse_args(words)
    make: dict[str, Any] = {}
    if asked.category is not None:
        make["category"] = asked.category.split(",")
    for pair in asked.make:
        name, equals, value = pair.partition("=")
        if not equals:
            print(f"error: --make {pair}: expected NAME=VALUE, such as rooms=24", file=sys.stderr)
            return 2
        make[name] = _value(value)
    try:
        made = corpus(
            asked.output,
            count=asked.count,
            of=asked.of,
            seed=asked.seed,
            kind=asked.kind,
            address=asked.address,
            progress=_told,
            **make,
        )
    except (InvalidRequest, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if isinstance(error, InvalidRequest) else 3
    print(f"{asked.output}: {made.made} parts made, {made.there} there before, {made.rows} rows", file=sys.stderr)
    return 0


if __name__ == "__main__":
    # By its name, so that workers find what they are sent in the module, and not in this one.
    from quandary.ray import main as named

    sys.exit(named())
