"""The exceptions of this package. All derive from :class:`QuandaryError`."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["InvalidLevel", "InvalidRequest", "LimitReached", "NotFound", "QuandaryError"]


class QuandaryError(Exception):
    """The base class of all exceptions of this package."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class InvalidRequest(QuandaryError, ValueError):
    """Invalid arguments: an unknown name, a wrong type, or values that nothing can satisfy."""

    def __init__(self, message: str) -> None:
        super().__init__(message)


class InvalidLevel(QuandaryError, ValueError):
    """A text or an array that is not a valid level.

    ``line`` and ``column`` count from 1; both are ``None`` if the error has no place in a text. ``field`` is the name
    of
    the field, if known.
    """

    def __init__(
        self, message: str, line: int | None = None, column: int | None = None, field: str | None = None
    ) -> None:
        super().__init__(message, line, column, field)
        self.line = line
        self.column = column
        self.field = field


class NotFound(QuandaryError, LookupError):
    """No attempt succeeded. ``tally`` maps each reject reason to the number of attempts."""

    def __init__(self, message: str, tally: Iterable[tuple[str, int]] = ()) -> None:
        tally = list(tally)
        super().__init__(message, tally)
        self.tally = dict(tally)


class LimitReached(QuandaryError):
    """A limit was reached; ``limit`` is its name: states, time, memory, rooms or facts."""

    def __init__(self, message: str, limit: str | None = None) -> None:
        super().__init__(message, limit)
        self.limit = limit
