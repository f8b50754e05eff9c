"""Bytes on disk: whatever is saved here is found again whole, or reported, after any crash."""
