"""Vectorized environments: thousands of games stepped at once by compiled kernels, with NumPy arrays in and out.

`SingleAgentVectorEnv` is Gymnasium's `VectorEnv` for one seat against bots or policies; `MultiAgentVectorEnv` plays all
seats. Both need `knobel[research]`.
"""

from .multi_agent import MultiAgentVectorEnv
from .single_agent import SingleAgentVectorEnv

__all__ = ["MultiAgentVectorEnv", "SingleAgentVectorEnv"]
