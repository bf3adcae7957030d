"""Prints all inflected forms of BÍN, one per line, from the PyPI packages islenska and islenska-data.

`cargo xtask lexicons` runs it in an environment with both packages. Forms with an initial capital are names; they are
printed
too, and the build of the lexicon drops them.
"""

import sys

from islenska.bincompress import BinCompressed

# The lemma ids of BÍN have gaps; stop far above the highest id.
HIGHEST = 1_000_000


def main() -> None:
    bin_ = BinCompressed()
    forms: set[str] = set()
    for number in range(HIGHEST):
        try:
            forms.update(bin_.lemma_forms(number))
        except (AssertionError, IndexError, RuntimeError, ValueError):
            continue
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write("\n".join(sorted(forms)) + "\n")


main()
