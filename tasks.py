"""What is done with a checkout: `python3 tasks.py demo`, `python3 tasks.py test`. Needs Python 3.11 or newer, only.

Each task first makes an environment of its own in `.venv`, with the versions in `constraints.txt`, unless it is there.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEMO = (
    "simulate base --policies nearest,random,random,random --rounds 10000000 --seed 1 "
    "--plot penalties.png --out penalties.parquet"
)


def python_of(environment: Path) -> Path:
    """The interpreter of an environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp(extras: str) -> str:
    """What an environment was made from: it is made anew when this changes."""
    parts = [sys.version, str(HERE), extras]
    parts += [(HERE / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "constraints.txt")]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def prepare(environment: Path, extras: str) -> Path:
    """Make the environment if it is not there. Returns its interpreter."""
    python, marker = python_of(environment), environment / f"made-with-{extras or 'nothing'}"
    if marker.exists() and python.exists() and marker.read_text(encoding="utf-8") == stamp(extras):
        return python
    print(f"making the environment {environment} (once; a few minutes)", flush=True)
    try:
        venv.create(environment, with_pip=True, clear=False, symlinks=os.name != "nt")
    except subprocess.CalledProcessError:
        raise SystemExit(
            "cannot make an environment: this Python has no ensurepip (on Debian: install python3-venv)"
        ) from None
    pins = (HERE / "constraints.txt").as_uri()  # pip splits the names of these files at blanks; an address has none
    # The build of the package itself keeps to the same versions; newer pip reads the second name.
    settings = os.environ | {"PIP_CONSTRAINT": pins, "PIP_BUILD_CONSTRAINT": pins, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    package = f"{HERE}[{extras}]" if extras else str(HERE)
    subprocess.run([python, "-m", "pip", "install", "--editable", package], check=True, env=settings)
    marker.write_text(stamp(extras), encoding="utf-8")
    return python


def main() -> int:
    """Do the task that is named."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this runs before anything has checked the version
        raise SystemExit(f"nimmtsim needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    parser = argparse.ArgumentParser(description="Work with a checkout of nimmtsim.")
    parser.add_argument(
        "task",
        choices=["demo", "test", "env"],
        help="play ten million rounds; run the tests; only make the environment",
    )
    parser.add_argument("--venv", default=".venv", metavar="FOLDER", help="the environment (default .venv)")
    parser.add_argument("--extras", default="", help="extras of pyproject.toml to install")
    parser.epilog = "test: what follows -- goes to pytest"
    # Split by hand: argparse before Python 3.13 loses a list of words behind options.
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    words, rest = sys.argv[1:at], sys.argv[at + 1 :]
    given = parser.parse_args(words)
    python = prepare((HERE / given.venv).absolute(), given.extras or ("test" if given.task == "test" else ""))
    if given.task == "demo":
        return subprocess.run([python, "-m", "nimmtsim", *DEMO.split()], cwd=HERE, check=False).returncode
    if given.task == "test":
        return subprocess.run(
            [python, "-m", "pytest", *(rest or ["-n", "auto", "tests"])], cwd=HERE, check=False
        ).returncode
    return 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except subprocess.CalledProcessError as problem:
        raise SystemExit(
            f"tasks.py: {' '.join(map(str, problem.cmd[:4]))} ... failed with {problem.returncode}"
        ) from None
    except KeyboardInterrupt:
        raise SystemExit("tasks.py: interrupted") from None
