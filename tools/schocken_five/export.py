# ruff: noqa - written for one run on a GPU and kept as it ran, so that the shipped tables can be made again
# mypy: ignore-errors
# pyright: basic, reportMissingImports=false, reportArgumentType=false, reportCallIssue=false, reportIndexIssue=false, reportOptionalMemberAccess=false, reportPrivateUsage=false, reportPossiblyUnboundVariable=false, reportAttributeAccessIssue=false, reportOperatorIssue=false
"""Write the inputs of the GPU program."""

import numpy as np
from knobel.rules.schocken import Options
from knobel.solve.schocken.rounds import rounds_of
from knobel.solve.schocken.closing import worth_of_late
from knobel.solve.schocken.sources import _solved_half, _approximate
from knobel.solve.schocken.few import shares
from knobel.solve.schocken.finals import decide
from knobel.solve.progress import silent

o = Options()
r = rounds_of(o)
t = r.tables
out = dict(deals=t.deals, rank=t.rank, first=t.first, keep=t.keep, fall=t.fall, hand=t.hand, chance=t.chance)
for left in (2, 3, 4):
    half = _solved_half(o, left, "half", "known", silent)
    hs = [h for h in shares(13, left) if 0 not in h]
    out[f"held{left}"] = np.array(hs)
    out[f"value{left}"] = np.array([half.value(0, h) for h in hs])
print(half._two.risk(13, 0))
g = np.random.default_rng(7)
pays = g.random((5, 5, 8, 5))
pays /= pays.sum(-1, keepdims=True)
out["pays"] = pays
cases = [(56 + 9, 3), (56 + 0, 56 + 12), (56 + 27, 56 + 1), (56 + 7, 55)]
out["cases"] = np.array(cases)
out["third"] = np.array([worth_of_late(r, 3, c, pays) for c in cases])
w2 = []
cases2 = [(10, 20), (20, 10), (30, 30)]
for c in cases2:
    w = worth_of_late(r, 2, c, pays)
    w2.append(decide(t, r.followers[2], 2, w, np.empty(len(w))))
out["cases2"] = np.array(cases2)
out["second2"] = np.array(w2)
many = _approximate(o, 5, 5)
hs = [h for h in shares(13, 5) if 0 not in h]
out["held5"] = np.array(hs)
out["guess5"] = np.array([many.risks(0, h) for h in hs])
np.savez("gpu/in.npz", **out)
print({k: v.shape for k, v in out.items()})
