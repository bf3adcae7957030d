"""Results: their values, their representations, and the exceptions of failed calls."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import quandary
from quandary import InvalidRequest, Level, LimitReached, NotFound

STUCK = Level.from_text("#########\n#.+.@k+*#\n#########\n")
LOST = Level.from_text("#####\n#@#*#\n#####\n")


def test_a_solution() -> None:
    solution = quandary.solve(STUCK)
    assert repr(solution) == "Solution(verdict='solvable', cost=3, optimal=True)"
    assert (solution.winnable, solution.limit, solution.steps) == (True, None, "right 3")
    assert solution.plan is not None and [move.action for move in solution.plan] == ["right"] * 3
    assert solution.plan[0].collected == ("key",) and solution.plan[0].position == (1, 5)
    assert str(solution).startswith("solvable in 3 moves")
    assert solution.decided() is solution and solution.level is STUCK
    pushes = quandary.solve(STUCK, cost="pushes")
    assert pushes.cost == 0
    none = quandary.solve(LOST)
    assert (none.winnable, none.plan, none.steps, none.cost) == (False, None, None, None)


def test_a_report() -> None:
    report = quandary.check(STUCK)
    shown = "Report(verdict='solvable', winnable=True, unlosable=False, states=15, dead_states=5)"
    assert repr(report) == shown
    assert report.witness is not None and report.witness.cost == len(report.witness.plan) == 4
    assert report.witness.plan[-1].opened == ("DOOR_LOCKED [1,2]",)
    assert report.needed[0]["needed"] is True and len(report.spheres) == 1
    assert report.lint[0]["code"] == "too_few_keys"
    assert report.why_not is None and quandary.check(LOST).why_not is not None


def test_a_rating_and_a_hint() -> None:
    rating = quandary.rate(STUCK)
    assert rating.winnable and rating.figure is not None and 10 < rating.figure < 11
    assert repr(rating) == f"Rating(winnable=True, figure={rating.figure!r}, is_sure=True)"
    assert not quandary.rate(LOST).winnable and quandary.rate(LOST).figure is None
    hint = quandary.hint(STUCK, at="right", rung=4)
    assert hint.moves == ("right",) and hint.standing == {"state": "winnable"}
    assert quandary.hint(STUCK, at="right, left 3").standing["state"] == "lost"
    assert quandary.hint(STUCK).moves is None
    for wrong in ({"at": "right 30"}, {"at": "sing"}, {"rung": 5}):
        with pytest.raises(InvalidRequest):
            quandary.hint(STUCK, **wrong)


def test_a_limit_is_unknown_and_can_be_raised() -> None:
    level = quandary.dungeon(rooms=16, seed=7).level
    solution = quandary.solve(level, limits={"states": 3})
    assert (solution.verdict, solution.winnable, solution.limit) == ("unknown", None, "states")
    with pytest.raises(LimitReached, match="the limit on states came first") as caught:
        solution.decided()
    assert caught.value.limit == "states"


def test_nothing_found_tells_the_tally() -> None:
    with pytest.raises(NotFound) as caught:
        quandary.dungeon(rooms=6, keys=5, switches=4, seed=1, attempts=7)
    assert sum(caught.value.tally.values()) >= 7, caught.value
    assert "seed 1: nothing found in 7 attempts" in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.tally == caught.value.tally
    with pytest.raises(NotFound) as caught:
        quandary.riddle(seed=1, attempts=1, profile="open")
    assert sum(caught.value.tally.values()) == 1, caught.value


def test_unknown_arguments_list_the_known() -> None:
    for make in (quandary.dungeon, quandary.mission, quandary.layout, quandary.area, quandary.cave, quandary.riddle):
        with pytest.raises(InvalidRequest, match='unknown (field|keyword argument) "roms".*known are .*seed'):
            make(roms=3)
    with pytest.raises(InvalidRequest, match='unknown field "speed"; known are cost'):
        quandary.solve(STUCK, speed=3)
    with pytest.raises(InvalidRequest, match='"stats".*known are states, seconds, memory'):
        quandary.check(STUCK, limits={"stats": 3})
    with pytest.raises(InvalidRequest, match="known are"):
        quandary.check(STUCK, rules="strickt")
    with pytest.raises(InvalidRequest, match="known are"):
        quandary.check(STUCK, rules={"bomps": 1})
    with pytest.raises(InvalidRequest, match="known are"):
        quandary.mission(order="random", seed=1)


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda: quandary.dungeon(category="tmple"), "temple"),
        (lambda: quandary.dungeon(rooms="many"), "rooms: "),
        (lambda: quandary.dungeon(rooms=-1), "rooms: "),
        (lambda: quandary.dungeon(rooms=10**9), "rooms"),
        (lambda: quandary.dungeon(seed=2**53), "2\\^53"),
        (lambda: quandary.dungeon(attempts=0), "at least one"),
        (lambda: quandary.dungeon(attempts=3, attempt=1), "do not go together"),
        (lambda: quandary.dungeon(seconds=-1.0), "seconds"),
        (lambda: quandary.dungeon(difficulty="hard"), "difficulty"),
        (lambda: quandary.dungeon(bloks=3), "unknown field"),
        (lambda: quandary.layout(bounds=(3, -3, 0, 0, 0, 0)), "inverted"),
        (lambda: quandary.layout(stairs="some"), "all"),
        (lambda: quandary.area(puzzles="lots"), "puzzles: .*lots"),
        (lambda: quandary.mission(rooms=5, space=[(0, 0)]), "one alone"),
        (lambda: quandary.mission(order="partial", key_style="small"), "alike"),
        (lambda: quandary.cave(size=(0, 5)), "0x5"),
        (lambda: quandary.riddle("xx"), "unknown locale"),
        (lambda: quandary.riddle(profile="nobody", seed=1), "nobody"),
    ],
)
def test_arguments_that_cannot_be(make: object, part: str) -> None:
    with pytest.raises(InvalidRequest, match=part):
        make()


def test_a_lexicon_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUANDARY_LEXICONS", str(tmp_path))
    with pytest.raises(InvalidRequest, match="nb_NO"):
        quandary.riddle("nb_NO", seed=1, attempts=1)


def test_a_dungeon_tells_of_itself() -> None:
    dungeon = quandary.dungeon(category="temple", rooms=12, seed=7)
    assert repr(dungeon) == f"Dungeon(category='temple', rooms=12, seed=7, attempt={dungeon.attempt})"
    assert len(dungeon.rooms) == 12 and all(room.name for room in dungeon.rooms)
    ends = {end for passage in dungeon.passages for end in (passage.a, passage.b)}
    assert ends == set(range(12))
    assert dungeon.cycles and all(cycle.entry == cycle.arc_a[0] for cycle in dungeon.cycles)
    assert dungeon.claims[0].claim == "sound" and all(claim.holds for claim in dungeon.claims)
    assert dungeon.walkthrough and dungeon.draw().startswith(b"\x89PNG")
    with pytest.raises(InvalidRequest, match="style"):
        quandary.dungeon(style="plain")  # type: ignore[call-arg]


def test_a_search_takes_the_options_of_the_command_line() -> None:
    level = Level.from_text("########\n#k.@.+*#\n########\n")
    least = quandary.solve(level)
    guess = quandary.solve(level, heuristic="balanced", tie_break=True, key_boost=True)
    assert least.optimal and guess.winnable and not guess.optimal
    better = quandary.solve(level, heuristic="balanced", anytime=True)
    assert better.optimal and better.cost == least.cost
    with pytest.raises(InvalidRequest, match="no heuristic, weight, anytime"):
        quandary.solve(level, cost="pushes", anytime=True)
    with pytest.raises(InvalidRequest, match="expected a number from 1 to 1000"):
        quandary.solve(level, weight=0.5)


def test_what_is_wanted_is_a_level() -> None:
    with pytest.raises(TypeError, match="expected a Level"):
        quandary.check("#@*#")
