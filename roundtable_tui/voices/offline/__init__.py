"""The interviewer without a model: asks what the files ask and keeps what the user says, in their words."""
