"""The screen: shows state, sends intents, decides nothing."""
