"""Settings of all tests: no test depends on how fast the machine is, opens a window, or leaves figures behind."""

import sys

import matplotlib as mpl
import pytest
from hypothesis import settings

settings.register_profile("nimmtsim", deadline=None)
settings.load_profile("nimmtsim")
mpl.use("agg")


@pytest.fixture(autouse=True)
def figures_are_closed():
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
