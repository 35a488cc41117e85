"""How many threads a task of Spark may use. Room: Spark."""

from pyspark import TaskContext

from .._carom import set_threads


def use_threads_of_task() -> None:
    """From now on calls use as many threads as Spark gives the task (spark.task.cpus), 1 outside of a task."""
    context = TaskContext.get()
    set_threads(1 if context is None else max(1, context.cpus()))
