// The stream type comes with the next change.
