"""The voice of a model: speaks to anything that speaks the Messages API, and is the only room that knows the SDK."""
