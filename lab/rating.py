"""Fits the weights of a rating to the failures of simulated players, and compares how both order the same levels.

The rating is that of the program: a part `x` with scale `s` adds `weight * ln(1 + x / s)`. Items are the rows of a data
frame
with a column per part, `failure` (of the players), `figure` (the program's rating) and `group` (a size or a
profile)."""

import numpy
import pandas

# Minimum correlation of rating and failure.
REACH = 0.8
# The factors tried for a weight, the minimum weight, and the minimum gain of a round over all parts.
FACTORS = [0, 0.25, 0.5, 0.8, 1.25, 2, 4, 8]
LEAST_WEIGHT, LEAST_GAIN, ROUNDS = 0.02, 1e-5, 30


def spearman(a, b):
    """Spearman's rank correlation; NaN if a column is constant."""
    a, b = a.rank(), b.rank()
    return a.corr(b) if a.nunique() > 1 and b.nunique() > 1 else numpy.nan


def fit(items, parts, others={}):
    """Fits weights and scales of some parts, in addition to fixed others.

    Scales are medians. Weights are fitted by hill climbing, one part at a time. The target is the correlation over all
    items plus
    the mean correlation within groups. Without fixed others, the median item gets the rating 50."""
    values = items[[*parts, *others]].fillna(0).to_numpy()
    positive = items[parts].where(items[parts] > 0)
    # The upper median.
    scales = [column.dropna().sort_values().iloc[len(column.dropna()) // 2] if column.notna().any() else 1 for _, column in positive.items()]
    logs = numpy.log1p(values / numpy.array(scales + [scale for _, scale in others.values()]))
    fixed = [weight for weight, _ in others.values()]
    groups = [items.group == group for group in sorted(items.group.unique())]

    def sums(weights):
        return pandas.Series(logs @ numpy.array([*numpy.maximum(weights, LEAST_WEIGHT), *fixed]), index=items.index)

    def worth(weights):
        sum_of = sums(weights)
        within = [spearman(sum_of[group], items.failure[group]) for group in groups]
        return numpy.nan_to_num(spearman(sum_of, items.failure)) + numpy.mean(numpy.nan_to_num(within))

    weights = numpy.full(len(parts), 0.1)
    best = worth(weights)
    for _ in range(ROUNDS):
        before = best
        for part in range(len(parts)):
            now = max(weights[part], 0.01)
            for factor in FACTORS:
                tried = weights.copy()
                tried[part] = now * factor
                if (value := worth(tried)) > best:
                    best, weights = value, tried
        if best - before < LEAST_GAIN:
            break
    middle = sums(weights).sort_values().iloc[len(items) // 2]
    factor = 1 if others else numpy.log(2) / middle
    own = {part: (max(weight, LEAST_WEIGHT) * factor, scale) for part, weight, scale in zip(parts, weights, scales)}
    return others | own


def figures(items, weights):
    """The ratings for weights and scales."""
    parts = sum(weight * numpy.log1p(items[part].fillna(0) / scale) for part, (weight, scale) in weights.items())
    return 100 * (1 - numpy.exp(-parts))


def beside(fitted, committed, items):
    """Compares fitted weights and scales with the committed ones: the figures of both, and the correlation of their
    orders."""
    table = pandas.DataFrame(fitted, index=["weight", "scale"]).T
    table[["committed weight", "committed scale"]] = pandas.DataFrame(committed).T[["weight", "scale"]]
    old = {part: (value["weight"], value["scale"]) for part, value in committed.items()}
    new, before = figures(items, fitted), figures(items, old)
    print(f"figures of both weights: correlation of ranks {spearman(new, before):.3f}, mean difference {(new - before).abs().mean():.1f}")
    print(f"with failure: fitted {spearman(new, items.failure):.3f}, committed {spearman(before, items.failure):.3f}")
    return table.round(4)


def table(sets, parts, failure):
    """A column per set of items: means, and correlations with failure."""
    rows = {}
    for name, items in sets.items():
        column = {"items": len(items), "games lost, mean": items.lost.mean(), "rating, mean": items.figure.mean()}
        column[f"rating: {failure}"] = spearman(items.figure, items.failure)
        if "over" in items:
            column["rating: games lost"] = spearman(items.figure, items.lost)
            known = items[items.over.notna()]
            column["rating: moves over the least"] = spearman(known.figure, known.over)
        column |= {f"{part}: {failure}": spearman(items[part].fillna(0), items.failure) for part in parts if part in items}
        rows[name] = column
    return pandas.DataFrame(rows).round(2).dropna(how="all")
