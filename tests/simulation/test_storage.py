"""Files: everything comes back, or one clear error; whole or not at all."""

import os

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import nimmtsim
from nimmtsim import SimulationResult, simulate
from nimmtsim.errors import DataError
from nimmtsim.files import check_writable, write_whole
from nimmtsim.storage import read_metadata

CASES = [
    ("base", {"rounds": 60}),
    ("base", {"matches": 20}),
    ("plus", {"rounds": 20, "rotate": True}),
    ("hand", {"rounds": 40}),
    ("jokers", {"rounds": 30, "hands": True}),
    ("championship", {"rounds": 10, "hands": True, "events": True}),
    ("hand", {"rounds": 9, "events": True}),
    ("pass-on", {"rounds": 9, "rotate": True, "events": True}),
    ("base", {"precision": 1.0}),
]


@pytest.mark.parametrize(("rules", "arguments"), CASES)
def test_rounds_come_back(tmp_path, rules, arguments):
    result = simulate(rules, ["nearest", "random", "lowest"], seed=2**64 - 1, **arguments)
    result.save(tmp_path / "a.parquet")
    back = SimulationResult.load(tmp_path / "a.parquet")
    assert back.counts.same_as(result.counts)
    assert repr(back) == repr(result)
    assert (back.rules, back.policies, back.seed) == (result.rules, result.policies, result.seed)
    pd.testing.assert_frame_equal(back.to_frame(), result.to_frame())
    for name, array in result.kept.arrays().items():
        np.testing.assert_array_equal(getattr(back.kept, name), array)
        assert getattr(back.kept, name).dtype == array.dtype
    pd.testing.assert_frame_equal(back.summary(), result.summary())


@pytest.mark.parametrize(("rules", "arguments"), [case for case in CASES if not {"hands", "events"} & set(case[1])])
def test_counts_come_back(tmp_path, rules, arguments):
    result = simulate(rules, ["nearest", "random", "lowest"], seed=1, keep="counts", **arguments)
    result.save(str(tmp_path / "a.parquet"))
    back = SimulationResult.load(str(tmp_path / "a.parquet"))
    assert back.counts.same_as(result.counts)
    assert back.kept is None
    pd.testing.assert_frame_equal(back.summary(), result.summary())


def test_other_programs_can_read_it(tmp_path):
    result = simulate(nimmtsim.rules_from("base", rows=5), ["nearest", "random"], rounds=25, seed=7)
    result.save(tmp_path / "a.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "a.parquet"), result.to_frame())
    meta = read_metadata(tmp_path / "a.parquet")
    assert meta["seed"] == 7
    assert meta["rules"]["rows"] == 5
    assert meta["policies"] == ["nearest", "random"]
    assert meta["package_version"] == nimmtsim.__version__
    assert meta["stream_version"] == 1


def test_files_that_are_no_results(tmp_path):
    (tmp_path / "text.parquet").write_text("no parquet")
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "other.parquet")
    for name, says in (("text", "no parquet file"), ("other", "no result of nimmtsim"), ("missing", "no such file")):
        with pytest.raises(DataError, match=says):
            SimulationResult.load(tmp_path / f"{name}.parquet")
    with pytest.raises(DataError):
        SimulationResult.load(tmp_path)


def test_a_damaged_result_is_one_error(tmp_path):
    simulate("base", ["nearest", "random"], rounds=5).save(tmp_path / "a.parquet")
    table = pq.read_table(tmp_path / "a.parquet")
    pq.write_table(table.drop_columns(["penalty_1"]), tmp_path / "b.parquet")
    with pytest.raises(DataError, match="damaged"):
        SimulationResult.load(tmp_path / "b.parquet")


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_text("old")

    def fails(beside):
        with open(beside, "w") as file:
            file.write("half")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_whole(path, fails)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.parquet"]
    write_whole(path, lambda beside: open(beside, "w").close())
    assert path.read_text() == ""
    assert path.stat().st_mode & 0o400


@pytest.mark.parametrize(
    ("name", "endings", "says"),
    [("no/x.png", (".png",), "there is no folder"), ("x.jpg", (".png", ".svg"), "did you mean"),
     ("x", (".png",), "Allowed"),
     (".", (), "it is a folder"), (3, (), "a path is a text"), ("a\0b", (), "cannot write")],
)  # fmt: skip
def test_paths_are_checked_first(tmp_path, monkeypatch, name, endings, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError, match=says):
        check_writable(name, endings)
