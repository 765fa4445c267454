"""Policies: what decides for a seat. Those built in, one's own, and how both are found.

A policy answers each decision of a game by a small function on two records: the public table and the seat's own cards.
Everything about writing one is in ``docs/policies.md``.
"""

from nimmtsim.kernels.streams import random_below
from nimmtsim.policy_library.model import Policy, asked_kinds, policy
from nimmtsim.policy_library.registry import find_policy, policies

__all__ = ["Policy", "asked_kinds", "find_policy", "policies", "policy", "random_below"]
