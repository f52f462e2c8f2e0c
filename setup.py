"""The list of compiled modules; everything else is in pyproject.toml."""

from setuptools import Extension, setup

setup(ext_modules=[Extension("pentomino._core", ["src/pentomino/_core.pyx"])])
