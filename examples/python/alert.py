"""Prints a line each time a price crosses a threshold: python3 alert.py BTC_USD 90000

The service and the client are those of TIDEMARK_URL, TIDEMARK_CLIENT_ID and TIDEMARK_CLIENT_SECRET.
"""

from __future__ import annotations

import sys
from decimal import Decimal, InvalidOperation
from typing import Iterable, Iterator

from tidemark import Tick, Tidemark


def crossings(ticks: Iterable[Tick], threshold: Decimal, was_above: bool) -> Iterator[Tick]:
    """Ticks at which the price is on the other side than before."""
    for tick in ticks:
        is_above = tick.price >= threshold
        if is_above != was_above:
            yield tick
        was_above = is_above


def main(index: str, threshold: Decimal) -> None:
    # The stream goes on after the last tick whenever it connects again: a crossing in between is found, and found once.
    with Tidemark() as tidemark, tidemark.stream(index) as stream:
        first = next(stream)
        print(f"watching {index}, at {first.price} since {first.timestamp:%Y-%m-%dT%H:%M:%SZ}", flush=True)
        for tick in crossings(stream, threshold, first.price >= threshold):
            side = "above" if tick.price >= threshold else "below"
            print(f"{tick.timestamp:%Y-%m-%dT%H:%M:%SZ} {index} is {side} {threshold}: {tick.price}", flush=True)


def arguments() -> tuple[str, Decimal]:
    try:
        _, index, threshold = sys.argv
        return index, Decimal(threshold)
    except (ValueError, InvalidOperation):
        print("usage: python3 alert.py INDEX THRESHOLD", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    try:
        main(*arguments())
    except KeyboardInterrupt:
        pass
