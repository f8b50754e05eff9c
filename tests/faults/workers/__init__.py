"""Whatever is cut off from a worker of a team, the analysis is whole in the end."""
