"""Long calls: other threads continue, Ctrl-C stops the call, and the callback receives the progress."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import quandary


def hard() -> quandary.Level:
    """A level of blocks on open ground, with so many states that a check reaches its limit."""
    rows = ["#" * 16, "#@.............#", *["#.o.o.o.o.o.o..#", "#..............#"] * 4, "#.............*#", "#" * 16]
    return quandary.Level.from_text("\n".join(rows) + "\n")


LONG: list[Callable[[Any], object]] = [
    lambda progress: quandary.check(hard(), limits={"states": 0}, rules={"push": "free"}, progress=progress),
    lambda progress: quandary.dungeon(rooms=60, attempts=100_000, seed=1, progress=progress),
    lambda progress: quandary.riddle(seconds=60.0, seed=1, progress=progress),
    lambda progress: quandary.measure([hard()] * 500, progress=progress),
]


def test_a_thread_counts_while_a_large_level_is_checked() -> None:
    counted, ends = [0], threading.Event()

    def count() -> None:
        while not ends.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        begin = time.monotonic()
        report = quandary.check(hard(), limits={"states": 0, "seconds": 1.0}, rules={"push": "free"})
        took, many = time.monotonic() - begin, counted[0]
    finally:
        ends.set()
        thread.join()
    assert report.limit == "time" and took >= 0.9
    assert many > 100, f"a thread counted to {many} in {took:.1f} s"


@pytest.mark.parametrize("work", LONG, ids=["check", "dungeon", "riddle", "measure"])
def test_ctrl_c_ends_it(work: Callable[[Any], object]) -> None:
    # In a background job SIGINT may be ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    begin = time.monotonic()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work(None)
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begin < 20


@pytest.mark.parametrize("work", LONG, ids=["check", "dungeon", "riddle", "measure"])
def test_progress_is_told_and_its_exception_ends_the_work(work: Callable[[Any], object]) -> None:
    calls: list[tuple[int, int]] = []

    def progress(done: int, found: int) -> None:
        calls.append((done, found))
        if len(calls) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        work(progress)
    assert len(calls) == 3
    assert sorted(calls) == calls


def test_several_threads_at_once() -> None:
    answers: list[str] = []
    threads = [
        threading.Thread(target=lambda: answers.append(quandary.dungeon(rooms=6, seed=3).to_json())) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4 and len(set(answers)) == 1
