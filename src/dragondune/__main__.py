"""``python -m dragondune`` is the command line."""

import sys

from dragondune.cli import main

sys.exit(main())
