"""`python -m todo_app` is the command-line app."""

import sys

from .cli import main

sys.exit(main())
