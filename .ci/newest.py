"""Print the newest Python on this machine that numba supports, if it is newer than the one that runs this."""

import glob
import os
import shutil
import subprocess
import sys

NEWEST_MINOR = 14

found = {}
for minor in range(sys.version_info.minor + 1, NEWEST_MINOR + 1):
    places = [shutil.which(f"python3.{minor}")]
    places += glob.glob(os.path.expanduser(f"~/.pyenv/versions/3.{minor}.*/bin/python3.{minor}"))
    for place in filter(None, places):
        # A shim of a version manager may be there without a version behind it.
        tried = subprocess.run([place, "-c", "import venv, ensurepip"], capture_output=True, check=False)
        if tried.returncode == 0:
            found[minor] = place
print(found[max(found)] if found else "")
