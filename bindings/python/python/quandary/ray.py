"""Corpora on a Ray cluster: generates the parts of ``quandary corpus`` on many machines.

A part is a task with a fixed file name, and has the bytes that the command line writes. A part appears whole or not at
all, and a part that agrees with its manifest is kept. So workers, nodes and the driver may stop at any time: the same
command again generates only the missing parts. Ray schedules the tasks.

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

from . import _native, _verdict
from ._level import Level
from .errors import InvalidRequest, QuandaryError

__all__ = ["Made", "check", "corpus"]

#: Prefix of the names of temporary files, here and in the program.
_TEMPORARY = ".quandary-"

#: Called with the number of parts done, the number that were missing, and the seconds since the start.
Progress = Callable[[int, int, float], None]


@dataclass(frozen=True)
class Made:
    """The result of a run: the number of parts generated, of parts that existed before, and of rows of the corpus."""

    made: int
    there: int
    rows: int


class _Folder:
    """A folder on a disk that all nodes can access."""

    def __init__(self, path: str) -> None:
        self._path = Path(path).absolute()

    def prepare(self, below: str) -> None:
        (self._path / below).mkdir(parents=True, exist_ok=True)
        self.sweep(below)

    def sweep(self, below: str) -> None:
        """Removes the temporary files of dead writers: those without a lock."""
        for folder in (self._path, self._path / below):
            for path in folder.glob(f"{_TEMPORARY}*"):
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
    def temporary(self, name: str) -> Iterator[str]:
        """A temporary file to write; on exit it is synchronised to disk and moved to its place."""
        place = self._path / name
        while True:
            number, path = tempfile.mkstemp(prefix=_TEMPORARY, suffix=".tmp", dir=place.parent)
            _lock(number, wait=True)
            # Another process may have removed the file before it was locked.
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
    """Locks an open file, as the program does. Returns true on success."""
    import fcntl

    try:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


class _Bucket:
    """A location of fsspec, such as ``s3://bucket/folder``. Uploads are atomic."""

    def __init__(self, url: str) -> None:
        import fsspec

        self._files, self._root = fsspec.core.url_to_fs(url)

    def prepare(self, below: str) -> None:
        self._files.makedirs(f"{self._root}/{below}", exist_ok=True)

    def sweep(self, below: str) -> None:
        """Does nothing: there are no temporary files."""

    def read(self, name: str) -> bytes | None:
        try:
            found: bytes = self._files.cat_file(f"{self._root}/{name}")
        except FileNotFoundError:
            return None
        return found

    def agrees(self, name: str, length: int, sha256: str) -> bool:
        # The hash is that of the upload. Downloading every part to check it would cost more than generating it.
        try:
            return bool(self._files.info(f"{self._root}/{name}")["size"] == length)
        except FileNotFoundError:
            return False

    @contextmanager
    def temporary(self, name: str) -> Iterator[str]:
        with tempfile.TemporaryDirectory(prefix="quandary-") as folder:
            path = str(Path(folder) / "part")
            yield path
            self._files.put_file(path, f"{self._root}/{name}")


def _store(place: str) -> _Folder | _Bucket:
    return _Bucket(place) if "://" in place else _Folder(place)


@dataclass(frozen=True)
class _Corpus:
    """A corpus and its location: the input of a task."""

    place: str
    request: str
    about: str
    below: str

    def is_there(self, part: int) -> bool:
        """True if a part exists and agrees with its manifest."""
        file, manifest = _native.corpus_names(part)
        store = _store(self.place)
        text = store.read(f"{self.below}/{manifest}")
        if text is None:
            return False
        try:
            found, about = json.loads(text), json.loads(self.about)
            alike = all(found[name] == about[name] for name in ("version", "algorithm", "request"))
            return alike and found["part"] == part and store.agrees(file, found["bytes"], found["sha256"])
        except (ValueError, KeyError, TypeError):
            return False

    def make(self, part: int) -> int:
        """Generates a part, unless it exists by now. Returns its number."""
        if self.is_there(part):
            return part
        file, manifest = _native.corpus_names(part)
        store = _store(self.place)
        with store.temporary(file) as path:
            text = _native.corpus_part(self.request, part, path)
        with store.temporary(f"{self.below}/{manifest}") as path:
            Path(path).write_text(text)
        return part


@ray.remote(max_retries=-1, num_cpus=1)
def _part(corpus: _Corpus, part: int) -> int:
    return corpus.make(part)


@ray.remote(max_retries=-1, num_cpus=1)
def _missing(corpus: _Corpus, parts: list[int]) -> list[int]:
    return [part for part in parts if not corpus.is_there(part)]


def _open(place: str, request: dict[str, Any]) -> _Corpus:
    """Opens the corpus of a request in a place, or creates it; fails if the place has another corpus."""
    file, about, below = _native.corpus_about(json.dumps(request))
    store = _store(place)
    store.prepare(below)
    found = store.read(file)
    if found is None:
        with store.temporary(file) as path:
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
    """Generates the missing parts of a corpus, on the cluster at ``address`` or the connected one.

    :param output: a folder that all nodes can access, or a location of fsspec, such as ``s3://bucket/folder``.
    :param count: the number of rows, one for each seed from ``seed`` on.
    :param of: the number of parts.
    :param make: the request, as options of ``quandary corpus``; ``category`` is one name or a list.
    """
    category = make.pop("category", None)
    if category is not None:
        make["categories"] = [category] if isinstance(category, str) else list(category)
    request = {"make": {kind: make}, "seed": seed, "count": count, "parts": of}
    opened = _open(os.fspath(output), request)
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    # Checking a part is much faster than generating it, so one task checks many.
    groups = [list(range(begin, min(begin + 64, of))) for begin in range(0, of, 64)]
    missing = [part for group in ray.get([_missing.remote(opened, group) for group in groups]) for part in group]
    begin = time.monotonic()
    # Few tasks wait at a time, to limit the memory of the driver with a hundred thousand parts.
    waiting: list[Any] = []
    left = iter(missing)
    done = 0
    while True:
        most = max(64, 4 * int(ray.cluster_resources().get("CPU", 1)))
        while len(waiting) < most and (part := next(left, None)) is not None:
            waiting.append(_part.remote(opened, part))
        if not waiting:
            break
        ready, waiting = ray.wait(waiting, num_returns=1)
        ray.get(ready)
        done += len(ready)
        if progress is not None:
            progress(done, len(missing), time.monotonic() - begin)
    _store(opened.place).sweep(opened.below)
    return Made(made=len(missing), there=of - len(missing), rows=count)


class _Verifier:
    """Verifies a column of levels, one batch at a time; runs in a Ray actor."""

    def __init__(self, column: str, limits: _verdict.Limits | None) -> None:
        self._column = column
        self._limits = limits

    def _one(self, text: str | None) -> tuple[bool | None, bool | None, str | None]:
        if text is None:
            return None, None, "there is no level"
        try:
            level = Level.from_json(text) if text.lstrip().startswith("{") else Level.from_text(text)
            report = _verdict.check(level, limits=self._limits)
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


def check(dataset: Any, *, column: str = "json", limits: _verdict.Limits | None = None, actors: int | None = None) -> Any:
    """Verifies the levels of a Ray dataset. The levels may come from anywhere; a column has them as JSON or drawings.

    Adds ``judged_winnable`` and ``judged_unlosable``, null if a limit was reached, and ``judged_error`` if a text is
    not a
    level. By default there is one actor fewer than CPUs: the readers need a CPU too, and without one Ray waits forever.

    :param limits: the limits per level; by default 100,000 states.
    """
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    cpus = ray.cluster_resources().get("CPU", 1)
    size = max(1, int(cpus) - 1) if actors is None else actors
    share = 1 if size < cpus else 0.5 * cpus / size
    limits = {"states": 100_000} if limits is None else limits
    return dataset.map_batches(
        _Verifier,
        fn_constructor_kwargs={"column": column, "limits": limits},
        batch_format="pyarrow",
        batch_size=64,
        num_cpus=share,
        compute=ray.data.ActorPoolStrategy(size=size),
    )


def _value(text: str) -> Any:
    """Parses the value of an option as JSON, or else takes it as text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m quandary.ray", description="Generates corpora on a Ray cluster.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    make = commands.add_parser("corpus", help="generate the missing parts of a corpus")
    make.add_argument("--kind", choices=("dungeon", "mission", "level", "riddle"), default="dungeon")
    make.add_argument("--count", type=int, required=True, metavar="N", help="number of rows, such as 10_000_000")
    make.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first row")
    make.add_argument("--of", type=int, required=True, metavar="M", help="number of parts")
    make.add_argument("--address", metavar="HOST:PORT", help="address of the cluster; auto for the one on this machine")
    make.add_argument("-o", "--output", required=True, metavar="DIR", help="a folder that all nodes can access, or a URL such as s3://…")
    make.add_argument("--category", metavar="NAMES", help="comma-separated categories, all, or families")
    make.add_argument(
        "--make",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another option of the request, such as rooms=24, difficulty=40..55 or locale=is_IS; may be repeated",
    )
    return parser


def _print_progress(done: int, missing: int, seconds: float) -> None:
    rate = done / max(seconds, 1e-9)
    left = (missing - done) / max(rate, 1e-9)
    end = "\n" if done == missing or not sys.stderr.isatty() else "\r"
    print(f"{done} of {missing} parts, {60 * rate:.1f} a minute, {left:.0f} s left ", end=end, file=sys.stderr, flush=True)


def main(words: list[str] | None = None) -> int:
    """Runs the command line. Returns the exit code."""
    args = _parser().parse_args(words)
    make: dict[str, Any] = {}
    if args.category is not None:
        make["category"] = args.category.split(",")
    for pair in args.make:
        name, equals, value = pair.partition("=")
        if not equals:
            print(f"error: --make {pair}: expected NAME=VALUE, such as rooms=24", file=sys.stderr)
            return 2
        make[name] = _value(value)
    try:
        result = corpus(
            args.output,
            count=args.count,
            of=args.of,
            seed=args.seed,
            kind=args.kind,
            address=args.address,
            progress=_print_progress,
            **make,
        )
    except (InvalidRequest, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if isinstance(error, InvalidRequest) else 3
    print(f"{args.output}: {result.made} parts made, {result.there} there before, {result.rows} rows", file=sys.stderr)
    return 0


if __name__ == "__main__":
    # Imported by name: workers cannot import objects of `__main__`.
    import quandary.ray

    sys.exit(quandary.ray.main())
