"""The parts of the command-line app in ../todo.py."""
