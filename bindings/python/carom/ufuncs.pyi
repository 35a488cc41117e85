# The types of the ufuncs.
from numpy import ufunc

__all__ = [
    "along",
    "balls_respond",
    "cast",
    "circle_is_valid",
    "compare_distance",
    "compare_gap",
    "compare_time_of_impact",
    "compare_wall_gap",
    "contact",
    "crossings",
    "distance",
    "moving_wall_at",
    "moving_wall_box",
    "moving_wall_is_valid",
    "moving_wall_to",
    "moving_wall_turning",
    "overlaps",
    "passage",
    "path_box",
    "path_is_clear",
    "path_is_clear_of_moving",
    "push_out",
    "reflect",
    "relate",
    "signed_distance",
    "sweep",
    "sweep_moving",
    "sweep_moving_circle",
    "sweep_moving_to",
    "sweep_to",
    "touches",
    "touches_circle",
    "turning_frames",
    "velocity_reflect",
    "velocity_respond",
    "wall_box",
    "wall_contact",
    "wall_gap",
    "wall_is_valid",
    "wall_side",
    "within",
]

along: ufunc
balls_respond: ufunc
cast: ufunc
circle_is_valid: ufunc
compare_distance: ufunc
compare_gap: ufunc
compare_time_of_impact: ufunc
compare_wall_gap: ufunc
contact: ufunc
crossings: ufunc
distance: ufunc
moving_wall_at: ufunc
moving_wall_box: ufunc
moving_wall_is_valid: ufunc
moving_wall_to: ufunc
moving_wall_turning: ufunc
overlaps: ufunc
passage: ufunc
path_box: ufunc
path_is_clear: ufunc
path_is_clear_of_moving: ufunc
push_out: ufunc
reflect: ufunc
relate: ufunc
signed_distance: ufunc
sweep: ufunc
sweep_moving: ufunc
sweep_moving_circle: ufunc
sweep_moving_to: ufunc
sweep_to: ufunc
touches: ufunc
touches_circle: ufunc
turning_frames: ufunc
velocity_reflect: ufunc
velocity_respond: ufunc
wall_box: ufunc
wall_contact: ufunc
wall_gap: ufunc
wall_is_valid: ufunc
wall_side: ufunc
within: ufunc
