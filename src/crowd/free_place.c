// A free place for a circle that overlaps walls or balls; see free_place.h.
//
// Method: carom_circle_depenetrate takes the circle out of the walls, to a place called the origin.
// If balls are there, the nearest free place is a corner, where the circle touches two obstacles,
// or the foot of the origin on a ball. Those of the obstacles nearest to the origin are tried, near
// ones first. If none is free, rays from the origin are followed from ball to ball until a place is
// free, and the corners near that place are tried. All places are proposals in double; exact tests
// decide. Room: crowd.
#include "crowd/free_place.h"

#include "carom/contact.h"

#include "carom/mover.h"
#include "carom/moving_wall.h"
#include "contracts.h"
#include "mover/near_walls.h"
#include "mover/overlaps.h"

// The limits on pushes that cover rounding, on the obstacles whose corners are tried, and on these
// corners; the least and the largest number of evenly spread rays, and the limit on rays along
// walls.
enum {
    NUDGES_MAX = 8,
    OBSTACLES_MAX = 32,
    CORNERS_MAX = 8,
    EVEN_LEAST = 64,
    EVEN_MAX = 512,
    ALONG_MAX = 16
};

typedef struct place_search {
    const free_query *query;
    wall_query walls;
    carom_vec2 origin;
    // Places that are nearer to the origin are not tried.
    double least;
} place_search;

static void visit_balls(const place_search *f, carom_path path, ball_visitor *visit,
                        void *context) {
    f->query->balls(f->query->source, carom_path_box(path), visit, context);
}

// Compares numbers in order, so that no order of visits decides.
static bool comes_before(const double *p, const double *q, int count) {
    int i = 0;
    while (i < count - 1 && p[i] == q[i])
        i++;
    return p[i] < q[i];
}

// Returns the length, and makes v a unit vector unless it is 0. NaN beyond the range of double.
static double normalize(carom_vec2 *v) {
    const double size = larger(fabs(v->x), fabs(v->y));
    if (size == 0.0)
        return 0.0;
    const carom_vec2 w = {v->x / size, v->y / size};
    const double length = sqrt(carom_vec2_dot(w, w));
    *v = carom_vec2_make(w.x / length, w.y / length);
    return size * length;
}

// Half of the chord in which a line at a distance from the centre meets a disc.
static double half_chord(double reach, double distance) {
    return sqrt(reach - distance) * sqrt(reach + distance);
}

// True if the length of w is less than the reach, but for rounding.
static bool is_closer(carom_vec2 w, double reach) {
    const double x = fabs(w.x);
    return x < reach && fabs(w.y) < half_chord(reach, x);
}

// What covers the rounding of a place near an obstacle.
static double lift_at(carom_vec2 p, double reach) {
    return 4.0 * ulp_at(p, reach);
}

// ---- exact tests of places ----

// carom_circle_overlaps of a ball as a post, fast if the boxes are apart. Differences are rounded.
static bool overlaps_ball(carom_circle circle, carom_circle other) {
    const carom_vec2 w = carom_vec2_sub(other.center, circle.center);
    const double reach = (circle.radius + other.radius) * (1.0 + 0x1p-50);
    return !(larger(fabs(w.x), fabs(w.y)) > reach) &&
           carom_circle_overlaps(circle, carom_circle_as_post(other));
}

static void visit_for_deepest(void *context, carom_circle other) {
    wall_overlaps *o = context;
    if (!overlaps_ball(o->circle, other))
        return;
    const carom_contact contact = carom_circle_contact(o->circle, carom_circle_as_post(other));
    const double here[] = {-contact.depth, other.center.x, other.center.y, other.radius};
    const double deepest[] = {-o->depth, o->deepest.a.x, o->deepest.a.y, o->deepest.radius};
    if (!o->found || comes_before(here, deepest, 4)) {
        o->deepest = carom_circle_as_post(other);
        o->normal = contact.normal;
        o->depth = contact.depth;
    }
    o->found = true;
}

// The deepest wall or ball at a place.
static wall_overlaps overlaps_at(const place_search *f, carom_vec2 place) {
    wall_overlaps o = carom_overlaps_at(&f->walls, place);
    const carom_path here = {place, place, f->query->circle.radius};
    visit_balls(f, here, visit_for_deepest, &o);
    return o;
}

// Pushes the circle by some ulps until it is free. True if that works and the way is legal.
static bool settle_at(const place_search *f, carom_vec2 place, carom_vec2 *settled) {
    const double most = 0x1p10 * lift_at(place, f->query->circle.radius);
    carom_vec2 last = {0.0, 0.0};
    *settled = place;
    for (int i = 0; i < NUDGES_MAX; i++) {
        const wall_overlaps o = overlaps_at(f, *settled);
        if (!o.found)
            return carom_way_is_legal(&f->walls, *settled);
        *settled = carom_push_of(&o, last);
        const carom_vec2 move = carom_vec2_sub(*settled, place);
        if (!(larger(fabs(move.x), fabs(move.y)) <= most))
            return false;
        last = o.normal;
    }
    return false;
}

// ---- obstacles near a place ----

// Where the centre must not be: a disc around p, or the two sides of a wall without its ends, a
// strip around the points p + s t, low < s < high.
typedef struct obstacle {
    double gap;
    carom_vec2 p, t;
    double reach, low, high;
} obstacle;

// The obstacles nearest to a place, sorted.
typedef struct near_obstacles {
    const place_search *search;
    carom_vec2 place;
    double range;
    int count;
    obstacle list[OBSTACLES_MAX];
} near_obstacles;

static bool is_nearer(const obstacle *o, const obstacle *than) {
    const double p[] = {o->gap, o->p.x, o->p.y, o->reach, o->t.x, o->t.y, o->low, o->high};
    const double q[] = {than->gap, than->p.x, than->p.y, than->reach,
                        than->t.x, than->t.y, than->low, than->high};
    return comes_before(p, q, 8);
}

static bool is_strip(const obstacle *o) {
    return o->low < o->high;
}

static void add_obstacle(near_obstacles *near, obstacle o) {
    if (!(o.gap < near->range))
        return;
    int i = near->count;
    if (i < OBSTACLES_MAX)
        near->count++;
    else if (!is_nearer(&o, &near->list[--i]))
        return;
    for (; i > 0 && is_nearer(&o, &near->list[i - 1]); i--)
        near->list[i] = near->list[i - 1];
    near->list[i] = o;
}

static void add_disc(near_obstacles *near, carom_vec2 p, double reach) {
    carom_vec2 n = carom_vec2_sub(near->place, p);
    const obstacle o = {.gap = normalize(&n) - reach, .p = p, .reach = reach};
    add_obstacle(near, o);
}

static void visit_ball_near(void *context, carom_circle other) {
    near_obstacles *near = context;
    add_disc(near, other.center, near->search->query->circle.radius + other.radius);
}

static double visit_wall_near(void *context, carom_index index, const carom_wall *wall) {
    near_obstacles *near = context;
    if (!carom_query_is_solid(&near->search->walls, index, wall))
        return 1.0;
    const double reach = near->search->query->circle.radius + wall->radius;
    add_disc(near, wall->a, reach);
    carom_vec2 t = carom_vec2_sub(wall->b, wall->a);
    const double length = normalize(&t);
    if (length > 0.0) {
        obstacle o = {.p = wall->a, .t = t, .reach = reach};
        o.low = wall->extent == CAROM_EXTENT_LINE ? -HUGE_VAL : 0.0;
        o.high = wall->extent == CAROM_EXTENT_SEGMENT ? length : HUGE_VAL;
        const carom_vec2 w = carom_vec2_sub(near->place, wall->a);
        const double along = larger(o.low, smaller(carom_vec2_dot(t, w), o.high));
        carom_vec2 n = carom_vec2_sub(w, carom_vec2_scale(t, along));
        o.gap = normalize(&n) - reach;
        add_obstacle(near, o);
        add_disc(near, wall->b, reach);
    }
    return 1.0;
}

static void find_obstacles(near_obstacles *near, const place_search *f, carom_vec2 place,
                           double range) {
    near->search = f;
    near->place = place;
    near->range = range;
    near->count = 0;
    // Rounding of the gaps must not decide what is visited.
    const double radius = (f->query->circle.radius + range) * (1.0 + 0x1p-40);
    const carom_path path = {place, place, smaller(radius, DBL_MAX)};
    carom_query_walls(&f->walls, &path, visit_wall_near, near);
    visit_balls(f, path, visit_ball_near, near);
}

// ---- corners ----

typedef struct corner {
    double distance;
    carom_vec2 place;
} corner;

// The nearest corners, sorted.
typedef struct corners {
    const near_obstacles *near;
    // Corners from here on are not wanted.
    double most;
    int count;
    corner list[CORNERS_MAX];
} corners;

static bool covers(const obstacle *o, carom_vec2 place) {
    const carom_vec2 w = carom_vec2_sub(place, o->p);
    if (!is_strip(o))
        return is_closer(w, o->reach);
    const double along = carom_vec2_dot(o->t, w);
    return fabs(carom_vec2_cross(o->t, w)) < o->reach && o->low < along && along < o->high;
}

static void add_corner(corners *c, const obstacle *first, const obstacle *second,
                       carom_vec2 place) {
    const near_obstacles *near = c->near;
    carom_vec2 w = carom_vec2_sub(place, near->search->origin);
    const double distance = normalize(&w);
    if (!(distance >= near->search->least && distance < c->most))
        return;
    for (int k = 0; k < near->count; k++) {
        const obstacle *o = &near->list[k];
        if (o != first && o != second && covers(o, place))
            return;
    }
    const double here[] = {distance, place.x, place.y};
    int i = c->count;
    for (; i > 0; i--) {
        const corner *last = &c->list[i - 1];
        const double there[] = {last->distance, last->place.x, last->place.y};
        if (!comes_before(here, there, 3))
            break;
        if (i < CORNERS_MAX)
            c->list[i] = *last;
    }
    if (i < CORNERS_MAX) {
        c->list[i].distance = distance;
        c->list[i].place = place;
        c->count += c->count < CORNERS_MAX;
    }
}

// The places on the outline of a disc and on the straight line at distance `off` along the unit
// vector n.
static void add_crossings(corners *c, const obstacle *disc, const obstacle *other, double lift,
                          carom_vec2 n, double off) {
    const double reach = disc->reach + lift;
    if (!(fabs(off) <= reach))
        return;
    const double half = half_chord(reach, fabs(off));
    const carom_vec2 foot = carom_vec2_add(disc->p, carom_vec2_scale(n, off));
    const carom_vec2 side = carom_vec2_scale(carom_vec2_left(n), half);
    add_corner(c, disc, other, carom_vec2_add(foot, side));
    add_corner(c, disc, other, carom_vec2_sub(foot, side));
}

static void add_corners_of(corners *c, const obstacle *disc, const obstacle *other) {
    const double lift = lift_at(disc->p, disc->reach) + lift_at(other->p, other->reach);
    const carom_vec2 w = carom_vec2_sub(other->p, disc->p);
    if (is_strip(other)) {
        const carom_vec2 n = carom_vec2_left(other->t);
        const double axis = carom_vec2_dot(n, w), side = other->reach + lift;
        add_crossings(c, disc, other, lift, n, axis + side);
        add_crossings(c, disc, other, lift, n, axis - side);
        return;
    }
    // The line on which both outlines cross: (d + (p - q) (p + q) / d) / 2 from the first centre.
    carom_vec2 n = w;
    const double distance = normalize(&n), p = disc->reach + lift, q = other->reach + lift;
    add_crossings(c, disc, other, lift, n, 0.5 * (distance + (p - q) * ((p + q) / distance)));
}

// Tries the corners and feet of the obstacles.
static bool try_corners(const near_obstacles *near, double most, carom_vec2 *place) {
    corners c = {.near = near, .most = most};
    for (int i = 0; i < near->count; i++) {
        const obstacle *disc = &near->list[i];
        if (is_strip(disc))
            continue;
        carom_vec2 n = carom_vec2_sub(near->search->origin, disc->p);
        if (normalize(&n) == 0.0)
            n.y = 1.0;
        const double reach = disc->reach + lift_at(disc->p, disc->reach);
        add_corner(&c, disc, disc, carom_vec2_add(disc->p, carom_vec2_scale(n, reach)));
        for (int k = 0; k < near->count; k++)
            if (k > i || is_strip(&near->list[k]))
                add_corners_of(&c, disc, &near->list[k]);
    }
    for (int i = 0; i < c.count; i++)
        if (settle_at(near->search, c.list[i].place, place))
            return true;
    return false;
}

// ---- rays ----

typedef struct ray {
    carom_vec2 u;
    // Nearer places are taken or not wanted. Infinite once it has ended.
    double distance;
    // Up to here no wall bars the ray.
    double open;
    // The distance at the start of the last query that has seen the ray, and its number.
    double before;
    int query;
    // No ball is at the place at this distance.
    bool is_free;
} ray;

typedef struct rays {
    const place_search *search;
    // The number of queries, and the place of the last one.
    int queries;
    carom_circle there;
    // First those along walls, then evenly spread ones, each to the left of the last one.
    int along_count, even_count;
    ray list[ALONG_MAX + EVEN_MAX];
} rays;

static ray ray_make(carom_vec2 u, double distance) {
    const ray r = {.u = u, .distance = distance};
    return r;
}

// Puts a ray between every two neighbours. Between two that have ended it has ended, too.
static void double_rays(rays *r, double distance) {
    CAROM_ASSERT(2 * r->even_count <= EVEN_MAX);
    ray *even = &r->list[r->along_count], left = even[0];
    for (int k = r->even_count - 1; k >= 0; k--) {
        const ray right = even[k];
        carom_vec2 u = carom_vec2_add(right.u, left.u);
        (void)normalize(&u);
        const bool has_ended = smaller(right.distance, left.distance) > DBL_MAX;
        const int at = 2 * k;
        even[at + 1] = ray_make(u, has_ended ? HUGE_VAL : distance);
        even[at] = left = right;
    }
    r->even_count *= 2;
}

// Evenly spread directions, and those along the nearest walls, because a ball in a corridor can
// only leave along it.
static void choose_rays(rays *r, const near_obstacles *near) {
    const double least = r->search->least;
    for (int i = 0; i < near->count && r->along_count < ALONG_MAX; i++)
        if (is_strip(&near->list[i])) {
            const carom_vec2 t = near->list[i].t;
            r->list[r->along_count++] = ray_make(t, least);
            r->list[r->along_count++] = ray_make(carom_vec2_scale(t, -1.0), least);
        }
    carom_vec2 u = {1.0, 0.0};
    for (r->even_count = 0; r->even_count < 4; r->even_count++) {
        r->list[r->along_count + r->even_count] = ray_make(u, least);
        u = carom_vec2_left(u);
    }
    while (r->even_count < EVEN_LEAST)
        double_rays(r, least);
}

// The last even ray that is not to the left of w.
static int ray_before(const rays *r, carom_vec2 w) {
    const ray *even = &r->list[r->along_count];
    const int quadrant = r->even_count / 4;
    int turned = 0, i = 0;
    for (; turned < 3 * quadrant && !(w.x > 0.0 && w.y >= 0.0); turned += quadrant)
        w = carom_vec2_make(w.y, -w.x);
    for (int step = quadrant / 2; step > 0; step /= 2)
        if (carom_vec2_cross(even[i + step].u, w) >= 0.0)
            i += step;
    return turned + i;
}

// A ball, as the rays see it.
typedef struct seen_ball {
    carom_vec2 w;
    double reach, lift;
    int query;
} seen_ball;

// If the ball is at the place of a ray, takes the ray to its other side. False if the ray does not
// meet the ball. In a query all balls see a ray where it was before, so that their order does not
// count.
static bool lead_past(ray *r, const seen_ball *ball) {
    const double off = fabs(carom_vec2_cross(r->u, ball->w)), along = carom_vec2_dot(r->u, ball->w);
    if (!(off < ball->reach))
        return false;
    if (r->query != ball->query) {
        r->query = ball->query;
        r->before = r->distance;
    }
    const double half = half_chord(ball->reach, off), end = along + half;
    if (along - half < r->before && r->before < end)
        r->distance = larger(r->distance, end + ball->lift);
    return end > 0.0;
}

static void visit_for_rays(void *context, carom_circle other) {
    rays *r = context;
    // Sources can differ in which others they visit.
    if (!overlaps_ball(r->there, other))
        return;
    seen_ball ball = {.w = carom_vec2_sub(other.center, r->search->origin), .query = r->queries};
    ball.reach = r->search->query->circle.radius + other.radius;
    const double size = larger(fabs(ball.w.x), fabs(ball.w.y));
    ball.lift = lift_at(r->search->origin, larger(ball.reach, size));
    for (int i = 0; i < r->along_count; i++)
        (void)lead_past(&r->list[i], &ball);
    ray *even = &r->list[r->along_count];
    const int first = ray_before(r, ball.w), mask = r->even_count - 1;
    int right = 0, left = 1;
    while (right <= mask && lead_past(&even[(first - right) & mask], &ball))
        right++;
    while (right + left <= mask && lead_past(&even[(first + left) & mask], &ball))
        left++;
}

static carom_vec2 place_on(const rays *r, const ray *at) {
    return carom_vec2_add(r->search->origin, carom_vec2_scale(at->u, at->distance));
}

typedef struct ray_part {
    const place_search *search;
    carom_circle from;
    carom_vec2 to;
    double slack;
    bool is_barred;
} ray_part;

// A ray along a wall that touches is not barred by rounding.
static double visit_for_bars(void *context, carom_index index, const carom_wall *wall) {
    ray_part *part = context;
    carom_wall thin = *wall;
    thin.radius = larger(wall->radius - part->slack, 0.0);
    part->is_barred = !carom_circle_path_is_clear(part->from, part->to, thin) &&
                      carom_query_is_solid(&part->search->walls, index, wall);
    return part->is_barred ? 0.0 : 1.0;
}

// Only saves time: the exact tests find a wall between the origin and a place as well.
static bool is_barred(const rays *r, const ray *at, carom_vec2 to) {
    const double radius = r->search->query->circle.radius;
    ray_part part = {.search = r->search, .to = to, .slack = 16.0 * lift_at(to, radius)};
    const carom_vec2 from = carom_vec2_add(r->search->origin, carom_vec2_scale(at->u, at->open));
    part.from = carom_circle_make(from, larger(radius - part.slack, 0.0));
    const carom_path path = {from, to, radius};
    carom_query_walls(&r->search->walls, &path, visit_for_bars, &part);
    return part.is_barred;
}

// Takes the ray past the balls at its place.
static void advance(rays *r, ray *at) {
    const carom_vec2 place = place_on(r, at);
    if (!is_finite(place) || is_barred(r, at, place)) {
        at->distance = HUGE_VAL;
        return;
    }
    at->open = at->before = at->distance;
    at->query = ++r->queries;
    r->there = carom_circle_make(place, r->search->query->circle.radius);
    const carom_path here = {place, place, r->there.radius};
    visit_balls(r->search, here, visit_for_rays, r);
    at->is_free = at->distance == at->before;
}

// The nearest free place on a ray.
static bool search_rays(const place_search *f, const near_obstacles *near, carom_vec2 *place) {
    const double radius = f->query->circle.radius;
    rays r = {.search = f};
    choose_rays(&r, near);
    while (r.queries < FREE_QUERIES_MAX) {
        const int count = r.along_count + r.even_count;
        ray *nearest = &r.list[0];
        for (int k = 1; k < count; k++)
            if (r.list[k].distance < nearest->distance)
                nearest = &r.list[k];
        const double distance = nearest->distance;
        if (!(distance <= DBL_MAX))
            return false;
        // Neighbours are at most about a diameter apart: 1 / pi.
        if (distance > 0.32 * radius * r.even_count && r.even_count < EVEN_MAX) {
            double_rays(&r, distance);
        } else if (!nearest->is_free) {
            // Equally near ones, too: the loop above takes as much time as a query.
            for (int k = 0; k < count; k++)
                if (r.list[k].distance == distance)
                    advance(&r, &r.list[k]);
        } else if (settle_at(f, place_on(&r, nearest), place)) {
            return true;
        } else {
            nearest->distance = HUGE_VAL;
        }
    }
    return false;
}

// ---- the search ----

// `depth` is that of the deepest ball at the origin.
static bool search_place(const place_search *f, double depth, carom_vec2 *place) {
    near_obstacles near;
    const double radius = f->query->circle.radius, range = radius + 2.0 * depth;
    find_obstacles(&near, f, f->origin, range);
    if (f->least < range && try_corners(&near, HUGE_VAL, place))
        return true;
    if (!search_rays(f, &near, place))
        return false;
    // Into the corner beside it, so that many balls of one place lie close together.
    carom_vec2 away = carom_vec2_sub(*place, f->origin);
    const double distance = normalize(&away);
    find_obstacles(&near, f, *place, 2.0 * radius);
    carom_vec2 nearer;
    if (try_corners(&near, distance, &nearer))
        *place = nearer;
    return true;
}

// Nearer places are taken as far as the last search knows. What it has missed there, because rays
// and corners are few, is often less than a radius nearer.
static double least_after(const free_place *last, const free_query *query, carom_vec2 origin) {
    if (last == NULL || !last->found || last->circle.radius > query->circle.radius)
        return 0.0;
    carom_vec2 move = carom_vec2_sub(origin, last->origin);
    return larger(last->distance - normalize(&move) - query->circle.radius, 0.0);
}

static bool is_same_circle(carom_circle p, carom_circle q) {
    return p.center.x == q.center.x && p.center.y == q.center.y && p.radius == q.radius;
}

free_place carom_find_free_place(const free_query *query) {
    const carom_circle circle = query->circle;
    free_place out = {.center = circle.center, .circle = circle};
    if (query->last != NULL && !query->last->found && is_same_circle(query->last->circle, circle))
        return out;
    const carom_depenetration d = carom_circle_depenetrate(circle, query->walls, NULL);
    if (!d.found)
        return out;
    place_search f = {.query = query, .origin = d.center};
    f.walls = (wall_query){.start = circle, .walls = query->walls};
    f.least = least_after(query->last, query, d.center);
    const wall_overlaps at_origin = overlaps_at(&f, d.center);
    carom_vec2 place = d.center;
    out.found = !at_origin.found || search_place(&f, at_origin.depth, &place);
    if (out.found) {
        out.center = place;
        out.origin = d.center;
        carom_vec2 move = carom_vec2_sub(place, d.center);
        out.distance = normalize(&move);
    }
    return out;
}
