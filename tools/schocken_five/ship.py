# ruff: noqa - written for one run on a GPU and kept as it ran, so that the shipped tables can be made again
# mypy: ignore-errors
# pyright: basic, reportMissingImports=false, reportArgumentType=false, reportCallIssue=false, reportIndexIssue=false, reportOptionalMemberAccess=false, reportPrivateUsage=false, reportPossiblyUnboundVariable=false, reportAttributeAccessIssue=false, reportOperatorIssue=false
"""Write the solved half and the beginner's covered throws into the package."""

import numpy as np
from knobel.rules.schocken import Options
from knobel.solve import table_files
from knobel.solve.schocken.few import HalfValues, shares
from knobel.solve.schocken.sources import known, packed, table_name, _solved_half, stage_ends
from knobel.solve.schocken.five import CoveredThrows
from knobel.solve.schocken.two import half_table
from knobel.solve.progress import silent

o = Options()
b = np.load("gpu/out/five.npz")
plans = np.load("gpu/out/plans.npz")["plans"]
five = {(s[0], tuple(s[1:])): (v, p) for s, v, p in zip(b["states"].tolist(), b["values"], plans)}
half = HalfValues(o, half_table(o), stage_ends(o, 5, "half"))
few = {n: _solved_half(o, n, "half", "known", silent) for n in (3, 4)}
for st in half.all_states():
    m, h = st
    if st in five:
        half.values[st] = five[st][0]
    else:
        seats = [i for i, x in enumerate(h) if x]
        v = np.zeros(5)
        v[seats] = few[len(seats)].value(0, tuple(h[i] for i in seats))
        half.values[st] = v
print(len(half.values), float(b["residual"]))
name, version = table_name(o, 5, "half")
print(table_files.ship(name, version, packed(half)))
states = [s for s in half.all_states() if s in five]
data = CoveredThrows.packed(np.array([five[s][1] for s in states]))
name, version = table_name(o, 5, "covered")
print(table_files.ship(name, version, data), len(data))
c = CoveredThrows(states, data)
print(
    max(np.abs(c.worth(s) - five[s][1]).max() for s in states),
    max(np.abs(c.worth(s) - five[s][1])[:, 0].max() for s in states),
)
