"""Words of their own that lie one slip away from a word with which somebody steers the talk."""

ORDINARY = frozenset[str]()
