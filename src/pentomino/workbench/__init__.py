"""The workbench: what people ask of a puzzle in their hands, is it lost, what is forced, what next, why not."""
