"""Circles against walls on Apache Spark.

The functions `hits`, `first` and `nearest` choose a plan: `_one_scene` if the walls fit one worker, else `_sharded`.
Both plans have the same functions; `_source` describes them.
"""
