"""What the file promises about itself."""

from __future__ import annotations

import ast
import sys
import unittest
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples" / "python"


class Source(unittest.TestCase):
    def test_it_is_written_for_python_3_9(self) -> None:
        for file in EXAMPLES.glob("*.py"):
            ast.parse(file.read_text(), feature_version=(3, 9))

    def test_it_imports_the_standard_library_and_pandas_where_asked(self) -> None:
        tree = ast.parse((EXAMPLES / "tidemark.py").read_text())
        modules = {
            name.split(".")[0]
            for node in ast.walk(tree)
            for name in (
                [each.name for each in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        self.assertEqual(modules - set(sys.stdlib_module_names), {"pandas"})


if __name__ == "__main__":
    unittest.main()
