"""``python -m kozyr`` is the same as the ``kozyr`` command."""

import sys

from kozyr.ui.cli import main

sys.exit(main())
