"""Steps per second of the environment in one process, on a dungeon of 16 rooms, including resets. Run:

    python bindings/python/benches/steps.py

The exit code is 1 if any rate is below 100,000 steps per second.
"""

from __future__ import annotations

import sys
import time

import numpy as np
import quandary
from quandary.gym import QuandaryEnv

STEPS, EPISODE = 500_000, 1_000
#: The required steps per second.
LEAST = 100_000


def random_steps(env: QuandaryEnv) -> float:
    """The rate of random steps, with a reset every thousand steps."""
    actions = np.random.default_rng(1).integers(0, env.action_space.n, STEPS).tolist()
    begin = time.perf_counter()
    for number, action in enumerate(actions):
        if number % EPISODE == 0:
            env.reset()
        if env.step(action)[2]:
            env.reset()
    return STEPS / (time.perf_counter() - begin)


def planned_steps(env: QuandaryEnv) -> float:
    """The rate of the steps of a cheapest plan, repeated: every step is allowed, and some collect or open things."""
    env.reset()
    actions = env.plan(quandary.solve(env.level))
    begin, taken = time.perf_counter(), 0
    while taken < STEPS:
        env.reset()
        for action in actions:
            env.step(action)
        taken += len(actions)
    return taken / (time.perf_counter() - begin)


def main() -> None:
    slowest = float("inf")
    for category in ("dungeon", "temple", "cave"):
        env = QuandaryEnv(quandary.dungeon(category=category, rooms=16, seed=7))
        dice, plan = random_steps(env), planned_steps(env)
        slowest = min(slowest, dice, plan)
        print(f"{category:8} at random {dice:9,.0f} a second, by plan {plan:9,.0f} a second")
    sys.exit(slowest < LEAST)


if __name__ == "__main__":
    main()
