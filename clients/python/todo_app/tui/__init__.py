"""The full-screen app: main.py starts it, app.py is its loop; pages draw themselves and take keys."""
