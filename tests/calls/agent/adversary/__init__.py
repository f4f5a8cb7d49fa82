"""Callers who want what they can't have, and the judge who listens in.

`generator.calls(seed, count, scene)` yields calls as lists of utterances; `leaks.Leaks` finds in a transcript what was
given away; `model_lines.MODEL_LINES` are lines a language model might come up with, and what must become of each.
"""
