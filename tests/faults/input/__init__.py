"""Whatever a file, a paste or a model says, nobody sees a traceback and nothing good is lost."""
