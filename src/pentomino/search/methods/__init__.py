"""The methods: ways to find or count the solutions of a plan."""
