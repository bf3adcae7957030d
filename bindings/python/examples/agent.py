"""Three agents on one dungeon: one acts at random, one follows the verifier's plan, and one requests hints."""

from __future__ import annotations

import numpy as np
import quandary
from quandary.gym import QuandaryEnv


def random_agent(env: QuandaryEnv, steps: int, seed: int) -> tuple[int, bool]:
    """Takes allowed actions at random. Returns the number of steps, and true if it won."""
    dice = np.random.default_rng(seed)
    env.reset(seed=seed)
    for number in range(1, steps + 1):
        allowed = np.flatnonzero(env.action_masks())
        _, _, terminated, truncated, _ = env.step(int(dice.choice(allowed)))
        if terminated or truncated:
            return number, terminated
    return steps, False


def planner(env: QuandaryEnv) -> tuple[int, bool]:
    """Follows a cheapest plan."""
    env.reset()
    actions = env.plan(quandary.solve(env.level).decided())
    won = False
    for action in actions:
        won = env.step(action)[2]
    return len(actions), won


def hinted(env: QuandaryEnv) -> tuple[int, bool]:
    """Requests a hint with the next moves whenever it has none."""
    env.reset()
    level, taken = env.level, 0
    while (hint := quandary.hint(level, at=env.steps, rung=4)).moves:
        for move in hint.moves:
            way, _, times = move.partition(" ")
            for _ in range(int(times or 1)):
                env.step(env.actions.index(way))
                taken += 1
    return taken, hint.standing["state"] == "won"


def main() -> None:
    env = QuandaryEnv(quandary.dungeon(rooms=6, seed=1), others=4)
    for name, (steps, won) in [
        ("random", random_agent(env, 5_000, seed=1)),
        ("planner", planner(env)),
        ("hinted", hinted(env)),
    ]:
        print(f"{name:8} {steps:5} steps, {'won' if won else 'not won'}")


if __name__ == "__main__":
    main()
