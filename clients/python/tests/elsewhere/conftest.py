"""Hands the server under test on to the checks."""

import os

import pytest


@pytest.fixture
def server() -> str:
    return os.environ["SERVER"]
