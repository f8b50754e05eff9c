"""Turns the dossier into documents, whole files every time, so that they cannot contradict each other."""
