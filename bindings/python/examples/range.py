"""Measures twenty dungeons and compares the categories in polars: difficulty, nonlinearity, loops."""

from __future__ import annotations

import polars
import quandary

CATEGORIES = ("temple", "cave", "crypt", "ruins")


def measured(category: str, seeds: range) -> polars.DataFrame:
    """The measures of a category, one row per dungeon."""
    dungeons = [quandary.dungeon(category=category, rooms=8, seed=seed) for seed in seeds]
    frame = polars.DataFrame(quandary.measure(dungeons))
    return frame.with_columns(polars.lit(category).alias("category"))


def main() -> None:
    rows = polars.concat([measured(category, range(1, 6)) for category in CATEGORIES])
    assert rows["winnable"].all() and rows["unlosable"].all()
    print(rows.group_by("category").agg(polars.col("difficulty", "nonlinearity", "cycles").mean()).sort("category"))


if __name__ == "__main__":
    main()
