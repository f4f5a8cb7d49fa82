"""Utterances as people say them on the phone, with what a sensible person understands: the judge of the code.

Written by hand, before and without a look at any code that understands. `table` may be read while building;
`held_out` may not: of that one only the score is shown (`python -m tests.calls.agent.utterances`).
"""
