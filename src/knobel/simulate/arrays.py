"""The arrays that kernels read and write.

Tables hold signed numbers: a signed and an unsigned one together would make a fraction in machine code.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Bytes: TypeAlias = NDArray[np.uint8]
Tiny: TypeAlias = NDArray[np.int8]
Short: TypeAlias = NDArray[np.int16]
Whole: TypeAlias = NDArray[np.int32]
