"""Turns against exact enumeration, and against pandas on replays by the reference engine."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import nimmtsim
from nimmtsim.analysis.distributions import distributions
from nimmtsim.analysis.turns import Turns, turns
from nimmtsim.reference.events import Place
from nimmtsim.replays import replay
from nimmtsim.statistics import share_estimate
from nimmtsim.variant_registry import VARIANTS
from tests.analysis.tiny_games import SMALL, TINY, everything

CAUSES = {"sixth": "sixth card", "low": "low card", "joker takes": "joker"}


@pytest.mark.parametrize("rules", [TINY, SMALL], ids=lambda rules: rules.name)
def test_every_deal_of_a_small_game(rules: nimmtsim.Rules) -> None:
    played = everything(rules, ["lowest", "highest"])
    found = turns(rules, ["lowest", "highest"], rounds=40_000, seed=9)
    heads = found.heads().query("by == 'player'").set_index(["player", "turn", "cause"])
    waiting = found.waiting().query("by == 'player' and wait == 'first'").set_index(["player", "turns"])
    for (player, turn, cause), row in heads.iterrows():
        taken = [sum(t[3] for t in deal if t[:3] == (turn, player, cause)) for deal in played]
        times = [sum(t[:3] == (turn, player, cause) for t in deal) for deal in played]
        assert abs(row["heads"] - np.mean(taken)) <= 4 * row["se"]
        assert abs(row["takes"] - np.mean(times)) <= 4 * row["takes_se"]
    for player in (0, 1):
        first = [min((t[0] + 1 for t in deal if t[1] == player), default=0) for deal in played]
        for wait in range(rules.hand + 1):
            share = waiting.loc[(player, wait)]
            assert share["share"] == pytest.approx(np.mean(np.array(first) == wait), abs=0.01)
            assert share["observed"] == round(share["share"] * 40_000)


def _replayed(variant: str, policies: list[str], rounds: int, rotate: bool) -> pd.DataFrame:
    """Every taking of a row, as the reference engine writes it down."""
    rows = []
    for unit in range(rounds * (len(policies) if rotate else 1)):
        again = replay(variant, policies, seed=4, round=unit, rotate=rotate)
        game, turn = 0, 0
        for event in again.events:
            if isinstance(event, Place):
                game += event.turn < turn
                turn = event.turn
                if event.cause in CAUSES:
                    player = again.seats.index(event.seat)
                    rows.append((unit, game, event.turn, player, CAUSES[event.cause], event.heads))
    return pd.DataFrame(rows, columns=["unit", "game", "turn", "player", "cause", "heads"])


@pytest.mark.parametrize("variant", ["base", "championship", "hand", "jokers", "double", "plus"])
def test_pandas_on_replays_says_the_same(variant: str) -> None:
    policies, deals = ["random", "lowest", "random"], 12
    found = turns(variant, policies, rounds=deals, seed=4, rotate=True, threads=2)
    taken = _replayed(variant, policies, deals, rotate=True)
    games = deals * found.games
    heads = found.heads().query("by == 'player' and turn.notna()").set_index(["player", "turn", "cause"])
    straight = taken.groupby(["player", "turn", "cause"])["heads"].agg(["sum", "size"])
    expected = straight.reindex(heads.index, fill_value=0)
    np.testing.assert_allclose(heads["heads"] * games, expected["sum"])
    np.testing.assert_allclose(heads["takes"] * games, expected["size"])
    key = ["unit", "game", "player", "turn"]
    by_turn = taken.groupby(key)["heads"].sum().reset_index()
    counted = found.histogram().query("by == 'player' and value > 0").set_index(["player", "turn", "value"])["observed"]
    straight = by_turn[by_turn["heads"] > 0].groupby(["player", "turn", "heads"]).size()
    assert counted.to_dict() == straight.to_dict()
    _waits_are(found, by_turn, games)


def _waits_are(found: Turns, by_turn: pd.DataFrame, games: int) -> None:
    owners = by_turn.groupby(["unit", "game", "player"])["turn"]
    waiting = found.waiting().query("by == 'player'").set_index(["player", "wait", "turns"])
    first = (owners.min() + 1).groupby("player").value_counts()
    between = (-owners.diff(-1)).fillna(0).astype(int).groupby(by_turn["player"]).value_counts()
    for (player, wait, length), row in waiting.iterrows():
        counts = first if wait == "first" else between
        expected = int(counts.get((player, length), 0))
        if (wait, length) == ("first", 0):
            expected = games - int(first.loc[player].sum())
        assert row["observed"] == expected
        assert row["share"] == pytest.approx(expected / (games if wait == "first" else between.loc[player].sum()))


def test_interval_of_a_wait_by_leaving_out_deals() -> None:
    """The wait between takes is a ratio of two numbers that both vary."""
    policies, deals = ["random", "lowest", "random"], 60
    waiting = turns("base", policies, rounds=deals, seed=4).waiting()
    row = waiting.query("by == 'policy' and policy == 'random' and wait == 'between' and turns == 2").iloc[0]
    taken = _replayed("base", policies, deals, rotate=False).query("player != 1")
    taken = taken.drop_duplicates(["unit", "player", "turn"])
    taken["wait"] = (-taken.sort_values("turn").groupby(["unit", "player"])["turn"].diff(-1)).fillna(0)
    per_deal = taken.groupby("unit")["wait"].agg([lambda w: (w == 2).sum(), "size"]).reindex(range(deals), fill_value=0)
    hits, tries = per_deal.to_numpy().T
    left_out = (hits.sum() - hits) / (tries.sum() - tries)
    se = np.sqrt((deals - 1) / deals * ((left_out - left_out.mean()) ** 2).sum())
    assert row["share"] == pytest.approx(hits.sum() / tries.sum())
    assert (row["high"] - row["low"]) / 2 == pytest.approx(2.0 * se, rel=0.05)


@pytest.mark.parametrize("by", ["policy", "player"])
def test_interval_of_heads_on_a_turn_from_its_share_in_each_deal(by: str) -> None:
    policies, deals, games = ["random", "lowest", "random"], 30, 30 * 3
    shares = turns("base", policies, rounds=deals, seed=4, rotate=True).histogram()
    shares = shares[(shares["by"] == by) & (shares["policy"] == "random")].set_index("value")
    shares = shares[shares["turn"] == 8].query("player.isna() or player == 2")
    taken = _replayed("base", policies, deals, rotate=True).query("turn == 8")
    players = [0, 2] if by == "policy" else [2]
    by_game = taken.groupby(["unit", "player"])["heads"].sum()
    full = by_game.reindex(pd.MultiIndex.from_product([range(games), players]), fill_value=0)
    by_deal = full.groupby(full.index.get_level_values(0) // 3).agg(list)
    assert set(shares.index) == set(full)
    for value, row in shares.iterrows():
        own = [np.mean(np.equal(heads, value)) for heads in by_deal]
        expected = share_estimate(float(np.mean(own)), float(np.std(own, ddof=1) / np.sqrt(deals)), deals)
        assert tuple(row[["share", "low", "high"]]) == pytest.approx((expected.value, expected.low, expected.high))


def test_threads_change_nothing_and_policies_are_their_players() -> None:
    runs = [turns("base", ["nearest", "random", "random"], rounds=400, rotate=True, threads=n) for n in (1, 2)]
    for name in ("heads", "histogram", "waiting"):
        pd.testing.assert_frame_equal(getattr(runs[0], name)(), getattr(runs[1], name)(), check_exact=True)
    heads = runs[0].heads()
    of_policy = heads.query("by == 'policy' and policy == 'random'")["heads"].to_numpy()
    of_players = [heads.query(f"by == 'player' and player == {p}")["heads"].to_numpy() for p in (1, 2)]
    np.testing.assert_allclose(of_policy, np.mean(of_players, axis=0))


@pytest.mark.parametrize("variant", ["plus", "hand"])
def test_every_turn_has_every_game_where_rounds_end_at_different_turns(variant: str) -> None:
    policies = ["nearest", "random", "safest", "random"]
    found = [turns(variant, policies, rounds=240, seed=9, threads=n).histogram() for n in (1, 2, 3)]
    for other in found[1:]:
        pd.testing.assert_frame_equal(found[0], other, check_exact=True)
    games = found[0].query("by == 'player'").groupby(["player", "turn"])["observed"].sum()
    assert set(games) == {240}
    assert set(found[0]["measure"]) == {"points" if variant == "plus" else "penalty"}
    shares = found[0].groupby(["by", "policy", "turn"])["share"].sum()
    assert (found[0]["observed"] > 0).all()
    np.testing.assert_allclose(shares.loc["policy"], 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_turns_add_up_to_the_total(variant: str) -> None:
    policies = ["lowest", "random", "random"]
    found, whole = (play(variant, policies, rounds=40, seed=2, rotate=True) for play in (turns, distributions))
    heads = found.heads().query("by == 'player'").groupby("player")["heads"].sum()
    totals = whole.summary().query("by == 'player'").set_index("player")["mean"]
    np.testing.assert_allclose(heads * (3 if variant == "championship" else 1), totals)
    assert ("left in hand" in set(found.heads()["cause"])) == (variant == "hand")
    assert ("joker" in set(found.heads()["cause"])) == (variant == "jokers")


def test_a_round_of_one_turn() -> None:
    found = turns(nimmtsim.Rules(hand=1), ["lowest", "highest"], rounds=500, seed=1, rotate=True)
    whole = distributions(nimmtsim.Rules(hand=1), ["lowest", "highest"], rounds=500, seed=1, rotate=True)
    heads = found.heads().query("by == 'player'").groupby("player")["heads"].sum()
    np.testing.assert_allclose(heads, whole.summary().query("by == 'player'")["mean"])
    assert repr(found) == "<Turns: custom, lowest, highest, 500 deals>"
