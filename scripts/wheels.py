"""Asks the package index whether everything Kozyr installs has a ready wheel for a 64-bit Raspberry Pi: `make wheels`.

Nothing is downloaded and no Pi is needed: pip is told to resolve for linux_aarch64 without building anything.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.13")
"""Of Raspberry Pi OS 12 (bookworm) and 13 (trixie)."""
GLIBC = (36, 34, 31, 28, 27, 24, 17)
"""Minor versions of glibc 2 whose wheels run there: bookworm has 2.36."""


def requirements() -> list[str]:
    """What `pip install .` installs, from pyproject.toml."""
    return list(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"])


def asked(wanted: list[str], python: str) -> dict[str, Any]:
    """pip's report of what it would install on a Pi. Raises SystemExit with pip's words when something has no wheel."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        platforms = [f"--platform=manylinux_2_{minor}_aarch64" for minor in GLIBC] + [
            "--platform=manylinux2014_aarch64", "--platform=linux_aarch64"
        ]  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", report,
             "--only-binary=:all:", f"--python-version={python}", f"--target={folder}", *platforms, *wanted],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"Python {python}, aarch64: {done.stderr.strip()}")
        return dict(json.loads(report.read_text("utf-8")))


def wheels(report: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Of each package its version and for what its wheel is made: ``any``, or interpreter and oldest glibc."""
    found = {}
    for item in report["install"]:
        file = item["download_info"]["url"].rsplit("/", 1)[-1].removesuffix(".whl")
        interpreter, _, platform = file.split("-")[-3:]
        made_for = "any" if platform == "any" else f"{interpreter}, glibc 2.{min(map(_glibc, platform.split('.')))}"
        found[item["metadata"]["name"]] = (item["metadata"]["version"], made_for)
    return found


def _glibc(tag: str) -> int:
    """The minor version of the oldest glibc 2 that a platform tag promises to run with (PEP 599, PEP 600)."""
    return 17 if "2014" in tag else int(tag.split("_")[2])


def rows(found: dict[str, dict[str, tuple[str, str]]]) -> list[str]:
    """A table for docs/raspberry-pi.md, a row a package."""
    names = sorted({name for parts in found.values() for name in parts}, key=str.lower)
    head = " | ".join(f"wheel for Python {python}" for python in found)
    lines = [f"| package | {head} |", "|---" * (1 + len(found)) + "|"]
    for name in names:
        cells = [" ".join(parts[name]) if name in parts else "not needed" for parts in found.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Prints the table; ends with status 1 and pip's words when a wheel is missing."""
    print("\n".join(rows({python: wheels(asked(requirements(), python)) for python in PYTHONS})))


if __name__ == "__main__":
    main()
