"""The order of walls by id as Spark sorts ids, for the workers.

Room: Spark, plain arrays.
"""

import math
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


def wall_order(ids: pa.Array, columns: list[Any]) -> Any:
    """The rows in the order of `WALL_ORDER`: by id, then by the columns."""
    rank = id_ranks(ids)
    order = np.argsort(rank, kind="stable")
    if (np.diff(rank[order]) > 0).all():
        return order
    return np.lexsort((*columns[::-1], rank))


def id_ranks(ids: pa.Array) -> Any:
    """Numbers in the order of the ids: null first, NaN last, 0.0 as -0.0. Ids without an order are all equal."""
    kind = ids.type
    if pa.types.is_map(kind):
        return np.zeros(len(ids), dtype=np.int64)
    if pa.types.is_nested(kind):
        keys = [_key(value) for value in ids.to_pylist()]
        place = {key: number for number, key in enumerate(sorted(set(keys)))}
        return np.array([place[key] for key in keys], dtype=np.int64)
    if pa.types.is_floating(kind):
        values = zeros_alike(pc.fill_null(ids, 0.0)).to_numpy(zero_copy_only=False)
        # np.unique sorts NaN to the end, as one value.
        rank = np.unique(values, return_inverse=True)[1] + 1
    else:
        rank = pc.rank(ids, tiebreaker="dense").to_numpy().astype(np.int64)
    return np.where(ids.is_null().to_numpy(zero_copy_only=False), 0, rank)


def zeros_alike(ids: Any) -> Any:
    """Ids that are floats, with 0.0 in place of -0.0, which is equal to Spark."""
    return pc.add(ids, pa.scalar(0.0, ids.type))


def _key(value: Any) -> Any:
    """A key that Python sorts as Spark sorts the value."""
    if value is None:
        return (0,)
    if isinstance(value, dict):
        return (1, *map(_key, value.values()))
    if isinstance(value, list):
        return (1, *map(_key, value))
    if isinstance(value, float) and math.isnan(value):
        return (2,)
    return (1, value)
