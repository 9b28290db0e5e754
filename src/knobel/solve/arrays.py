"""Types of the arrays that kernels read and write.

Tables hold signed integers: numba turns a signed and an unsigned one together into a float.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Int32s: TypeAlias = NDArray[np.int32]
Int16s: TypeAlias = NDArray[np.int16]
Int8s: TypeAlias = NDArray[np.int8]
Bytes: TypeAlias = NDArray[np.uint8]
