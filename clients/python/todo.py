#!/usr/bin/env python3
"""Todos on the command line, from where this file lies. Try `todo.py --help`."""

import sys

from todo_app.cli import main

if __name__ == "__main__":
    sys.exit(main())
