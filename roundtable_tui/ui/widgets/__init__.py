"""The pieces screens are made of; they speak in typed messages and never touch the session."""
