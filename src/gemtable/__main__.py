"""`python -m gemtable`, the same as the command."""

import sys

from gemtable.terminal.command import main

sys.exit(main())
