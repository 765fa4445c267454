"""The notebooks run from beginning to end at small sizes; those committed are real runs without traces of a machine."""

import re
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
#: Rounds of the small runs.
SMALL = "20000"

nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")


def outputs(notebook):
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def kinds(cell):
    """What a cell shows: pictures, tables, sentences."""
    return [(output.output_type, *sorted(output.get("data", {}))) for output in cell.get("outputs", [])]


def texts(output):
    """What an output says in words."""
    shown = output.get("data", {})
    return [output.get("text", ""), *(shown.get(kind, "") for kind in ("text/plain", "text/html", "text/markdown"))]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path, monkeypatch):
    client = pytest.importorskip("nbclient", reason="needs the extra 'notebooks'")
    pytest.importorskip("ipykernel", reason="needs the extra 'notebooks'")
    monkeypatch.setenv("NIMMTSIM_ROUNDS", SMALL)
    notebook = nbformat.read(path, as_version=4)
    before = [kinds(cell) for cell in notebook.cells]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    monkeypatch.chdir(path.parent)
    client.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    assert not [output for output in outputs(notebook) if output.output_type == "error"]
    assert not [output for output in outputs(notebook) if output.get("name") == "stderr"]
    assert [kinds(cell) for cell in notebook.cells] == before  # the same pictures and sentences, at another size


def executed(*sources):
    """The outputs of each cell of a new notebook."""
    client = pytest.importorskip("nbclient", reason="needs the extra 'notebooks'")
    pytest.importorskip("ipykernel", reason="needs the extra 'notebooks'")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    client.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    return [[output.output_type, *sorted(output.get("data", {}))] for cell in notebook.cells for output in cell.outputs]


def test_a_fresh_notebook_shows_a_picture_once():
    picture = ["display_data", "image/png", "text/plain"]
    run = "import nimmtsim; result = nimmtsim.simulate('base', ['nearest', 'random'], rounds=100)\n"
    assert executed(run + "result.plot();", "result.plot();", "ax = result.plot()") == [picture] * 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_notebook_is_a_real_run(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert all(output.output_type != "error" for output in outputs(notebook))
    assert sum("image/png" in output.get("data", {}) for output in outputs(notebook)) >= 2
    assert path.stat().st_size < 1_000_000
    words = "\n".join(str(text) for output in outputs(notebook) for text in texts(output))
    rounds = [int(number.replace(",", "")) for number in re.findall(r"(\d[\d,]*) rounds", words)]
    assert max(rounds) >= 10_000_000
    assert not re.search(r"(/home/|/root|/tmp|site-packages|[A-Z]:\\\\)", path.read_text(encoding="utf-8"))


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["01_start_here", "02_all_variants", "03_card_values"]
