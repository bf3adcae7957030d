"""All inflected forms of BÍN, one a line, from the PyPI packages islenska and islenska-data.

Run by `cargo xtask lexicons` in an environment that has both. Forms that begin with a capital letter are
names and are printed too; whoever builds the lexicon leaves them out.
"""

import sys

from islenska.bincompress import BinCompressed

# BÍN's numbers of lemmas have gaps; far above the highest there is nothing more.
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
