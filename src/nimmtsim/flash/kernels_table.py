"""What every step of the compiled game needs: whether cards fit, asking a policy, cards on their way."""

from __future__ import annotations

from nimmtsim.flash.cards import STOP_CODE
from nimmtsim.kernels.jit import call_decision, kernel

__all__ = ["FAILED", "ask", "ask_yes", "discard_card", "draw", "fail", "fits", "keep_cards", "put_under"]

#: Returned by a step when a policy's answer cannot be used; the record then says whose answer it was.
FAILED = -1


@kernel
def fits(upper, lower):
    """Whether a card may be laid on another: some octal digit of their codes is the same. A STOP fits nothing."""
    differs = upper ^ lower
    same = ((differs & 0o700) == 0) | ((differs & 0o070) == 0) | ((differs & 0o007) == 0)
    return same & (upper != STOP_CODE)


@kernel
def fail(state, seat, kind, answer):
    """Write down an answer that cannot be used."""
    state.problem_kind = kind
    state.problem_seat = seat
    state.problem_answer = answer
    return FAILED


@kernel
def ask(state, seat, kind):
    """The answer of the policy in a seat, unchecked."""
    me = state.seats[seat]
    me.asked = kind
    return call_decision(state.policies[seat, kind], state.table, me)


@kernel
def ask_yes(state, seat, kind):
    """An answer 0 or 1."""
    answer = ask(state, seat, kind)
    if answer != 0 and answer != 1:
        return fail(state, seat, kind, answer)
    return answer


@kernel
def draw(state, seat, count):
    """Draw so many cards, fewer when the pile is shorter."""
    table, me = state.table, state.seats[seat]
    n, head = me.n, state.heads[seat]
    count = min(count, table.piles[seat])
    for k in range(count):
        me.hand[n + k] = state.piles[seat, (head + k) & table.mask]
    state.heads[seat] = (head + count) & table.mask
    table.piles[seat] -= count
    me.n = n + count
    table.hands[seat] = n + count


@kernel
def put_under(state, seat, card):
    """A card under a pile."""
    table = state.table
    state.piles[seat, (state.heads[seat] + table.piles[seat]) & table.mask] = card
    table.piles[seat] += 1


@kernel
def discard_card(table, card):
    """A card on top of the discard pile."""
    table.discard[(table.bottom + table.n_discard) & table.mask] = card
    table.n_discard += 1
    table.top = card


@kernel
def keep_cards(state, seat, gone):
    """Take the cards of a bit mask of places out of a hand; the others keep their order."""
    me = state.seats[seat]
    n = 0
    for place in range(me.n):
        if not (gone >> place) & 1:
            me.hand[n] = me.hand[place]
            n += 1
    me.n = n
    state.table.hands[seat] = n
