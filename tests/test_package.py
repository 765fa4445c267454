"""The package as others get it: the wheel alone, the documented examples, the recipes of CONTRIBUTING."""

import doctest
import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import nimmtsim

ROOT = Path(__file__).parent.parent
SOURCE = Path(nimmtsim.__file__).parent
MODULES = sorted(
    m.name for m in pkgutil.walk_packages(nimmtsim.__path__, "nimmtsim.") if not m.name.endswith("__main__")
)


def run(words, **settings):
    said = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, **settings)
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert failed == 0


def code_blocks(path, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(4))
def test_examples_in_the_readme(number, tmp_path):
    blocks = code_blocks(ROOT / "README.md", "python")
    assert len(blocks) == 4
    (tmp_path / "example.py").write_text(blocks[number], encoding="utf-8")
    said = run([sys.executable, "example.py"], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(SOURCE.parent)})
    promised = re.findall(r"^print.*  # (.*)$", blocks[number], re.MULTILINE)
    assert said.splitlines() == promised if promised else "nearest" in said


def test_commands_in_the_readme_are_understood():
    """Every option of every command line in the README exists."""
    lines = re.findall(r"^    nimmtsim (\S+)(.*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) >= 6
    for command, words in lines:
        module = importlib.import_module(f"nimmtsim.commands.{command.replace('-', '_')}")
        parser = __import__("argparse").ArgumentParser()
        module.add_arguments(parser)
        parser.parse_args(words.split())


def test_links_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_names_of_the_package_are_there():
    for name in nimmtsim.__all__:
        assert getattr(nimmtsim, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        nimmtsim.simulat  # noqa: B018


def test_contributing_is_a_recipe_that_works(tmp_path):
    """Follow CONTRIBUTING.md step by step in a copy of the package: a new policy, then a new variant."""
    package = tmp_path / "nimmtsim"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    page = ROOT / "CONTRIBUTING.md"
    policy, policy_line, variant_line = code_blocks(page, "python")
    (rules_page,) = code_blocks(page, "markdown")

    (package / "policy_library/widest.py").write_text(policy, encoding="utf-8")
    registry = package / "policy_library/registry.py"
    text = registry.read_text(encoding="utf-8")
    text = text.replace("from nimmtsim.policy_library import ", "from nimmtsim.policy_library import widest, ", 1)
    line = "        policy(simple.nearest),\n"
    assert line in text
    registry.write_text(text.replace(line, line + policy_line), encoding="utf-8")

    variants = package / "variant_registry.py"
    text = variants.read_text(encoding="utf-8")
    line = re.search(r"^        _variant\(\"base\".*?\),\n", text, re.MULTILINE | re.DOTALL).group()
    variants.write_text(text.replace(line, line + variant_line), encoding="utf-8")
    (package / "rule_docs/short-rows.md").write_text(rules_page, encoding="utf-8")

    here = {
        "cwd": tmp_path,
        "env": os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
    }
    nimmtsim_command = [sys.executable, "-m", "nimmtsim"]
    assert "farthest" in run([*nimmtsim_command, "policies"], **here)
    assert "short-rows: six rows of three places" in run([*nimmtsim_command, "variants"], **here)
    assert run([*nimmtsim_command, "variants", "short-rows"], **here).startswith("# Short rows")
    words = "simulate short-rows --policies farthest,random --players 4 --rounds 200"
    assert "short-rows, 4 players, 200 rounds" in run([*nimmtsim_command, *words.split()], **here)


def build_wheel(folder):
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, ROOT]
    pins = str(ROOT / "constraints.txt")
    run(build, env=os.environ | {"PIP_CONSTRAINT": pins, "PIP_BUILD_CONSTRAINT": pins})
    (wheel,) = Path(folder).glob("nimmtsim-*.whl")
    return wheel


@pytest.mark.slow
def test_the_wheel_works_alone(tmp_path):
    """Installed into an empty environment, away from the checkout: everything is in it, and the command plays."""
    wheel = build_wheel(tmp_path)
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("nimmtsim/")}
    sources = {p.relative_to(SOURCE.parent).as_posix() for p in SOURCE.rglob("*") if p.is_file()}
    assert inside == {name for name in sources if "__pycache__" not in name}
    environment = tmp_path / "empty"
    run([sys.executable, "-m", "venv", environment])
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run([python, "-m", "pip", "install", "--constraint", ROOT / "constraints.txt", wheel])
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = "simulate base --policies nearest,random --rounds 1000 --seed 1 --plot p.png --out p.parquet"
    said = run([python.with_name("nimmtsim"), *words.split()], cwd=tmp_path, env=clean)
    assert "base, 2 players, 1,000 rounds, seed 1" in said
    assert (tmp_path / "p.png").exists()
    assert (tmp_path / "p.parquet").exists()
