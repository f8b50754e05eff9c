"""Pictures of the program for people who have not started it yet."""
