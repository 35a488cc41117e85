// The docstrings of the classes of scenes. Room: above columns.
#ifndef CAROM_PYTHON_SCENE_DOCS_H
#define CAROM_PYTHON_SCENE_DOCS_H

#define SCENE_CIRCLE_DOC                                                                           \
    "cx, cy, r : array_like of float\n"                                                            \
    "    Centres and radii of the circles, in the unit of the walls; finite, r >= 0.\n"
#define SCENE_SOURCE_DOC                                                                           \
    "    Alone, cx can be the columns that `carom.circles` returns, or what it reads, such as\n"   \
    "    a GeoDataFrame. Then the columns category and group are the mask and the\n"               \
    "    except_group, and vx and vy are the displacements, if these are not given by name.\n"
#define SCENE_RING_DOC                                                                             \
    "ring : array_like of bool, optional\n"                                                        \
    "    True leaves out walls wholly inside the circle: its outline counts, not its disc.\n"
#define SCENE_RULE_DOC                                                                             \
    "rule : str or array_like of str or int, optional\n"                                           \
    "    'closed': the closed disc and the wall share a point; 'open': they overlap and not\n"     \
    "    only touch; 'ring': as ring=True. Or codes of `ContactRule`.\n"
#define SCENE_MASK_DOC                                                                             \
    "mask : array_like of int, optional\n"                                                         \
    "    Only walls with (category & mask) != 0 count; 0 to 2**32 - 1. A wall of category 0\n"     \
    "    counts as one of category 1.\n"                                                           \
    "except_group : array_like of int, optional\n"                                                 \
    "    Walls of this group do not count: those of the same owner. 0: all groups count.\n"
#define SCENE_ACCEPT_DOC                                                                           \
    "accept : callable, optional\n"                                                                \
    "    accept(index, wall) returns whether a wall counts; `wall` is a `Walls` of numbers. "      \
    "Only\n"                                                                                       \
    "    for a circle given as numbers. It is called for walls near the circle, at most once\n"    \
    "    for each. Its exceptions end the query. It must not edit the scene.\n"
#define SCENE_CSR_DOC                                                                              \
    "csr : bool, optional\n"                                                                       \
    "    True returns the walls row by row: `HitsByCircle`.\n"
#define SCENE_MOVE_DOC                                                                             \
    "vx, vy : array_like of float\n"                                                               \
    "    Displacements: circle i moves straight from c to c + v.\n"
#define SCENE_CAST_DOC                                                                             \
    "hits_only : array_like of bool, optional\n"                                                   \
    "    True leaves out walls that the circle only grazes, also at the start.\n"                  \
    "pass_one_sided : array_like of bool, optional\n"                                              \
    "    True: one-sided walls count only for a circle that starts on their left and does not\n"   \
    "    overlap them, as for a moving ball.\n" SCENE_MASK_DOC
#define SCENE_BROADCAST_DOC "Numbers, and arrays of any shape, which broadcast.\n\n"
#define SCENE_RAISES_DOC                                                                           \
    "\nRaises\n------\n"                                                                           \
    "TypeError, ValueError\n"                                                                      \
    "    With the name of the argument and the index of the item that is wrong.\n"                 \
    "RuntimeError\n"                                                                               \
    "    If another thread is editing the scene, a `DynamicScene`.\n"
#define SCENE_EXAMPLE                                                                              \
    "\nExamples\n--------\n"                                                                       \
    ">>> scene = carom.Scene([0, 0, 4], [0, 0, 0], [4, 0, 4], [0, 3, 3])\n"

#define HITS_DOC                                                                                   \
    "hits($self, cx, cy=None, r=None, within=0.0, ring=False, *, rule='closed', mask=4294967295, " \
    "except_group=0,\n"                                                                            \
    "     accept=None, csr=False, most=None)\n--\n\n"                                              \
    "All pairs of a circle and a wall that touch. Exact.\n\n"                                      \
    "Parameters\n----------\n" SCENE_CIRCLE_DOC SCENE_SOURCE_DOC                                   \
    "within : array_like of float, optional\n"                                                     \
    "    Also pairs with a gap of at most this distance, exactly; >= 0. Points that were\n"        \
    "    computed on a wall are beside it by some ulps, and need it.\n" SCENE_RING_DOC             \
        SCENE_RULE_DOC SCENE_MASK_DOC SCENE_ACCEPT_DOC SCENE_CSR_DOC "most : int, optional\n"      \
    "    With more pairs there is an OverflowError, and not an answer that fills the memory;\n"    \
    "    >= 0. Each thread may hold as many until then.\n" SCENE_BROADCAST_DOC                     \
    "Returns\n-------\n"                                                                           \
    "Hits\n"                                                                                       \
    "    (circle, wall): two arrays of int64, by circle, then by wall. Circles of several\n"       \
    "    dimensions are counted in C order. For numbers all circles are 0.\n"                      \
    "HitsByCircle, with csr=True\n"                                                                \
    "    (offsets, wall): circle i touches wall[offsets[i]:offsets[i + 1]].\n" SCENE_RAISES_DOC    \
    "OverflowError\n"                                                                              \
    "    If there are more than `most` pairs.\n" SCENE_EXAMPLE                                     \
    ">>> circle, wall = scene.hits([1, 9], [1, 9], 1)\n"                                           \
    ">>> circle.tolist(), wall.tolist()\n"                                                         \
    "([0, 0], [0, 1])\n"

#define WITHIN_DOC                                                                                 \
    "within($self, cx, cy=None, r=None, gap=None, *, ring=False, rule='closed', mask=4294967295, " \
    "except_group=0,\n"                                                                            \
    "       accept=None, csr=False)\n--\n\n"                                                       \
    "All pairs of a circle and a wall with a gap of at most `gap`. Exact.\n\n"                     \
    "These are pairs, as hits() with within=gap lists them; there the other arguments are\n"       \
    "described. For a yes or no of each circle, as `carom.within` gives of one wall, ask\n"        \
    "touches() with within=gap.\n\n"                                                               \
    "Parameters\n----------\n" SCENE_CIRCLE_DOC SCENE_SOURCE_DOC "gap : array_like of float\n"     \
    "    The largest distance between the disc and the wall; finite, >= 0.\n\n"                    \
    "Returns\n-------\n"                                                                           \
    "Hits, or HitsByCircle with csr=True\n" SCENE_EXAMPLE                                          \
    ">>> scene.within(2.0, -1.5, 1.0, 0.5).wall.tolist()\n"                                        \
    "[0]\n"                                                                                        \
    ">>> scene.touches(2.0, -1.5, 1.0, within=0.5)\n"                                              \
    "True\n"

#define COUNT_DOC                                                                                  \
    "count($self, cx, cy=None, r=None, within=0.0, ring=False, *, rule='closed', "                 \
    "mask=4294967295, "                                                                            \
    "except_group=0,\n"                                                                            \
    "      accept=None)\n--\n\n"                                                                   \
    "How many walls each circle touches. The arguments are those of hits(). Exact.\n\n"            \
    "Returns\n-------\n"                                                                           \
    "int, or ndarray of int64\n" SCENE_EXAMPLE ">>> scene.count([1, 9], [1, 9], 1).tolist()\n"     \
    "[2, 0]\n"

#define TOUCHES_DOC                                                                                \
    "touches($self, cx, cy=None, r=None, within=0.0, ring=False, *, rule='closed', "               \
    "mask=4294967295, "                                                                            \
    "except_group=0,\n"                                                                            \
    "        accept=None)\n--\n\n"                                                                 \
    "Whether a circle touches any wall. The arguments are those of hits(). Exact, and faster\n"    \
    "than count().\n\n"                                                                            \
    "Returns\n-------\n"                                                                           \
    "bool, or ndarray of bool\n" SCENE_EXAMPLE ">>> scene.touches(1.0, 1.0, 1.0)\n"                \
    "True\n"

#define IN_BOX_DOC                                                                                 \
    "in_box($self, min_x, min_y, max_x, max_y, *, mask=4294967295, except_group=0, accept=None,\n" \
    "       csr=False)\n--\n\n"                                                                    \
    "All pairs of a box and a wall whose bounding boxes overlap, boundaries included.\n\n"         \
    "The bounding box of a tilted or thick wall reaches beyond the wall.\n\n"                      \
    "Parameters\n----------\n"                                                                     \
    "min_x, min_y, max_x, max_y : array_like of float\n"                                           \
    "    The boxes. Bounds may be infinite. A box whose minimum is above its maximum may find\n"   \
    "    walls, too: those that overlap both bounds.\n" SCENE_MASK_DOC SCENE_ACCEPT_DOC            \
    "csr : bool, optional\n"                                                                       \
    "    True returns the walls row by row: `HitsByCircle`.\n\n"                                   \
    "Returns\n-------\n"                                                                           \
    "BoxHits\n"                                                                                    \
    "    (box, wall): two arrays of int64, by box, then by wall.\n" SCENE_EXAMPLE                  \
    ">>> scene.in_box(-1, 1, 1, 2).wall.tolist()\n"                                                \
    "[1]\n"

#define NEAREST_DOC                                                                                \
    "nearest($self, cx, cy=None, r=None, k=1, *, mask=4294967295, except_group=0, "                \
    "accept=None)\n--\n\n"                                                                         \
    "The k walls nearest to each circle, nearest first, in exact order.\n\n"                       \
    "Among equally near walls the lower index comes first.\n\n"                                    \
    "Parameters\n----------\n" SCENE_CIRCLE_DOC SCENE_SOURCE_DOC "k : int, optional\n"             \
    "    How many walls; at least 1.\n" SCENE_MASK_DOC SCENE_ACCEPT_DOC SCENE_BROADCAST_DOC        \
    "Returns\n-------\n"                                                                           \
    "Nearest\n"                                                                                    \
    "    (wall, gap): arrays of int64 and float64. For k=1 they have the shape of the circles:\n"  \
    "    (n,), or an int and a float for numbers. For more walls k is the last axis: (n, k), or\n" \
    "    (k,) for numbers. The gap is the negative depth of contact():\n"                          \
    "    [Gap and clearance](../geometry.md#gap-and-clearance).\n"                                 \
    "    If there are fewer walls, the wall is -1 and the gap inf.\n" SCENE_RAISES_DOC             \
        SCENE_EXAMPLE ">>> scene.nearest(1.0, 0.5, 0.25)\n"                                        \
    "Nearest(wall=0, gap=0.25)\n"                                                                  \
    ">>> scene.nearest([1.0, 3.0], 0.5, 0.25).gap.tolist()\n"                                      \
    "[0.25, 0.25]\n"                                                                               \
    ">>> scene.nearest([1.0, 3.0], 0.5, 0.25, k=2).wall.tolist()\n"                                \
    "[[0, 1], [0, 2]]\n"

#define FIRST_DOC                                                                                  \
    "first($self, cx, cy=None, r=None, vx=None, vy=None, *, hits_only=False, "                     \
    "pass_one_sided=False,\n"                                                                      \
    "      mask=4294967295, except_group=0, accept=None)\n--\n\n"                                  \
    "The first wall that each moving circle meets, in exact order: a shape cast.\n\n"              \
    "With radius 0 it is a ray cast. Among walls met at the same time the lowest index wins.\n"    \
    "Grazes and overlaps at the start count.\n\n"                                                  \
    "Parameters\n----------\n" SCENE_CIRCLE_DOC SCENE_SOURCE_DOC SCENE_MOVE_DOC SCENE_CAST_DOC     \
        SCENE_ACCEPT_DOC SCENE_BROADCAST_DOC "Returns\n-------\n"                                  \
    "First\n"                                                                                      \
    "    The wall, -1 for none, and the fields of `Sweep`, which are 0 for "                       \
    "none.\n" SCENE_RAISES_DOC SCENE_EXAMPLE ">>> met = scene.first(1.0, 5.0, 1.0, 0.0, -8.0)\n"   \
    ">>> met.wall, met.kind, met.t\n"                                                              \
    "(1, <SweepKind.GRAZE: 2>, 0.25)\n"                                                            \
    ">>> scene.first(1.0, 5.0, 1.0, 0.0, -8.0, hits_only=True).t\n"                                \
    "0.5\n"

#define SWEEP_ALL_DOC                                                                              \
    "sweep_all($self, cx, cy=None, r=None, vx=None, vy=None, *, hits_only=False, "                 \
    "pass_one_sided=False,\n"                                                                      \
    "          mask=4294967295, except_group=0, accept=None)\n--\n\n"                              \
    "All walls that each moving circle meets, by circle, then by time of impact, exactly.\n\n"     \
    "Among equal times the lower index comes first. The arguments are those of first().\n\n"       \
    "Returns\n-------\n"                                                                           \
    "SweepAll\n"                                                                                   \
    "    The circle, the wall and the fields of `Sweep`: arrays, a row for each "                  \
    "pair.\n" SCENE_EXAMPLE ">>> met = scene.sweep_all(1.0, 5.0, 0.5, 0.0, -8.0)\n"                \
    ">>> met.wall.tolist(), met.t.tolist()\n"                                                      \
    "([0], [0.5625])\n"

#define FAN_DOC                                                                                    \
    "fan($self, cx, cy, r, vx, vy, *, hits_only=False, pass_one_sided=False,\n"                    \
    "    mask=4294967295, except_group=0, accept=None)\n--\n\n"                                    \
    "Casts fans of beams, such as scans of a lidar: first(), about twice as fast.\n\n"             \
    "The beams are the last axis: vx and vy have the shape (beams,) for one circle or\n"           \
    "(n, beams) for n; then cx, cy and r have the shape (n, 1) or are numbers. It is fast if\n"    \
    "neighbouring beams are less than 5 degrees apart. scan() takes angles.\n\n"                   \
    "Parameters\n----------\n" SCENE_CIRCLE_DOC "vx, vy : array_like of float\n"                   \
    "    The beams: direction times range.\n" SCENE_CAST_DOC "accept : None\n"                     \
    "    Not for fans.\n\n"                                                                        \
    "Returns\n-------\n"                                                                           \
    "Fan\n"                                                                                        \
    "    The fields of `First`, bit for bit those of first(), and the distance along each beam,\n" \
    "    to a few ulp, inf if it meets no wall.\n" SCENE_RAISES_DOC SCENE_EXAMPLE                  \
    ">>> scene.fan(1.0, 1.0, 0.0, [-9.0, 0.0, 9.0], [0.0, -9.0, 9.0]).distance.tolist()\n"         \
    "[1.0, 1.0, inf]\n"

// ---- areas ----

#define AREA_MASK_DOC                                                                              \
    "mask : array_like of int, optional\n"                                                         \
    "    Only areas whose walls have (category & mask) != 0 count; 0 to 2**32 - 1. The walls of\n" \
    "    an area must have one category.\n"                                                        \
    "except_group : array_like of int, optional\n"                                                 \
    "    This area does not count. 0: all areas count.\n"
#define AREA_POINT_DOC                                                                             \
    "x, y : array_like of float\n"                                                                 \
    "    The points; finite.\n"
#define AREA_RAISES_DOC                                                                            \
    SCENE_RAISES_DOC "    Also if the walls of an area are no closed rings of segments of one "    \
                     "radius: with the area,\n    and the point at which a ring is open.\n"
#define AREA_EXAMPLE                                                                               \
    "\nExamples\n--------\n"                                                                       \
    ">>> scene = carom.Scene([0, 9, 9, 0], [0, 0, 9, 9], [9, 9, 0, 0], [0, 9, 9, 0], group=7)\n"

#define AREAS_DOC                                                                                  \
    "areas($self, cx, cy=None, r=None, within=0.0, *, mask=4294967295, except_group=0,\n"          \
    "      most=None)\n--\n\n"                                                                     \
    "All pairs of a circle and an area that meet. Exact.\n\n"                                      \
    "The number of an area is the group of its walls, 1 or more; the walls form closed rings.\n"   \
    "A point is inside if a ray from it crosses the rings an odd number of times: rings may\n"     \
    "nest, as holes do. The first question about areas makes an index of them, which stays\n"      \
    "with the scene. A `DynamicScene` has none: there nothing checks whether rings are closed,\n"  \
    "and questions take longer.\n\n"                                                               \
    "Parameters\n----------\n" SCENE_CIRCLE_DOC SCENE_SOURCE_DOC                                   \
    "within : array_like of float, optional\n"                                                     \
    "    Also areas with a gap to the disc of at most this distance, exactly; >= "                 \
    "0.\n" AREA_MASK_DOC "most : int, optional\n"                                                  \
    "    With more pairs there is an OverflowError.\n\n"                                           \
    "Returns\n-------\n"                                                                           \
    "Areas\n"                                                                                      \
    "    (circle, area, relation, distance): arrays, by circle, then by area. The distance goes\n" \
    "    from the centre to the nearest axis of the area's walls, negative inside. Radii do not\n" \
    "    count for it.\n" AREA_RAISES_DOC                                                          \
    "OverflowError\n    If there are more than `most` pairs.\n" AREA_EXAMPLE                       \
    ">>> circle, area, relation, distance = scene.areas([4.0, 9.0, 20.0], 4.0, 1.0)\n"             \
    ">>> circle.tolist(), area.tolist(), distance.tolist()\n"                                      \
    "([0, 1], [7, 7], [-4.0, 0.0])\n"                                                              \
    ">>> [carom.AreaRelation(code).name for code in relation]\n"                                   \
    "['INSIDE', 'CROSSING']\n"

#define AREAS_AT_DOC                                                                               \
    "areas_at($self, x, y, *, mask=4294967295, except_group=0, most=None)\n--\n\n"                 \
    "All pairs of a point and an area that holds it, its boundary included. Exact.\n\n"            \
    "Faster than areas() with r=0, as no distance is asked for.\n\n"                               \
    "Parameters\n----------\n" AREA_POINT_DOC AREA_MASK_DOC "most : int, optional\n"               \
    "    With more pairs there is an OverflowError.\n\n"                                           \
    "Returns\n-------\n"                                                                           \
    "AreasAt\n"                                                                                    \
    "    (point, area): two arrays of int64, by point, then by area.\n" AREA_RAISES_DOC            \
    "OverflowError\n    If there are more than `most` pairs.\n" AREA_EXAMPLE                       \
    ">>> scene.areas_at([4.0, 9.0, 20.0], 4.0).point.tolist()\n"                                   \
    "[0, 1]\n"

#define CONTAINS_DOC                                                                               \
    "contains($self, x, y, area=None, *, mask=4294967295, except_group=0)\n--\n\n"                 \
    "Whether an area holds each point, its boundary included. Exact.\n\n"                          \
    "Parameters\n----------\n" AREA_POINT_DOC "area : array_like of int, optional\n"               \
    "    Which area is asked about; by default any.\n" AREA_MASK_DOC SCENE_BROADCAST_DOC           \
    "Returns\n-------\n"                                                                           \
    "bool, or ndarray of bool\n" AREA_RAISES_DOC AREA_EXAMPLE                                      \
    ">>> scene.contains([4.0, 9.0, 20.0], 4.0).tolist()\n"                                         \
    "[True, True, False]\n"                                                                        \
    ">>> scene.contains(4.0, 4.0, area=8)\n"                                                       \
    "False\n"

#define RELATE_AREA_DOC                                                                            \
    "relate_area($self, cx, cy, r, area)\n--\n\n"                                                  \
    "The relation of each disc and an area. Exact.\n\n"                                            \
    "Parameters\n----------\n" SCENE_CIRCLE_DOC "area : array_like of int\n"                       \
    "    The number of the area. No circle meets one that no wall has.\n" SCENE_BROADCAST_DOC      \
    "Returns\n-------\n"                                                                           \
    "AreaRelation, or ndarray of int8\n"                                                           \
    "    A member for numbers, its codes for arrays.\n" AREA_RAISES_DOC AREA_EXAMPLE               \
    ">>> scene.relate_area(4.0, 4.0, 4.0, 7)\n"                                                    \
    "<AreaRelation.INSIDE_TOUCHING: 4>\n"

#define NEAREST_AREAS_DOC                                                                          \
    "nearest_areas($self, cx, cy=None, r=None, k=1, *, mask=4294967295, except_group=0)\n--\n\n"   \
    "The k areas nearest to the centre of each circle, in exact order.\n\n"                        \
    "First come the areas that hold the centre, deepest first. Among equally near areas the\n"     \
    "lower number comes first.\n\n"                                                                \
    "Parameters\n----------\n" SCENE_CIRCLE_DOC SCENE_SOURCE_DOC "k : int, optional\n"             \
    "    How many areas; at least 1.\n" AREA_MASK_DOC SCENE_BROADCAST_DOC "Returns\n-------\n"     \
    "NearestAreas\n"                                                                               \
    "    (area, relation, distance), of the shapes of `Nearest`. The distance is that of "         \
    "areas().\n"                                                                                   \
    "    If there are fewer areas, the area is 0, the relation AreaRelation.INVALID and the\n"     \
    "    distance inf.\n" AREA_RAISES_DOC AREA_EXAMPLE ">>> scene.nearest_areas(12.0, 4.0, 1.0)\n" \
    "NearestAreas(area=7, relation=<AreaRelation.OUTSIDE: 1>, distance=3.0)\n"

#define SIGNED_DISTANCE_DOC                                                                        \
    "signed_distance($self, x, y, area=None, *, mask=4294967295, except_group=0)\n--\n\n"          \
    "The distance from each point to the boundary of an area, negative inside.\n\n"                \
    "Parameters\n----------\n" AREA_POINT_DOC "area : array_like of int, optional\n"               \
    "    Which area is asked about; it takes longer if the walls of many others are nearer. By\n"  \
    "    default the least distance of all areas: that to the deepest one that holds the point,\n" \
    "    or to the nearest one.\n" AREA_MASK_DOC SCENE_BROADCAST_DOC "Returns\n-------\n"          \
    "float, or ndarray of float64\n"                                                               \
    "    The distance to the nearest axis of the area's walls; wall radii do not count. The\n"     \
    "    error is at most 1 ulp; 0 exactly on an axis. inf if there is no "                        \
    "area.\n" AREA_RAISES_DOC AREA_EXAMPLE                                                         \
    ">>> scene.signed_distance([4.0, 9.0, 12.0], 4.0).tolist()\n"                                  \
    "[-4.0, 0.0, 3.0]\n"

#define BOX_DOC                                                                                    \
    "(min_x, min_y, max_x, max_y) around all walls: infinite where a ray or line extends, and\n"   \
    "inf before -inf if there are no walls."

#define NBYTES_DOC "The size of the scene in bytes."

#define SCENE_WALLS_DOC                                                                            \
    "walls($self, index=None)\n--\n\n"                                                             \
    "The walls as columns, all or those with these indices.\n\n"                                   \
    "Returns\n-------\n"                                                                           \
    "Walls\n"                                                                                      \
    "    Arrays ax, ay, bx, by, wr, extent, category, one_sided, group, in the order of the "      \
    "arguments\n"                                                                                  \
    "    of `Scene`. Numbers for an index that is a number.\n" SCENE_EXAMPLE                       \
    ">>> scene.walls([2, 0]).by.tolist()\n"                                                        \
    "[3.0, 0.0]\n"

// ---- edits of a dynamic scene ----

#define WALL_COLUMNS_DOC                                                                           \
    "ax, ay, bx, by, wr, extent, category, one_sided, group : array_like\n"                        \
    "    The walls, as for `DynamicScene`.\n"
#define EDIT_RAISES_DOC                                                                            \
    "\nRaises\n------\n"                                                                           \
    "TypeError, ValueError\n"                                                                      \
    "    With the name of the argument, and the item or the id that is wrong. Then nothing has\n"  \
    "    been changed.\n"                                                                          \
    "RuntimeError\n"                                                                               \
    "    If a query or another edit of the scene is running in another thread.\n"
#define DYNAMIC_EXAMPLE                                                                            \
    "\nExamples\n--------\n"                                                                       \
    ">>> scene = carom.DynamicScene([0, 0], [0, 0], [4, 0], [0, 3])\n"

#define INSERT_DOC                                                                                 \
    "insert($self, ax, ay, bx, by, wr=0.0, extent='segment', category=0, one_sided=False,\n"       \
    "       group=0)\n"                                                                            \
    "--\n\n"                                                                                       \
    "Inserts walls. Ids of removed walls are used again, the last one removed first.\n\n"          \
    "Parameters\n----------\n" WALL_COLUMNS_DOC "\n"                                               \
    "Returns\n-------\n"                                                                           \
    "int, or ndarray of int64\n"                                                                   \
    "    The ids of the walls, valid until they are removed.\n" EDIT_RAISES_DOC DYNAMIC_EXAMPLE    \
    ">>> scene.insert(4.0, 0.0, 4.0, 3.0)\n"                                                       \
    "2\n"

#define REMOVE_DOC                                                                                 \
    "remove($self, id)\n--\n\n"                                                                    \
    "Removes the walls with these ids: an int or an array of different ones.\n" EDIT_RAISES_DOC    \
        DYNAMIC_EXAMPLE ">>> scene.remove(0)\n"                                                    \
    ">>> scene.ids().tolist()\n"                                                                   \
    "[1]\n"

#define MOVE_DOC                                                                                   \
    "move($self, id, ax, ay, bx, by, wr=None, extent=None, category=None, one_sided=None,\n"       \
    "     group=None)\n"                                                                           \
    "--\n\n"                                                                                       \
    "Moves walls, which keep their ids. What is left out stays as it is.\n\n"                      \
    "Parameters\n----------\n"                                                                     \
    "id : array_like of int\n"                                                                     \
    "    The walls, all different.\n"                                                              \
    "ax, ay, bx, by, wr, extent, category, one_sided, group : array_like\n"                        \
    "    What they become. All arguments broadcast.\n" EDIT_RAISES_DOC DYNAMIC_EXAMPLE             \
    ">>> scene.move(1, 1.0, 0.0, 1.0, 3.0)\n"                                                      \
    ">>> scene.walls(1).ax\n"                                                                      \
    "1.0\n"

#define MOVE_MANY_DOC                                                                              \
    "move_many($self, id, ax, ay, bx, by, wr=None, extent=None, category=None,\n"                  \
    "          one_sided=None, group=None)\n--\n\n"                                                \
    "The same as move(), for readers of code who look for the name."

#define SET_CATEGORY_DOC                                                                           \
    "set_category($self, id, category)\n--\n\n"                                                    \
    "Sets the categories of walls: 32 bits each.\n" EDIT_RAISES_DOC

#define SET_GROUP_DOC                                                                              \
    "set_group($self, id, group)\n--\n\n"                                                          \
    "Sets the groups of walls: 0 to 2**32 - 1 each, 0 for none.\n" EDIT_RAISES_DOC

#define HAS_DOC                                                                                    \
    "has($self, id)\n--\n\n"                                                                       \
    "Whether a wall has this id: bool, or ndarray of bool.\n" DYNAMIC_EXAMPLE                      \
    ">>> scene.has([1, 2]).tolist()\n"                                                             \
    "[True, False]\n"

#define IDS_DOC                                                                                    \
    "ids($self)\n--\n\n"                                                                           \
    "The ids of all walls, rising: an array of int64.\n"

#define DYNAMIC_WALLS_DOC                                                                          \
    "walls($self, id=None)\n--\n\n"                                                                \
    "The walls as columns, all in the order of ids(), or those with these ids.\n\n"                \
    "Returns\n-------\n"                                                                           \
    "Walls\n"                                                                                      \
    "    Numbers for an id that is a number.\n"

#endif
