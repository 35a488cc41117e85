"""A scene and the ids of its walls as files that Spark sends to its workers.

The driver writes them into a folder that is removed when its process ends. A worker process maps each file into
memory once, so all of its tasks share it, and the processes of one machine share the memory.
Room: Spark, over scenes.
"""

import atexit
import os
import shutil
import tempfile
import uuid
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark import SparkFiles

from ..scene import Scene
from ._threads import use_threads_of_task

_MOST_OPEN = 4
"""How many scenes a worker process keeps open; each is mapped, not read."""
_opened: OrderedDict[str, tuple[Scene, pa.Array]] = OrderedDict()


@dataclass(frozen=True)
class SceneFile:
    """The name under which Spark sends a scene."""

    name: str

    def open(self) -> tuple[Scene, pa.Array]:
        """The scene and the ids of its walls, in a worker."""
        if self.name not in _opened:
            scene = Scene.open(SparkFiles.get(f"{self.name}.scene"))
            with pa.memory_map(SparkFiles.get(f"{self.name}.ids")) as file:
                ids = pa.ipc.open_file(file).get_batch(0).column(0)
            _opened[self.name] = scene, ids
            if len(_opened) > _MOST_OPEN:
                _opened.popitem(last=False)
        _opened.move_to_end(self.name)
        use_threads_of_task()
        return _opened[self.name]


def send(spark: Any, scene: Scene, ids: pa.Array) -> SceneFile:
    """Sends a scene and the ids of its walls to the present and future workers of a session."""
    folder = tempfile.mkdtemp(prefix="carom-spark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    name = f"carom-{uuid.uuid4().hex}"
    paths = [os.path.join(folder, f"{name}.{end}") for end in ("scene", "ids")]
    scene.save(paths[0])
    batch = pa.RecordBatch.from_arrays([ids], names=["id"])
    with pa.OSFile(paths[1], "wb") as file, pa.ipc.new_file(file, batch.schema) as writer:
        writer.write_batch(batch)
    for path in paths:
        if hasattr(spark, "_jsparkSession"):
            spark.sparkContext.addFile(path)
        else:  # Spark Connect
            spark.addArtifacts(path, file=True)
    return SceneFile(name)
