"""A command-line app and a full-screen one, on top of todo_client.py."""
