"""Files: everything comes back, or one clear error; whole or not at all."""

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import nimmtsim
from nimmtsim import SimulationResult, flash, simulate
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


@pytest.mark.parametrize("kind", ["png", "html"])
def test_a_link_stays_a_link_to_what_is_written(tmp_path, kind):
    (tmp_path / "real").mkdir()
    link = tmp_path / f"link.{kind}"
    link.symlink_to(tmp_path / "real" / f"target.{kind}")  # not there yet
    for text in ("first", "second"):
        assert write_whole(link, lambda beside, text=text: Path(beside).write_text(text)) == link
        assert link.is_symlink()
        assert (tmp_path / "real" / f"target.{kind}").read_text() == text
    assert os.listdir(tmp_path / "real") == [f"target.{kind}"]
    link.unlink()
    link.symlink_to(tmp_path)
    with pytest.raises(DataError, match="it is a folder"):
        check_writable(link)


def saved(tmp_path, game):
    path = tmp_path / "a.parquet"
    if game == "flash":
        flash.simulate("greedy,greedy", games=20).save(path)
        return path, flash.FlashResult.load, b"nimmtsim.flash"
    simulate("base", ["nearest", "random"], rounds=20).save(path)
    return path, SimulationResult.load, b"nimmtsim"


def without(name):
    return lambda meta: json.dumps({key: value for key, value in json.loads(meta).items() if key != name}).encode()


@pytest.mark.parametrize("game", ["base", "flash"])
@pytest.mark.parametrize(
    ("change", "rows", "says"),
    [(lambda _: b"no json", 20, "metadata is damaged"), (lambda _: b"[1]", 20, "metadata is damaged"),
     (lambda _: b"\xff", 20, "metadata is damaged"), (without("seed"), 20, "damaged"),
     (without("rules"), 20, "damaged"), (without("policies"), 20, "damaged"),
     (lambda meta: meta, 0, "it has 0 .*but 20 were played"), (lambda meta: meta, 7, "it has 7 .*but 20 were played")],
)  # fmt: skip
def test_an_edited_file_is_one_error(tmp_path, game, change, rows, says):
    path, load, key = saved(tmp_path, game)
    table = pq.read_table(path)
    meta = {**table.schema.metadata, key: change(table.schema.metadata[key])}
    pq.write_table(table.slice(0, rows).replace_schema_metadata(meta), path)
    with pytest.raises(DataError, match=says) as caught:
        load(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", ["base", "flash"])
def test_why_a_file_cannot_be_read(tmp_path, game, monkeypatch):
    path, load, _ = saved(tmp_path, game)
    with pytest.raises(DataError, match="it is a folder"):
        load(tmp_path)
    with pytest.raises(DataError, match="there is no such file"):
        load(tmp_path / "b.parquet")
    with pytest.raises(DataError, match="null character"):
        load("a\0b")

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr("builtins.open", refuse)  # root may read anything
    with pytest.raises(DataError, match="no permission"):
        load(path)
