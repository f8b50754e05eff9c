"""No name, link or setting leads a write out of the allowed places."""
