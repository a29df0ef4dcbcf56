"""Runs the code cells of a notebook in order, and prints of each cell what a notebook would show, as a line of JSON."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any


def run(source: str, names: dict[str, Any]) -> Any:
    """The value of the last expression, where the cell ends with one."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def main(path: Path) -> None:
    notebook = json.loads(path.read_text())
    os.chdir(path.parent)
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            value = run("".join(cell["source"]), names)
        shown = value._repr_svg_() if hasattr(value, "_repr_svg_") else repr(value)
        kind = type(value).__name__
        print(json.dumps({"id": cell["id"], "printed": printed.getvalue(), "kind": kind, "shown": shown}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
