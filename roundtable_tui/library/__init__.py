"""Reads the knowledge files into domain values and reports what it had to leave out; it never writes."""

from __future__ import annotations

from roundtable_tui.library.domains import derived_topics
from roundtable_tui.library.loader import load_knowledge, shipped_assets
from roundtable_tui.library.strict import strict_problems

__all__ = ["derived_topics", "load_knowledge", "shipped_assets", "strict_problems"]
