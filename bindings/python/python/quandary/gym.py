"""Gymnasium environments: an agent plays a level.

>>> import quandary
>>> from quandary.gym import QuandaryEnv
>>> env = QuandaryEnv(quandary.Level.from_text("#######\\n#@k#.*#\\n#..+..#\\n#######\\n"))
>>> observation, info = env.reset(seed=1)
>>> for action in env.plan(quandary.solve(env.level)):
...     observation, reward, terminated, truncated, info = env.step(action)
>>> terminated, reward
(True, 1.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from . import _native
from ._level import Level
from ._verdict import Rules, Solution, _level
from .errors import InvalidRequest

__all__ = ["Observation", "QuandaryEnv"]

Observation = dict[str, npt.NDArray[Any]]
"""An observation; see :class:`QuandaryEnv`."""

_LARGEST = np.iinfo(np.int32).max


class QuandaryEnv(gymnasium.Env[Observation, np.int64]):
    """An environment with one level or several.

    Actions: 0 up, 1 down, 2 left, 3 right; with the rule ``diagonals`` 4 to 7 are the diagonal steps. Then follow
    ``others`` actions for other steps possible here: flipping a switch, warping by a stair, paying for a door in
    another
    way, in the order of the level. An action that the rules do not allow changes nothing.

    Observations: ``map`` has three planes of bytes by floor, row and column: the current tiles
    (:data:`quandary.TILES`);
    the symbols and switches on the cells (0 for none); and the locks (the number of the symbol in the second plane; 1
    for
    any other lock). ``player`` is the floor, row and column of the player. ``held`` has the number of keys, the number
    of
    bombs, 0 or 1 for the boss key and the key item, and two entries per symbol or switch id: symbol held, switch on.

    The reward is 1 for the winning step and ``step_reward`` for every other step. The episode is ``terminated`` when
    the
    level is won. With ``dead_ends`` it is ``truncated`` in a dead state, from which no goal can be reached: the
    verifier
    checks each step, unless the level is proved softlock-free. An undecided state does not count as dead.

    With several levels, each reset picks one at random, or the one of ``options={"level": number}``.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 8}

    def __init__(
        self,
        levels: Any,
        *,
        rules: Rules | None = None,
        dead_ends: bool = False,
        step_reward: float = 0.0,
        others: int = 2,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise InvalidRequest(f"unknown render_mode {render_mode!r}; known are ansi")
        several = levels if isinstance(levels, Sequence) else [levels]
        if not several:
            raise InvalidRequest("levels: expected one at least")
        self.levels: tuple[Level, ...] = tuple(_level(level) for level in several)
        self.render_mode = render_mode
        self._rules = rules
        self._dead_ends = dead_ends
        self._step_reward = float(step_reward)
        self._others = others
        floors = [level.floors for level in self.levels]
        sizes = [floor.shape for of_level in floors for floor in of_level]
        if not all(floors):
            raise InvalidRequest("levels: an agent sees tiles, and there is one without")
        rows, cols = (max(size[axis] for size in sizes) for axis in (0, 1))
        self._shape = (max(len(of_level) for of_level in floors), rows, cols)
        self._held = 4 + 2 * max(max(level._native.things) for level in self.levels)
        self._games: list[_native.Game | None] = [None] * len(self.levels)
        self._may_die: list[bool | None] = [None if dead_ends else False] * len(self.levels)
        self._at = 0
        self._game = self._start(0)
        self.actions: tuple[str, ...] = tuple(self._game.actions)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {
                "map": spaces.Box(0, 255, (3, *self._shape), np.uint8),
                "player": spaces.Box(-1, _LARGEST, (3,), np.int32),
                "held": spaces.Box(0, _LARGEST, (self._held,), np.int32),
            }
        )

    def _start(self, number: int) -> _native.Game:
        """The game of a level, created on first use."""
        game = self._games[number]
        if game is None:
            level = self.levels[number]._native
            game = _native.Game(level, self._shape, self._others, self._held, self._rules)
            self._games[number] = game
        if self._may_die[number] is None:
            self._may_die[number] = not game.is_unlosable()
        return game

    @property
    def level(self) -> Level:
        """The current level."""
        return self.levels[self._at]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Restarts the game. ``info["level"]`` is the number of the level."""
        super().reset(seed=seed)
        unknown = set(options or {}) - {"level"}
        if unknown:
            raise InvalidRequest(f"unknown option {min(unknown)!r}; known are level")
        number = (options or {}).get("level")
        if number is None:
            number = int(self.np_random.integers(len(self.levels))) if len(self.levels) > 1 else 0
        self._at = int(number)
        self._game = self._start(self._at)
        seen, player, held = self._game.reset()
        return {"map": seen, "player": player, "held": held}, {"level": self._at}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action. ``info["allowed"]`` is true if the rules allowed it."""
        (seen, player, held), won, allowed = self._game.step(int(action))
        truncated = bool(not won and allowed and self._may_die[self._at] and self._game.is_dead())
        observation: Observation = {"map": seen, "player": player, "held": held}
        return observation, 1.0 if won else self._step_reward, won, truncated, {"allowed": allowed}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """For each action: true if the rules allow it here."""
        return np.array(self._game.mask(), dtype=np.bool_)

    def plan(self, solution: Solution) -> list[int]:
        """The actions of a plan that starts at the current position.

        :raises InvalidRequest: if the plan starts elsewhere, or has a step without an action; see ``others``.
        """
        return self._game.actions_of(solution._native)

    @property
    def steps(self) -> str:
        """The steps so far, in the notation that :func:`quandary.hint` reads."""
        return self._game.at()

    def render(self) -> str | None:
        """The current map, with ``@`` for the player, if the render mode is ``ansi``."""
        return self._game.render() if self.render_mode == "ansi" else None



gymnasium.register(id="quandary/Quandary-v0", entry_point="quandary.gym:QuandaryEnv")
