"""The methods: ways to the solutions of a plan, or to their number."""
