"""What happens next: the session that owns an item, and the modes that decide its moves."""
