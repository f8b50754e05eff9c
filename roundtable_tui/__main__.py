"""`python -m roundtable_tui` is the same door as the console script."""

from roundtable_tui.cli import main

main()
