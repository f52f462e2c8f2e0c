"""Work that is shared out: units and tasks, the workers that do them, and the journal of their results."""
