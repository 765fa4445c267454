"""Pictures and the command of card values: what is drawn, printed and written."""

import json
import os

import matplotlib.colors
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from nimmtsim.analysis.card_pairs import pair_effects
from nimmtsim.analysis.cards_held import card_values
from nimmtsim.analysis.cards_played import card_plays
from nimmtsim.analysis.plots_cards import CARD_MAPS, plot_card_turns, plot_card_values, plot_pair_effects
from nimmtsim.cli import main
from nimmtsim.errors import UsageError


@pytest.fixture(scope="module")
def jokers():
    return card_values("jokers", ["nearest", "random"], rounds=2000, seed=1)


@pytest.fixture(scope="module")
def plays():
    return card_plays("plus", ["nearest", "random"], rounds=400, seed=1).frame()


def test_card_values_are_drawn_where_they_are(jokers):
    frame = jokers.frame()
    before = dict(plt.rcParams)
    ax = plot_card_values(frame, policy="random")
    own = frame[frame.policy == "random"]
    drawn = {}
    for line in ax.lines[1:]:  # the first is the line at 0
        drawn |= dict(zip(line.get_xdata(), line.get_ydata(), strict=True))
    assert [drawn[x] for x in sorted(drawn)] == own.value.tolist()
    assert sorted(drawn)[10:] == list(range(1, 105))
    (bars,) = ax.collections
    ends = np.array([segment[:, 1] for segment in bars.get_segments()])
    np.testing.assert_allclose(ends, own[["value_low", "value_high"]])
    by_heads = [text.get_text() for text in ax.get_legend().get_texts()]
    assert by_heads == ["1 head", "2 heads", "3 heads", "5 heads", "7 heads"]
    assert len(ax.lines[5].get_xdata()) == 1  # 55
    assert dict(plt.rcParams) == before


def test_pictures_are_drawn_into_the_axes_given(jokers, plays):
    figure = Figure()
    axes = figure.subplots(3)
    assert plot_card_values(jokers.frame(), what="difference", ax=axes[0]) is axes[0]
    assert plot_card_turns(plays, ax=axes[1]) is axes[1]
    effects = pair_effects(jokers)
    assert plot_pair_effects(effects, ax=axes[2]) is axes[2]
    drawn = np.concatenate([line.get_ydata() for line in axes[2].lines[1:]])
    assert sorted(drawn) == sorted(effects.effect[effects["first"] >= 1])
    assert figure.axes == list(axes)  # the colour bar stands within its map


@pytest.mark.parametrize("what", CARD_MAPS)
def test_a_map_has_a_cell_for_each_turn_and_card(plays, what):
    ax = plot_card_turns(plays, what=what, policy="random", least=5)
    zero, numbers = ax.collections[:2]
    own = plays[plays.policy == "random"]
    seen = own.held if what == "share_of_held" else own.played
    expected = own[what].where(seen >= 5).to_numpy(float).reshape(15, 105)
    turns = 1 + np.flatnonzero(np.isfinite(expected).any(axis=1)).max()  # later ones hardly ever come
    assert turns < 15
    expected = expected[:turns]
    assert zero.get_array().shape == (turns, 1)
    np.testing.assert_array_equal(np.ma.filled(numbers.get_array(), np.nan), expected[:, 1:])
    assert isinstance(numbers.cmap, matplotlib.colors.ListedColormap)
    assert numbers.cmap.name == "cividis"  # made for all kinds of colour vision
    assert numbers.norm.vmax == (np.nanmax(expected) or 1)
    assert zero.norm.vmax == numbers.norm.vmax


@pytest.mark.parametrize(("variant", "unit"), [("plus", "points"), ("base", "bull heads")])
def test_a_map_says_what_heads_are(variant, unit):
    frame = card_plays(variant, ["nearest", "random"], rounds=50, seed=1).frame()
    assert set(frame.measure) == {"points" if unit == "points" else "penalty"}
    for what in ("cost", "rest"):
        assert f": {unit} " in plot_card_turns(frame, what=what, least=5).get_title(loc="left").replace("\n", " ")


def test_colours_reach_to_the_turn_before_the_last_on_which_every_card_is_played():
    frame = card_plays("base", ["nearest", "random"], rounds=3000, seed=1).frame("nearest")
    (numbers,) = plot_card_turns(frame).collections[:1]
    assert numbers.norm.vmax == frame[(frame.turn < 9) & (frame.held >= 30)].share_of_held.max() < 1


def test_pictures_of_what_there_is_not(jokers, plays):
    with pytest.raises(UsageError, match="unknown column of card values 'worth'"):
        plot_card_values(jokers.frame(), what="worth")
    with pytest.raises(UsageError, match="unknown policy of this frame 'rando'; did you mean 'random'"):
        plot_card_turns(plays, policy="rando")
    with pytest.raises(UsageError, match="unknown map of cards by turn 'price'"):
        plot_card_turns(plays, what="price")
    with pytest.raises(UsageError, match=r"of a frame of CardPlays.frame\(\); this one has no column 'turn'"):
        plot_card_turns(jokers.frame())
    with pytest.raises(UsageError, match=r"of a frame of CardValues.frame\(\); this one has no column 'policy'"):
        plot_card_values(pair_effects(jokers))
    with pytest.raises(UsageError, match=r"of a frame of CardValues.frame\(\); this one has no column 'value'"):
        plot_card_values(plays)
    with pytest.raises(UsageError, match=r"of a frame of CardValues.frame\(\), not of a CardValues"):
        plot_card_values(jokers)
    with pytest.raises(UsageError, match=r"of a frame of pair_effects\(\); this one has no column 'first'"):
        plot_pair_effects(jokers.frame())
    with pytest.raises(UsageError, match=r"this frame of CardPlays.frame\(\) has no rows"):
        plot_card_turns(plays[:0])


@pytest.mark.parametrize("pairs", ["all", [(1, 104)], [(17, 18), (18, 20)], [(0.4, 0.5)], [(0.4, 1)]])
def test_only_neighbours_are_drawn(jokers, pairs):
    with pytest.raises(UsageError, match="neighbours only"):
        plot_pair_effects(pair_effects(jokers, pairs))


def test_a_pair_is_drawn_between_its_cards_in_either_order(jokers):
    ax = plot_pair_effects(pair_effects(jokers, [(17, 18), (20, 19)]))
    assert sorted(np.concatenate([line.get_xdata() for line in ax.lines[1:]])) == [17.5, 19.5]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("layout", [None, "constrained", "tight"])
@pytest.mark.parametrize("what", ["share_of_held", "rest"])
def test_the_colour_bar_takes_its_room_from_its_own_axes(plays, layout, what):
    figure = Figure(figsize=(9, 3), layout=layout)
    left, right = figure.subplots(1, 2)
    before = left.get_position(original=True).frozen(), right.get_position().frozen()
    plot_card_turns(plays, what=what, ax=left)
    plot_card_turns(plays, what=what, ax=right)
    figure.draw_without_rendering()
    (bar,) = left.child_axes
    given = left.get_position(original=True)
    if layout is None:
        assert given.bounds == before[0].bounds
        assert right.get_position(original=True).bounds == before[1].bounds
    assert bar.get_tightbbox().x1 <= given.transformed(figure.transFigure).x1 + 1
    assert bar.get_tightbbox().x1 < right.get_tightbbox().x0
    assert bar.get_window_extent().x0 > left.get_window_extent().x1
    assert left.get_window_extent().width > 0.75 * given.transformed(figure.transFigure).width
    assert figure.axes == [left, right]


COMMAND = "cards base --policies nearest,random --players 3 --rounds 3000 --seed 1"


def test_the_command_prints_and_writes(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(f"{COMMAND} --plot cards.png --out cards.parquet".split()) == 0
    said = capsys.readouterr()
    assert said.err == ""
    found = card_values("base", ["nearest", "random", "random"], rounds=3000, seed=1)
    lines = said.out.splitlines()
    assert lines[0] == found.title
    best = found.frame("nearest").sort_values("value").iloc[0]
    assert lines[4].split()[:4] == ["best", str(best.card), str(best.heads), f"{best.value:+.2f}"]
    worst = found.frame("nearest").sort_values("value").iloc[-1]
    assert lines[19].split()[:3] == [str(worst.card), str(worst.heads), f"{worst.value:+.2f}"]
    assert sorted(os.listdir()) == ["cards.parquet", "cards.png"]
    written = pd.read_parquet("cards.parquet")
    pd.testing.assert_frame_equal(written, found.frame().astype({"card": float}))
    about = written.attrs
    assert about["policies"] == ["nearest", "random", "random"]
    assert about["rules"]["name"] == "base"


@pytest.mark.parametrize("rounds", [1, 30, 53, 60])
def test_the_command_says_in_words_that_rounds_were_too_few(rounds, capsys):
    assert main(f"cards base --policies nearest --players 2 --rounds {rounds}".split()) == 0
    out = capsys.readouterr().out
    assert "nan" not in out
    assert ("too few rounds were played to tell how much of the variance" in out) == (rounds < 53)
    assert "neighbours c and c + 1" in out


def test_the_command_by_turns(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = f"{COMMAND.replace('base', 'jokers')} --turns --plot turns.svg --map takes --out turns.parquet"
    assert main(words.split()) == 0
    assert sorted(os.listdir()) == ["turns.parquet", "turns.svg"]
    out = capsys.readouterr().out
    assert out.count("cards by turn") == 2
    assert "0.0 (100%)" in out
    frame = card_plays("jokers", ["nearest", "random", "random"], rounds=3000, seed=1).frame()
    pd.testing.assert_frame_equal(pd.read_parquet("turns.parquet"), frame)


def test_the_command_for_programs(capsys):
    assert main(f"{COMMAND} --json --rotate".split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["cards"]) == 208
    assert found["rotate"]
    words = "cards plus-equal-zeros --policies random --players 7 --rounds 30 --json"
    assert main(words.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["measure"] == "points"
    assert found["cards"][0]["card"] == 0
    assert found["cards"][0]["value"] is None
    assert found["notes"][0].startswith("random: no value for ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--rounds 0", "rounds=0: must be 1 to"),
        ("--out no/cards.parquet", "there is no folder"),
        ("--plot cards.txt", "'.txt'. Allowed: .png"),
        ("--map takes", "--map goes with --turns and --plot"),
        ("--turns --plot x.png --map price", "unknown map of --map 'price'"),
        ("--rules rows=0", "rows=0: must be 1 to 8"),
    ],
)
def test_the_command_refuses_in_one_line(words, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main(["cards", "base", "--policies", "nearest,random", *words.split()])
    assert stopped.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert message in said.err
    assert os.listdir() == []
