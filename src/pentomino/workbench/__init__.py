"""The workbench: answers for a person at a puzzle: is it lost, what is forced, what comes next, why not."""
