"""The environment is valid, deterministic and fast, and the verifier's plan wins it."""

from __future__ import annotations

import time
from typing import Any

import gymnasium
import numpy as np
import pytest
import quandary
from gymnasium.utils.env_checker import check_env
from quandary.gym import QuandaryEnv

STUCK = quandary.Level.from_text("#########\n#.+.@k+*#\n#########\n")


def test_the_checker_of_gymnasium_is_content() -> None:
    levels = [quandary.dungeon(rooms=8, seed=seed).level for seed in (1, 2)]
    env = gymnasium.make("quandary/Quandary-v0", levels=[*levels, STUCK], dead_ends=True, render_mode="ansi")
    check_env(env.unwrapped)
    env.close()


def test_a_random_agent_sees_what_is_so() -> None:
    env = QuandaryEnv([quandary.dungeon(rooms=8, seed=1), quandary.dungeon(rooms=6, category="cave", seed=2)])
    dice = np.random.default_rng(1)
    for episode in range(4):
        observation, info = env.reset(options={"level": episode % 2})
        assert info == {"level": episode % 2}
        for _ in range(500):
            mask = env.action_masks()
            action = int(dice.integers(len(mask)))
            before = env.steps
            observation, reward, terminated, truncated, info = env.step(action)
            assert info["allowed"] == mask[action] and (env.steps != before) == mask[action]
            assert not truncated and reward == float(terminated)
            assert observation in env.observation_space
            if terminated:
                break
        floor, row, col = observation["player"]
        assert observation["map"][0, floor, row, col] not in (0, 2)


@pytest.mark.parametrize("category", ["dungeon", "temple", "cave", "crypt"])
def test_a_planner_wins(category: str) -> None:
    dungeon = quandary.dungeon(category=category, rooms=16, floors=2, seed=7)
    env = QuandaryEnv(dungeon, dead_ends=True)
    env.reset(seed=1)
    solution = quandary.solve(dungeon)
    actions = env.plan(solution)
    assert env.steps == ""
    held = set()
    for number, action in enumerate(actions, 1):
        observation, reward, terminated, truncated, _ = env.step(action)
        held |= set(np.flatnonzero(observation["held"]).tolist())
        assert terminated == (number == len(actions)) and not truncated
    assert reward == 1.0 and held and env.steps == solution.steps


def test_dead_states_end_it_if_asked() -> None:
    env = QuandaryEnv(STUCK, dead_ends=True, step_reward=-0.5)
    env.reset(seed=1)
    assert env.step(3)[2:4] == (False, False)
    for action in (2, 2):
        assert env.step(action)[1:4] == (-0.5, False, False)
    assert env.step(2)[1:4] == (-0.5, False, True)
    without = QuandaryEnv(STUCK)
    without.reset(seed=1)
    assert [without.step(action)[3] for action in (3, 2, 2, 2)] == [False] * 4


def test_the_map_is_seen_as_it_is() -> None:
    env = QuandaryEnv(STUCK, render_mode="ansi")
    observation, _ = env.reset(seed=1)
    assert env.render() == "#########\n#.+.@k+*#\n#########\n"
    assert observation["held"].tolist()[:4] == [0, 0, 0, 0]
    observation = env.step(3)[0]
    assert env.render() == "#########\n#.+..@+*#\n#########\n"
    assert observation["held"][0] == 1 and observation["player"].tolist() == [0, 1, 5]
    again, _ = env.reset()
    assert again["map"][0, 0, 1, 5] == quandary.TILES["KEY_SMALL"].id


def test_seeds_draw_the_same_levels() -> None:
    levels = [quandary.Level.from_text(f"@{'.' * many}*\n") for many in (1, 2, 3)]
    env = QuandaryEnv(levels)

    def drawn() -> list[Any]:
        first = env.reset(seed=5)[1]["level"]
        return [first, *(env.reset()[1]["level"] for _ in range(20))]

    assert drawn() == drawn() and set(drawn()) == {0, 1, 2}


def test_what_cannot_be_played() -> None:
    with pytest.raises(quandary.InvalidRequest, match="without"):
        QuandaryEnv(quandary.mission(seed=1))
    with pytest.raises(quandary.InvalidRequest, match="one at least"):
        QuandaryEnv([])
    with pytest.raises(quandary.InvalidRequest, match="render_mode"):
        QuandaryEnv(STUCK, render_mode="human")
    env = QuandaryEnv(STUCK)
    with pytest.raises(quandary.InvalidRequest, match="known are level"):
        env.reset(options={"lvl": 1})
    with pytest.raises(quandary.InvalidRequest, match="there is no plan"):
        env.plan(quandary.solve(quandary.Level.from_text("#####\n#@#*#\n#####\n")))


def test_many_steps_and_resets_are_taken() -> None:
    """Ten thousand steps take less than 5 s; ``benches/steps.py`` measures the rate."""
    env = QuandaryEnv(quandary.dungeon(rooms=16, seed=7))
    actions = np.random.default_rng(1).integers(0, 4, 10_000).tolist()
    begin = time.monotonic()
    for number, action in enumerate(actions):
        if number % 500 == 0:
            env.reset(seed=number)
        env.step(action)
    assert time.monotonic() - begin < 5
