"""What can be learned from many rounds: distributions, turns, card values, luck and skill.

Every module streams: it adds up exact counts of blocks and estimates from the sums.
"""
