"""Reads the knowledge files into domain values and reports what it had to leave out; it never writes."""

from __future__ import annotations

from roundtable_tui.library.loader import load_knowledge, shipped_assets
from roundtable_tui.library.shipped_rules import strict_problems
from roundtable_tui.library.topic_defaults import derived_topics

__all__ = ["derived_topics", "load_knowledge", "shipped_assets", "strict_problems"]
