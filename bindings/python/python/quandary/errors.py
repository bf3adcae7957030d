"""What goes wrong. Every error of this package is a :class:`QuandaryError`."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["InvalidLevel", "InvalidRequest", "LimitReached", "NotFound", "QuandaryError"]


class QuandaryError(Exception):
    """The root of all errors of this package."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class InvalidRequest(QuandaryError, ValueError):
    """Arguments that cannot be: an unknown one, one of the wrong kind, or numbers that nothing can satisfy."""

    def __init__(self, message: str) -> None:
        super().__init__(message)


class InvalidLevel(QuandaryError, ValueError):
    """A text or an array that is no level.

    ``line`` and ``column`` count from 1, where the fault has a place in a text; ``field`` names the field, where it is
    known.
    """

    def __init__(
        self, message: str, line: int | None = None, column: int | None = None, field: str | None = None
    ) -> None:
        super().__init__(message, line, column, field)
        self.line = line
        self.column = column
        self.field = field


class NotFound(QuandaryError, LookupError):
    """Nothing was found in the attempts that were made; ``tally`` has each reason with the number of attempts."""

    def __init__(self, message: str, tally: Iterable[tuple[str, int]] = ()) -> None:
        tally = list(tally)
        super().__init__(message, tally)
        self.tally = dict(tally)


class LimitReached(QuandaryError):
    """A limit came first; ``limit`` is its name: states, time, memory, rooms or facts."""

    def __init__(self, message: str, limit: str | None = None) -> None:
        super().__init__(message, limit)
        self.limit = limit
