#!/usr/bin/env python3
"""Todos on the whole screen of a terminal, from where this file lies. Try `todo_tui.py --help`."""

import sys

from todo_app.tui.main import main

if __name__ == "__main__":
    sys.exit(main())
