"""What an analysis is: values and rules only, with no input, no output, no clock and no screen."""
