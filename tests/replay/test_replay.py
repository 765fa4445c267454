"""Replays tell what the compiled engine counts: everything once, legibly, and never with a traceback."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from nimmtsim import NimmtsimError, Rules, policy, replay, rules_from, simulate
from nimmtsim.bridge import Seats
from nimmtsim.cards import ZERO, written
from nimmtsim.cli import main
from nimmtsim.errors import PolicyError
from nimmtsim.policy_library import asked_kinds, find_policy
from nimmtsim.reference.events import Deal, Place
from nimmtsim.variant_registry import VARIANTS

#: Few, some and as many players as possible, of every variant.
GAMES = [(name, n) for name in VARIANTS for n in sorted({2, 4, rules_from(name).most_players()})]
PLACEMENT = re.compile(r"^    +(\d+(?:\.\d)?)  seat (\d+)(?: \+ (\d+))? +\S")
ROW = re.compile(r"^  row (\d+) +(.+?)  +(\d+) of (\d+) places, (\d+) (?:head|point)s?$")


def placements_in(text: str) -> Counter[tuple[str, int]]:
    """Card and seat of every line that tells of a placement; of twins that lie together, both."""
    found: Counter[tuple[str, int]] = Counter()
    for line in text.splitlines():
        if match := PLACEMENT.match(line):
            found.update((match[1], int(seat)) for seat in match.groups()[1:] if seat)
    return found


def rows_in(text: str) -> list[list[str]]:
    """The rows of every table that is shown, one after the other."""
    return [re.split(r" +", match[2].strip()) for line in text.splitlines() if (match := ROW.match(line))]


def as_places(row: list[int]) -> list[str]:
    texts = [str(written(card)) for card in row]
    return re.sub(r"\b(\d+) (?=\1\b)", r"\1+", " ".join(texts)).split(" ")


@pytest.mark.parametrize(("name", "n"), GAMES)
def test_every_placement_is_told_once_and_counts_as_in_the_compiled_engine(name, n):
    played = replay(name, ["uniform"], players=n, seed=3, round=1)
    assert played.penalties == simulate(name, ["uniform"], players=n, seed=3, rounds=2).penalties[1].tolist()
    text = played.to_text()
    placed = [(str(written(event.card)), event.seat) for event in played.events if isinstance(event, Place)]
    assert placements_in(text) == Counter(placed)
    assert max(map(len, text.splitlines())) <= 100
    hands = next(event for event in played.events if isinstance(event, Deal)).hands
    for hand in hands:
        assert " ".join(f"{card!s:>3}" for card in sorted(map(written, hand))) in text


@pytest.mark.parametrize("name", VARIANTS)
def test_the_rows_told_are_those_on_the_table(name, monkeypatch):
    seen: dict[tuple[int, int], list[list[int]]] = {}
    answer = Seats.__call__

    def watching(seats, kind, view):
        if kind == "card" and (view.rules.turn != "in-turn" or not any(view.shown)):
            seen.setdefault((view.deal, view.turn), view.rows)
        return answer(seats, kind, view)

    monkeypatch.setattr(Seats, "__call__", watching)
    played = replay(name, ["uniform"], players=3, seed=8)
    told = rows_in(played.to_text())
    tables = [told[at : at + 4] for at in range(0, len(told), 4)]
    turn_starts = [event for event in played.events if event.kind == "turn"]
    deals = [event for event in played.events if isinstance(event, Deal)]
    assert len(tables) == len(deals) + len(turn_starts)
    at, deal = -1, -1
    for event in played.events:
        if isinstance(event, Deal):
            at, deal = at + 1, event.deal
        elif event.kind == "turn":
            if (deal, event.turn) in seen:
                assert tables[at] == [as_places(row) for row in seen[deal, event.turn]]
            at += 1
    # In the last turn, with one card each, nobody is asked.
    assert len(seen) >= len(turn_starts) - 2 * len(deals)


@pytest.mark.parametrize("name", ["base", "nifty", "plus", "championship", "open", "simple-minus"])
def test_a_match_is_told_deal_by_deal(name):
    policies = ["nearest", "random", "uniform"]
    played = replay(name, policies, seed=4, match=2)
    counted = simulate(name, policies, seed=4, matches=3)
    assert played.penalties == counted.penalties[2].tolist()
    text = str(played)
    assert len(re.findall(r"^deal \d+: (?:result|game over)$", text, re.MULTILINE)) == sum(
        isinstance(event, Deal) for event in played.events
    )
    last = text.split("end of the match\n")[1]
    told = [int(number) for number in re.findall(r"^  seat \d+ \w+ +(\d+) ", last, re.MULTILINE)]
    assert told == played.penalties
    assert ("66 down" in text) == (played.rules.match_end == "score")


def test_counting_down_from_66():
    played = replay("base", ["nearest", "random"], seed=1, match=0)
    last = str(played).split("66 down\n")[-1].splitlines()[:2]
    assert [int(line.split()[-1]) for line in last] == [66 - total for total in played.penalties]


@pytest.mark.parametrize("name", ["base", "championship"])
def test_rotated_runs(name):
    policies, n = ["nearest", "random", "highest"], 3
    counted = simulate(name, policies, seed=2, rounds=2, rotate=True).penalties
    for unit in range(2 * n):
        played = replay(name, policies, seed=2, round=unit, rotate=True)
        assert played.penalties == counted[unit].tolist()
        assert played.seats == tuple((player + unit % n) % n for player in range(n))
        assert f"(rotation {unit % n} of deal {unit // n})" in str(played).splitlines()[0]
        for player, seat in enumerate(played.seats):
            assert f"  seat {seat}  player {player}  {policies[player]}" in str(played)


def test_ranks_are_shared_and_points_count_upwards():
    for name, best in (("base", min), ("plus", max)):
        for seed in range(8):
            played = replay(name, ["uniform"], players=6, seed=seed)
            ranks = [int(line.split()[-1]) for line in str(played).splitlines()[-6:]]
            totals = played.penalties
            assert all((rank == 1) == (total == best(totals)) for rank, total in zip(ranks, totals, strict=True))
            assert all(ranks.count(rank) == totals.count(total) for rank, total in zip(ranks, totals, strict=True))


@pytest.mark.parametrize("name", VARIANTS)
def test_html_is_well_formed_and_complete(name):
    played = replay(name, ["uniform"], players=4, seed=6)
    page = ElementTree.fromstring(played.to_html())
    cells = ["".join(cell.itertext()) for cell in page.iter("td")]
    numbers = [event.card for event in played.events if isinstance(event, Place) and event.card != ZERO]
    placed = Counter(str(written(card)) for card in numbers)
    told = Counter(cell.strip() for cell in cells if re.fullmatch(r" +\d+(\.\d)?", cell))
    shared = Counter(cell.strip() for cell, who in pairwise(cells) if re.match(r"seat \d+ \+", who))
    assert {card: told[card] + shared[card] for card in placed} == dict(placed)
    assert ElementTree.fromstring(played._repr_html_()).get("class") == "nimmt"


def test_names_are_escaped_in_html():
    odd = policy(lambda table, me: 0, name='<b>&"odd"</b> with a long name that goes on and on')
    played = replay("base", [odd, "nearest"], seed=1)
    page = ElementTree.fromstring(played.to_html())
    assert not list(page.iter("b"))
    assert odd.name in "".join(page.itertext())
    assert max(map(len, str(played).splitlines())) <= 100


# --- policies that answer illegally ---


@policy
def breaks_off(table, me):
    """The first card, until turn 3."""
    return 0 if table.turn < 3 else 77


def test_an_illegal_answer_ends_the_replay_there():
    played = replay("base", ["nearest", breaks_off], seed=1, round=5)
    assert max(event.turn for event in played.events if isinstance(event, Place)) == 2
    assert "policy 'breaks_off' in seat 1 answered 77 to decision 'card'" in played.problem
    ending = str(played).split("the game broke off\n")[1]
    assert "Policy 'breaks_off' in seat 1 answered 77" in ending
    assert len(re.findall(r"^  seat \d \w+ +(?:\d+ +){6}\d+$", ending, re.MULTILINE)) == 2
    placed = [event for event in played.events if isinstance(event, Place)]
    assert len(placed) == 6
    assert played.penalties == [sum(event.heads for event in placed if event.seat == seat) for seat in (0, 1)]
    ElementTree.fromstring(played.to_html())


def test_in_a_match_too():
    played = replay("base", ["nearest", breaks_off], seed=1, match=5)
    assert [event.deal for event in played.events if isinstance(event, Deal)] == [0]
    assert "the game broke off" in str(played)
    assert "end of the match" not in str(played)


def _impossible(table, me):
    return 1 << 40


@pytest.mark.parametrize("name", VARIANTS)
def test_every_decision_can_be_the_last(name):
    for kind in asked_kinds(rules_from(name)):
        wrong = find_policy("uniform").replace(name="wrong", **{kind: _impossible})
        played = next(p for seed in range(50) if (p := replay(name, ["uniform", wrong, wrong], seed=seed)).problem)
        assert f"decision {kind!r}" in played.problem
        text = str(played)
        assert "the game broke off" in text
        assert placements_in(text) == Counter(
            (str(written(event.card)), event.seat) for event in played.events if isinstance(event, Place)
        )


def test_the_command_in_the_error_of_a_run_shows_its_end(tmp_path, monkeypatch, capsys):
    lines = ["import nimmtsim", "@nimmtsim.policy", "def broken(table, me):", "    return 0 if table.turn < 3 else 77"]
    (tmp_path / "my_broken.py").write_text("\n".join(lines))
    monkeypatch.chdir(tmp_path)
    broken = find_policy("my_broken:broken")
    with pytest.raises(PolicyError) as caught:
        simulate("tactics", ["nearest", broken], rounds=3, seed=4, rotate=True)
    words = shlex.split(str(caught.value).split("to see it again: ")[1])
    assert main(words[1:]) == 0
    assert "Policy 'my_broken:broken' in seat 1 answered 77 to decision 'card'" in capsys.readouterr().out


# --- what cannot be asked for ---


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"round": -1}, "round=-1: must be 0 to"),
        ({"round": 1.5}, "round=1.5: must be a whole number"),
        ({"round": True}, "round=True: must be a whole number"),
        ({"match": 10**30}, "must be 0 to"),
        ({"round": 0, "match": 0}, "give round or match, not both"),
        ({"seed": -1}, "seed=-1"),
        ({"players": 11}, "11 players are too many"),
        ({"rotate": "yes"}, "must be True or False"),
        ({"policies": ["nearst"]}, "did you mean 'nearest'"),
        ({"policies": "nearest"}, "must be a list"),
        ({"rules": "bse"}, "did you mean 'base'"),
        ({"rules": None}, "a variant's name or a Rules"),
    ],
)
def test_errors_are_one_line(arguments, says):
    given = {"rules": "base", "policies": ["nearest", "random"]} | arguments
    with pytest.raises(NimmtsimError, match=re.escape(says)) as caught:
        replay(**given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "words",
    [
        "bse --policies nearest,random",
        "base --policies nearst,random",
        "base --policies nearest,random --round -1",
        "base --policies nearest,random --round x",
        "base --policies nearest,random --round 1 --match 2",
        "base --policies nearest --players 11",
        "base --policies nearest,random --html /no/such/folder/x.html",
        "base --policies nearest,random --html x.txt",
        "base --policies nearest,random --rules rows=99",
        "base",
    ],
)
def test_the_command_refuses_in_one_line(words, capsys):
    with pytest.raises(SystemExit) as left:
        main(["replay", *words.split()])
    assert left.value.code == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.startswith("nimmtsim: error: ")
    assert said.err.count("\n") == 1


def test_the_command_prints_and_writes(tmp_path, capsys):
    words = "replay base --rules professional,deck=tactics,rows=5 --policies nearest,random --players 4 --seed 1"
    words += " --round 12345"
    assert main(words.split()) == 0
    rules = rules_from("base", professional=True, deck="tactics", rows=5)
    expected = replay(rules, ["nearest", "random", "random", "random"], seed=1, round=12345)
    assert capsys.readouterr().out == f"{expected}\n"
    page = tmp_path / "round.html"
    assert main([*words.split(), "--html", str(page)]) == 0
    assert capsys.readouterr().out == ""
    assert page.read_text(encoding="utf-8") == expected.to_html()
    assert list(tmp_path.iterdir()) == [page]


def test_without_a_number_it_is_the_first_round():
    first = replay(Rules(), ["nearest", "random"], seed=1)
    assert (first.round, first.match) == (0, None)
    assert str(first) == str(replay(Rules(), ["nearest", "random"], seed=1, round=0))
    assert repr(first) == f"<Replay of custom, seed 1, round 0: {first.penalties}>"
