"""Where things lie: the shipped weights and clip, and the user's own folder."""

import os
from pathlib import Path

import kozyr.datasets
import kozyr.models


def data_folder() -> Path:
    """The user's folder for logs, crops and calibrations: ``$KOZYR_HOME``, else ``~/.local/share/kozyr``."""
    named = os.environ.get("KOZYR_HOME")
    if named:
        return Path(named).expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "kozyr"


def models_folder() -> Path:
    """The folder of the trained networks: ``$KOZYR_MODELS``, else the one that ships."""
    named = os.environ.get("KOZYR_MODELS")
    return Path(named).expanduser() if named else Path(kozyr.models.__file__).parent


def datasets_folder() -> Path:
    """The folder of the shipped clip."""
    return Path(kozyr.datasets.__file__).parent
