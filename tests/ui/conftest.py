"""Each language in force; and a printing system that is none: ``lp`` and ``lpstat`` as small programs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kozyr.ui.locale.text import LANGUAGES, language, set_language

LPSTAT = """#!/bin/sh
cd {folder}
[ -f off ] && case "$1" in -e) exit 0;; *) echo "lpstat: Scheduler is not running." >&2; exit 1;; esac
case "$1" in
-e) cat names 2>/dev/null;;
-r) echo "scheduler is running";;
-d) [ -f usual ] && echo "system default destination: $(cat usual)" || echo "no system default destination";;
-p) for one in $(cat names); do
      [ "$one" = "$(cat stopped 2>/dev/null)" ] && echo "printer $one disabled since today -" \\
        || echo "printer $one is idle.  enabled since today"; done;;
-a) for one in $(cat names); do echo "$one accepting requests since today"; done;;
-o) cat jobs 2>/dev/null;;
esac
exit 0
"""
LP = """#!/bin/sh
cd {folder}
echo "$@" > asked
[ -f refuses ] && {{ echo "lp: The printer is not accepting jobs." >&2; exit 1; }}
cat > printed.pdf
echo "request id is $2-7 (0 file(s))"
"""


class FakeCups:
    """What the programs say, and what was printed: files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def has(self, *names: str, usual: str = "", stopped: str = "") -> None:
        """These printers are set up."""
        (self.folder / "names").write_text("\n".join(names))
        for file, name in (("usual", usual), ("stopped", stopped)):
            if name:
                (self.folder / file).write_text(name)

    def put(self, file: str, text: str = "") -> None:
        """A switch: ``off``, ``refuses``; or ``jobs`` that wait."""
        (self.folder / file).write_text(text)

    @property
    def asked(self) -> str:
        """The words that ``lp`` was called with."""
        return (self.folder / "asked").read_text().strip()

    @property
    def printed(self) -> bytes:
        """What came to the printer."""
        file = self.folder / "printed.pdf"
        return file.read_bytes() if file.exists() else b""


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each language in force, one after another."""
    before = language()
    set_language(request.param)
    yield request.param
    set_language(before)


@pytest.fixture
def cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeCups:
    """The printing system, without any printer."""
    folder = tmp_path / "cups"
    folder.mkdir()
    for name, text in (("lpstat", LPSTAT), ("lp", LP)):
        (folder / name).write_text(text.format(folder=folder))
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return FakeCups(folder)


@pytest.fixture
def no_cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a printing system."""
    monkeypatch.setenv("PATH", str(tmp_path))
