"""Prints the frequency of words from a data file of the PyPI package wordfreq: per line a word, a tab, and centibels.

Usage: wordfreq_ranks.py WHEEL NAME, such as `large_pl`. The file is a gzipped msgpack array: a header, then for each
number of centibels below certainty the list of words with that frequency. The script parses only the required parts of
msgpack, so it needs no packages.
"""

import gzip
import struct
import sys
import zipfile


def read(data: bytes, at: int):
    """The value at an offset, and the offset after it."""
    kind = data[at]
    at += 1
    if kind < 0x80:
        return kind, at
    if kind < 0x90:
        return items(data, at, 2 * (kind & 15))
    if kind < 0xA0:
        return items(data, at, kind & 15)
    if kind < 0xC0:
        return text(data, at, kind & 31)
    sizes = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I", 0xDC: ">H", 0xDD: ">I", 0xC4: ">B", 0xC5: ">H"}
    numbers = {0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i"}
    if kind in numbers:
        size = struct.calcsize(numbers[kind])
        return struct.unpack_from(numbers[kind], data, at)[0], at + size
    if kind in sizes:
        (length,) = struct.unpack_from(sizes[kind], data, at)
        at += struct.calcsize(sizes[kind])
        return items(data, at, length) if kind in (0xDC, 0xDD) else text(data, at, length)
    raise ValueError(f"a kind of value that is not expected: {kind:#x}")


def items(data: bytes, at: int, count: int):
    values = []
    for _ in range(count):
        value, at = read(data, at)
        values.append(value)
    return values, at


def text(data: bytes, at: int, length: int):
    return data[at : at + length].decode("utf-8"), at + length


def main() -> None:
    wheel, name = sys.argv[1:]
    with zipfile.ZipFile(wheel) as package:
        packed = package.read(f"wordfreq/data/{name}.msgpack.gz")
    buckets, _ = read(gzip.decompress(packed), 0)
    sys.stdout.reconfigure(encoding="utf-8")
    for centibels, words in enumerate(buckets[1:]):
        for word in words:
            sys.stdout.write(f"{word}\t{centibels}\n")


main()
