"""One interpreter for all blocks of a page: reads paths of blocks, runs each, and reports when it is done."""

import sys

names = {"__name__": "__main__"}
for line in sys.stdin:
    path = line.rstrip("\n")
    with open(path, encoding="utf-8") as block:
        exec(compile(block.read(), path, "exec"), names)
    print("\x01", flush=True)
