"""Twenty dungeons measured, read by polars as they are: which categories are hard, and which lead astray."""

from __future__ import annotations

import polars
import quandary

CATEGORIES = ("temple", "cave", "crypt", "ruins")


def measured(category: str, seeds: range) -> polars.DataFrame:
    """A row for each dungeon of a category."""
    made = [quandary.dungeon(category=category, rooms=8, seed=seed) for seed in seeds]
    frame = polars.DataFrame(quandary.measure(made))
    return frame.with_columns(polars.lit(category).alias("category"))


def main() -> None:
    rows = polars.concat([measured(category, range(1, 6)) for category in CATEGORIES])
    assert rows["winnable"].all() and rows["unlosable"].all()
    print(rows.group_by("category").agg(polars.col("difficulty", "nonlinearity", "cycles").mean()).sort("category"))


if __name__ == "__main__":
    main()
