"""How a puzzle is searched: a plan, a puzzle compiled for an engine, threads, and the verbs that run them."""
