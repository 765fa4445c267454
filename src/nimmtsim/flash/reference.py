"""Flash Magic Six in plain Python, one step a method, to be read beside the rules (``docs/flash.md``).

This engine is the yardstick of the compiled one: it draws from the same random streams, puts the same decisions to the
players and must come to the same game. It keeps every event. A player here is any object with the methods of
`Player`; he gets a `View`, which holds what his seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from nimmtsim.errors import NimmtsimError, shown
from nimmtsim.flash.cards import STOP, Card, fits
from nimmtsim.flash.rules import HAND, FlashRules
from nimmtsim.reference.streams import DEAL, Stream, stream_key, unit_key

__all__ = ["Event", "Game", "IllegalAnswer", "Player", "View"]


class Event(NamedTuple):
    """Something that everybody at the table could write down.

    Attributes
    ----------
    turn : int
        Turns completed before it.
    seat : int
        Who did it.
    kind : str
        ``start`` (card opens the discard pile), ``draw``, ``show`` (a STOP at `target`, who takes `cards`), ``give``
        (held STOPs to `target`), ``hold`` (a STOP of the hand is kept in front), ``top-up``, ``lay``, ``bonus``,
        ``put back``, ``end`` (the game is over).
    cards : tuple of Card
    target : int or None
    """

    turn: int
    seat: int
    kind: str
    cards: tuple[Card, ...] = ()
    target: int | None = None


@dataclass
class View:
    """What a player may know when he decides: the table, and his own hand."""

    rules: FlashRules
    seat: int
    hand: list[Card]
    turn: int
    to_move: int
    discard: list[Card]
    side_size: int
    pile_sizes: list[int]
    hand_sizes: list[int]
    held: list[int]
    stops_out: int
    dead_turns: int
    #: In a STOP decision: 1 when it is one of the hand, 2 when it is a held one.
    showing: int = 0
    #: In a target decision: how many further STOPs the target is given.
    given: int = 0


class Player(Protocol):
    """How a seat answers: hand places count from 0, yes is 1 and no is 0."""

    def start(self, view: View) -> int: ...
    def stop(self, view: View) -> int: ...
    def target(self, view: View) -> int: ...
    def top_up(self, view: View) -> int: ...
    def chain(self, view: View) -> Sequence[int]: ...
    def bonus(self, view: View) -> int: ...


class IllegalAnswer(NimmtsimError):
    """A player answered what the rules do not allow."""

    def __init__(self, seat: int, decision: str, answer: object) -> None:
        super().__init__(f"seat {seat} answered {shown(answer)} to the decision {decision!r}, which is not legal")
        self.seat, self.decision, self.answer = seat, decision, answer


@dataclass
class Statistics:
    """What is counted for a seat during a game."""

    turns: int = 0
    laid: int = 0
    bonuses: int = 0
    topped_up: int = 0
    stops: int = 0
    moved: int = 0
    #: Number of cards laid in each own turn.
    chains: list[int] = field(default_factory=list)


class Game:
    """One game, from the deal to its end.

    Parameters
    ----------
    rules : FlashRules
    players : sequence of Player
        One a seat.
    seed, number : int
        Which game of which run; they fix the deal.
    deal : bool
        False leaves the table empty, for a position to be set up.

    Attributes
    ----------
    piles, hands : list of list of Card
        By seat; the first card of a pile is drawn next.
    discard, side : list of Card
        The last card is the top.
    held : list of int
        STOPs lying in front of each seat.
    end : str
        Empty while the game goes on; then ``cards out``, ``deadlock`` or ``turn limit``.
    winners : list of int
    events : list of Event
    """

    def __init__(
        self, rules: FlashRules, players: Sequence[Player], seed: int = 0, number: int = 0, *, deal: bool = True
    ) -> None:
        self.rules, self.players, self.n = rules, players, len(players)
        self.piles: list[list[Card]] = [[] for _ in players]
        self.hands: list[list[Card]] = [[] for _ in players]
        self.held = [0] * self.n
        self.discard: list[Card] = []
        self.side: list[Card] = []
        self.aside: list[Card] = []
        self.stops_out = self.turn = self.dead_turns = 0
        self.to_move = rules.first(number, self.n)
        self.end = ""
        self.winners: list[int] = []
        self.events: list[Event] = []
        self.statistics = [Statistics() for _ in players]
        if deal:
            self.deal(seed, number)
            self.open()

    # ---- setup

    def deal(self, seed: int, number: int) -> None:
        """Shuffle and deal everybody the same number of cards (F1)."""
        rules, stream = self.rules, Stream(stream_key(unit_key(seed, number), 0, DEAL))
        deck = list(rules.cards)
        if rules.n_cards is not None and rules.n_cards < len(deck):
            _shuffle(deck, stream, rules.n_cards)
            deck = deck[: rules.n_cards]
        deck += [STOP] * rules.n_stop
        _shuffle(deck, stream, len(deck))
        each = len(deck) // self.n
        for seat in range(self.n):
            self.piles[seat] = deck[seat * each : (seat + 1) * each]
        rest = deck[self.n * each :]
        if rules.remainder == "dealt":
            for place, one in enumerate(rest):
                self.piles[(self.to_move + place) % self.n].append(one)
        else:
            self.aside = rest

    def open(self) -> None:
        """Lay the start card (F2), and everybody draws six (F3)."""
        first = self.to_move
        pile = self.piles[first]
        place = next(place for place, one in enumerate(pile) if one != STOP)
        offer = pile[:HAND]
        if self.rules.start_card == "choose" and len(offer) - offer.count(STOP) > 1:
            view = self.view(first)
            view.hand = offer
            place = self.players[first].start(view)
            if not 0 <= place < HAND or offer[place] == STOP:
                raise IllegalAnswer(first, "start", place)
        self.discard.append(pile.pop(place))
        self.note(first, "start", self.discard)
        for seat in range(self.n):
            self.draw(seat, HAND)

    # ---- one turn

    def play(self) -> Game:
        """Play to the end."""
        while not self.end:
            self.play_turn()
        return self

    def play_turn(self) -> None:
        """The turn of the seat that is to move."""
        mover = self.to_move
        showing = range(mover, mover + self.n) if self.rules.stop_any_time else [mover]
        for seat in showing:
            self.stop_step(seat % self.n)
            if self.cards_left(seat % self.n) == 0:  # F15
                return self.finish_turn([seat % self.n], "cards out")
        topped_up = self.top_up(mover)
        self.lay(mover, topped_up)
        self.bonus(mover)
        if self.cards_left(mover) == 0:
            return self.finish_turn([mover], "cards out")
        self.put_back_and_draw(mover)
        return self.finish_turn([], "")

    def stop_step(self, seat: int) -> None:
        """The STOPs of the hand, then the held ones (F7, F16)."""
        hand = self.hands[seat]
        while count := hand.count(STOP):
            compulsory = count > 1 and self.rules.several_stops == "must"  # F10
            if compulsory or self.says_yes(seat, "stop", self.view(seat, showing=1)):
                hand[:] = [one for one in hand if one != STOP]
                self.show(seat, given=count - 1)
            elif self.rules.kept_stop == "held":  # F8, the other reading
                hand[:] = [one for one in hand if one != STOP]
                self.held[seat] += count
                self.note(seat, "hold", [STOP] * count)
            else:
                break
            self.draw(seat, count)
        while self.held[seat] and self.says_yes(seat, "stop", self.view(seat, showing=2)):
            self.held[seat] -= 1
            self.show(seat, given=0)

    def show(self, seat: int, given: int) -> None:
        """A STOP leaves the game; its target takes the side pile, and further STOPs of the hand (F10)."""
        target = self.choose_target(seat, given)
        taken = self.side[::-1] if self.rules.side_order == "last-first" else self.side[:]  # F18
        self.side.clear()
        self.piles[target] += taken
        self.held[target] += given
        self.stops_out += 1
        self.statistics[seat].stops += 1
        self.statistics[seat].moved += len(taken)
        self.note(seat, "show", taken, target)
        if given:
            self.note(seat, "give", [STOP] * given, target)

    def choose_target(self, seat: int, given: int) -> int:
        """Who gets the side pile: another player (F9)."""
        allowed = [other for other in range(self.n) if other != seat or self.rules.self_target]
        if len(allowed) == 1:
            return allowed[0]
        target = self.players[seat].target(self.view(seat, given=given))
        if target not in allowed:
            raise IllegalAnswer(seat, "target", target)
        return target

    def may_top_up(self, seat: int) -> bool:
        """Whether a hand may be filled from below the discard pile's top (F17)."""
        short = not self.piles[seat] and len(self.hands[seat]) < HAND
        return self.rules.top_up and short and len(self.discard) > 1

    def top_up(self, seat: int) -> bool:
        """Fill the hand from the bottom of the discard pile: by choice, or to end a deadlock (F13)."""
        if not self.may_top_up(seat):
            return False
        if self.dead_turns < self.n and not self.says_yes(seat, "top_up", self.view(seat)):
            return False
        count = min(HAND - len(self.hands[seat]), len(self.discard) - 1)
        added = self.discard[:count]
        del self.discard[:count]
        self.hands[seat] += added
        self.statistics[seat].topped_up += count
        self.note(seat, "top-up", added)
        return True

    def lay(self, seat: int, topped_up: bool) -> None:
        """Lay a chain of hand cards on the discard pile; count dead turns (F13)."""
        hand, chain = self.hands[seat], []
        if any(fits(one, self.discard[-1]) for one in hand):
            chain = list(self.players[seat].chain(self.view(seat)))
            if not self.is_legal(hand, chain):
                raise IllegalAnswer(seat, "chain", tuple(chain))
            self.dead_turns = 0
        elif STOP in hand or self.held[seat] or topped_up or any(self.piles):
            self.dead_turns = 0
        else:
            self.dead_turns += 1
        laid = [hand[place] for place in chain]
        self.hands[seat] = [one for place, one in enumerate(hand) if place not in chain]
        self.discard += laid
        own = self.statistics[seat]
        own.turns += 1
        own.laid += len(laid)
        own.chains.append(len(laid))
        self.note(seat, "lay", laid)

    def is_legal(self, hand: list[Card], chain: Sequence[int]) -> bool:
        """Whether each card of a chain fits the one before, and laying may end where it does (F4)."""
        top, used = self.discard[-1], set()
        for place in chain:
            if not 0 <= place < len(hand) or place in used or not fits(hand[place], top):
                return False
            used.add(place)
            top = hand[place]
        rest = (one for place, one in enumerate(hand) if place not in used)
        return self.rules.stop_early or not any(fits(one, top) for one in rest)

    def bonus(self, seat: int) -> None:
        """Whoever has laid his whole hand may put his pile's top card on the side pile, unseen (F5, F6)."""
        rules, own = self.rules, self.statistics[seat]
        if self.hands[seat] or not self.piles[seat] or rules.bonus == "never":
            return
        if rules.bonus_for == "six" and own.chains[-1] < HAND:
            return
        if rules.bonus == "must" or self.says_yes(seat, "bonus", self.view(seat)):
            self.side.append(self.piles[seat].pop(0))
            own.bonuses += 1
            self.note(seat, "bonus", self.side[-1:])

    def put_back_and_draw(self, seat: int) -> None:
        """The rest goes under the pile in hand order; six new cards are drawn."""
        rest = self.hands[seat]
        self.hands[seat] = []
        self.piles[seat] += rest
        if rest:
            self.note(seat, "put back", rest)
        self.draw(seat, HAND)

    def draw(self, seat: int, count: int) -> None:
        """Draw so many cards, fewer when the pile is shorter."""
        drawn = self.piles[seat][:count]
        del self.piles[seat][:count]
        self.hands[seat] += drawn
        if drawn:
            self.note(seat, "draw", drawn)

    # ---- the end

    def finish_turn(self, winners: list[int], end: str) -> None:
        """Count the turn; see whether the game has come to its end (F13, F14)."""
        self.turn += 1
        stuck = self.rules.deadlock == "end" or not any(map(self.may_top_up, range(self.n)))
        if not end and self.dead_turns >= self.n and stuck:
            end = "deadlock"
        if not end and self.turn >= self.rules.max_turns:
            end = "turn limit"
        if end and not winners:
            fewest = min(map(self.cards_left, range(self.n)))
            winners = [seat for seat in range(self.n) if self.cards_left(seat) == fewest]
        self.end, self.winners = end, winners
        if end:
            self.note(self.to_move, "end")
        self.to_move = (self.to_move + 1) % self.n

    def cards_left(self, seat: int) -> int:
        """Cards of a seat in hand and pile; held STOPs do not count."""
        return len(self.hands[seat]) + len(self.piles[seat])

    # ---- what is asked and told

    def says_yes(self, seat: int, decision: str, view: View) -> bool:
        """The answer to a yes-or-no decision."""
        answer = getattr(self.players[seat], decision)(view)
        if answer not in (0, 1):
            raise IllegalAnswer(seat, decision, answer)
        return bool(answer)

    def view(self, seat: int, showing: int = 0, given: int = 0) -> View:
        """What a seat may know now."""
        return View(
            self.rules, seat, self.hands[seat][:], self.turn, self.to_move, self.discard[:], len(self.side),
            [len(pile) for pile in self.piles], [len(hand) for hand in self.hands], self.held[:], self.stops_out,
            self.dead_turns, showing, given,
        )  # fmt: skip

    def note(self, seat: int, kind: str, cards: Sequence[Card] = (), target: int | None = None) -> None:
        """Write an event down."""
        self.events.append(Event(self.turn, seat, kind, tuple(cards), target))


def _shuffle(cards: list[Card], stream: Stream, count: int) -> None:
    """Fill the first places at random from all cards: the places are shuffled as numbers, then the cards follow."""
    order = list(range(len(cards)))
    stream.shuffle(order, 0, count)
    cards[:] = [cards[place] for place in order]
