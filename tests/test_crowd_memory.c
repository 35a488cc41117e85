// What a crowd remembers between frames: create and destroy, balls that come and go, saving and
// loading, damaged bytes, and memory that runs out. Layer: tests.
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "crowd_world.h"

// ---- an allocator that counts and fails ----

typedef struct counting {
    // Allocations until one fails; below 0 none does.
    long left;
    long live, calls;
    // Those in use, and the most that may be; 0 for any number.
    size_t bytes, most;
} counting;

static void *allocate(void *context, size_t size, size_t alignment) {
    counting *c = context;
    assert_true(size > 0 && alignment > 0 && (alignment & (alignment - 1)) == 0);
    c->calls++;
    // A frame that is computed without end fails here.
    assert_true(c->calls < 100000);
    if (c->left == 0 || (c->most > 0 && c->bytes + size > c->most))
        return NULL;
    c->left--;
    // The size is kept in front, to compare it with that of the release.
    unsigned char *memory = malloc(size + 64);
    assert_non_null(memory);
    memcpy(memory, &size, sizeof size);
    memset(memory + 64, 0xa5, size);
    c->live++;
    c->bytes += size;
    return memory + 64;
}

static void release(void *context, void *memory, size_t size, size_t alignment) {
    counting *c = context;
    (void)alignment;
    unsigned char *start = (unsigned char *)memory - 64;
    size_t before;
    memcpy(&before, start, sizeof before);
    assert_int_equal(before, size);
    c->live--;
    c->bytes -= size;
    free(start);
}

static carom_allocator allocator_of(counting *c) {
    const carom_allocator a = {allocate, release, c};
    return a;
}

// ---- a pile, some balls in the air, and a wall that moves ----

enum { PILE = 14, FALLING = 3, BALLS = PILE + FALLING };

static void make_pile(void) {
    crowd_scene_make(&s, CROWD_SCENE_PILE_5, PILE, 3);
    for (int i = 0; i < FALLING; i++)
        assert_true(crowd_scene_add_free(&s, ball_at(0.25 * i, 3.5 + 0.6 * i, 0.25, 0, -1)));
    add_moving(carom_moving_wall_translating(carom_segment(vec(-4, 2), vec(-3, 2)), vec(0, 0)));
    assert_int_equal(s.count, BALLS);
}

// Balls and bytes of a crowd.
typedef struct snapshot {
    carom_ball balls[SCENE_BALLS_MAX];
    unsigned char *bytes;
    size_t size;
} snapshot;

static void take_snapshot(snapshot *p, const carom_crowd *crowd) {
    memcpy(p->balls, s.balls, s.count * sizeof *s.balls);
    p->bytes = crowd_saved(crowd, &p->size);
}

static void expect_snapshot(const snapshot *p, const carom_crowd *crowd) {
    assert_memory_equal(p->balls, s.balls, s.count * sizeof *s.balls);
    size_t size;
    unsigned char *bytes = crowd_saved(crowd, &size);
    assert_int_equal(size, p->size);
    assert_memory_equal(bytes, p->bytes, size);
    free(bytes);
}

static void end_snapshot(snapshot *p) {
    free(p->bytes);
}

// ---- create and destroy ----

static void test_create(void **state) {
    (void)state;
    carom_crowd_destroy(NULL);
    counting c = {.left = -1};
    const carom_allocator a = allocator_of(&c);
    carom_crowd *crowd = NULL;
    assert_int_equal(carom_crowd_create(&a, &crowd), CAROM_STATUS_OK);
    assert_non_null(crowd);
    assert_false(carom_crowd_is_asleep(crowd, 0));
    assert_false(carom_crowd_is_asleep(crowd, CAROM_NO_BALL));
    carom_crowd_remove(crowd, 0);
    carom_crowd_wake(crowd, 3);
    carom_crowd_wake(crowd, CAROM_NO_BALL);
    carom_crowd_destroy(crowd);
    assert_true(c.live == 0 && c.bytes == 0);
    c = (counting){.left = 0};
    crowd = (carom_crowd *)(void *)&c;
    assert_int_equal(carom_crowd_create(&a, &crowd), CAROM_STATUS_OUT_OF_MEMORY);
    assert_null(crowd);
}

// The memory that a crowd needs: see crowd.h. Frames that need no more memory allocate nothing.
static void test_memory(void **state) {
    (void)state;
    static const crowd_scene_kind kinds[] = {CROWD_SCENE_GAS, CROWD_SCENE_HUNT, CROWD_SCENE_PILE_5};
    for (int k = 0; k < 3; k++) {
        counting c = {.left = -1};
        const carom_allocator a = allocator_of(&c);
        carom_crowd *crowd;
        assert_int_equal(carom_crowd_create(&a, &crowd), CAROM_STATUS_OK);
        crowd_scene_make(&s, kinds[k], 1000, 1);
        for (int frame = 0; frame < 20; frame++) {
            carom_crowd_step(crowd, s.balls, s.count, s.time, &s.settings, NULL);
            crowd_scene_next(&s);
        }
        printf("%s: %zu balls, %zu bytes a ball, %ld allocations\n", s.name, s.count,
               c.bytes / s.count, c.calls);
        // As crowd.h says.
        assert_true(c.bytes <= 3000 * s.count);
        carom_ball balls[SCENE_BALLS_MAX];
        memcpy(balls, s.balls, s.count * sizeof *balls);
        size_t size;
        unsigned char *bytes = crowd_saved(crowd, &size);
        // The same frame again and again. Two arrays swap roles, so both may have to grow.
        long calls = 0;
        for (int i = 0; i < 4; i++) {
            memcpy(s.balls, balls, s.count * sizeof *balls);
            assert_int_equal(carom_crowd_load(crowd, bytes, size), CAROM_STATUS_OK);
            carom_crowd_step(crowd, s.balls, s.count, s.time, &s.settings, NULL);
            assert_true(i < 2 || c.calls == calls);
            calls = c.calls;
        }
        free(bytes);
        carom_crowd_destroy(crowd);
        assert_true(c.live == 0 && c.bytes == 0);
    }
}

// ---- memory runs out ----

static long callbacks;

static void count_touch(void *context, const carom_touch *touch) {
    (void)context;
    (void)touch;
    callbacks++;
}

static void count_ball_impact(void *context, const carom_ball_impact *impact) {
    (void)context;
    (void)impact;
    callbacks++;
}

static void count_impact(void *context, const carom_impact *impact) {
    (void)context;
    (void)impact;
    callbacks++;
}

static void count_leg(void *context, const carom_leg *leg) {
    (void)context;
    (void)leg;
    callbacks++;
}

static void set_counters(void) {
    s.settings.on_touch = count_touch;
    s.settings.on_ball_impact = count_ball_impact;
    s.settings.move.on_impact = count_impact;
    s.settings.move.on_leg = count_leg;
}

static carom_crowd_motion step_quietly(carom_crowd *crowd) {
    carom_crowd_motion m =
        carom_crowd_step(crowd, s.balls, s.count, s.time, &s.settings, t.results);
    crowd_scene_next(&s);
    return m;
}

// The n-th allocation fails, in whatever frame. Then nothing has changed, and the frame can be
// stepped again. Returns false if there is no n-th allocation.
static bool fail_once(long n, const snapshot *truth, int frames) {
    counting c = {.left = -1};
    const carom_allocator a = allocator_of(&c);
    carom_crowd *crowd;
    assert_int_equal(carom_crowd_create(&a, &crowd), CAROM_STATUS_OK);
    make_pile();
    set_counters();
    c.left = n;
    bool has_failed = false;
    static snapshot before;
    for (int frame = 0; frame < frames; frame++) {
        take_snapshot(&before, crowd);
        callbacks = 0;
        carom_crowd_motion m =
            carom_crowd_step(crowd, s.balls, s.count, s.time, &s.settings, t.results);
        if (m.status == CAROM_STATUS_OUT_OF_MEMORY) {
            assert_true(!has_failed && callbacks == 0);
            has_failed = true;
            expect_snapshot(&before, crowd);
            c.left = -1;
            m = carom_crowd_step(crowd, s.balls, s.count, s.time, &s.settings, t.results);
        }
        assert_int_equal(m.status, CAROM_STATUS_OK);
        assert_int_equal(m.moved, s.count);
        crowd_scene_next(&s);
        end_snapshot(&before);
    }
    expect_snapshot(truth, crowd);
    carom_crowd_destroy(crowd);
    assert_true(c.live == 0 && c.bytes == 0);
    return has_failed;
}

static void test_allocations_fail(void **state) {
    (void)state;
    enum { FRAMES = 40 };
    static snapshot truth;
    make_pile();
    set_counters();
    for (int frame = 0; frame < FRAMES; frame++)
        assert_int_equal(step_quietly(t.crowd).status, CAROM_STATUS_OK);
    take_snapshot(&truth, t.crowd);
    long n = 0;
    while (fail_once(n, &truth, FRAMES))
        n++;
    printf("%ld allocations fail, one in each run\n", n);
    assert_true(n > 12);
    end_snapshot(&truth);
}

// A square of balls that nearly touch, fast and in all directions, on a floor.
static void make_heap(int side) {
    random_source g = random_start(1, 0, 0);
    restart("heap");
    add_wall(carom_segment(vec(-1, -1), vec(200, -1)));
    s.time = 0.02;
    s.settings.move.gravity = vec(0, -10);
    s.settings.move.response = carom_bounce(1, 0);
    s.settings.restitution = 1;
    for (int i = 0; i < side * side; i++)
        add(ball_at(2.05 * (i % side), 2.05 * (i / side), 1, random_between(&g, -30, 30),
                    random_between(&g, -30, 30)));
}

// With any limit of memory a frame ends: it is what it is without the limit, or nothing has
// changed. An array that is let go to grow, and cannot, must not be made again with less than was
// wanted.
static void test_memory_is_limited(void **state) {
    (void)state;
    static carom_ball before[SCENE_BALLS_MAX], after[SCENE_BALLS_MAX];
    for (int k = 0; k < 3; k++) {
        make_heap(6 + 3 * k);
        size_t size, failed = 0, passed = 0;
        unsigned char *bytes = crowd_saved(t.crowd, &size);
        memcpy(before, s.balls, s.count * sizeof *before);
        carom_crowd_step(t.crowd, s.balls, s.count, s.time, &s.settings, NULL);
        memcpy(after, s.balls, s.count * sizeof *after);
        for (size_t limit = size; passed < 50; limit += 509) {
            counting c = {.left = -1};
            const carom_allocator a = allocator_of(&c);
            carom_crowd *crowd;
            assert_int_equal(carom_crowd_create(&a, &crowd), CAROM_STATUS_OK);
            assert_int_equal(carom_crowd_load(crowd, bytes, size), CAROM_STATUS_OK);
            c.most = c.bytes + limit;
            memcpy(s.balls, before, s.count * sizeof *before);
            const carom_crowd_motion m =
                carom_crowd_step(crowd, s.balls, s.count, s.time, &s.settings, NULL);
            const bool fails = m.status == CAROM_STATUS_OUT_OF_MEMORY;
            assert_true(fails || m.status == CAROM_STATUS_OK);
            assert_memory_equal(s.balls, fails ? before : after, s.count * sizeof *before);
            failed += fails;
            passed += !fails;
            carom_crowd_destroy(crowd);
            assert_true(c.live == 0 && c.bytes == 0);
        }
        printf("%zu balls: %zu limits are too low\n", s.count, failed);
        assert_true(failed > 50);
        free(bytes);
    }
}

static void test_load_fails(void **state) {
    (void)state;
    static snapshot many, few;
    make_pile();
    for (int frame = 0; frame < 30; frame++)
        step_quietly(t.crowd);
    take_snapshot(&many, t.crowd);
    bool fails = true;
    for (long n = 0; fails; n++) {
        counting c = {.left = -1};
        const carom_allocator a = allocator_of(&c);
        carom_crowd *crowd;
        assert_int_equal(carom_crowd_create(&a, &crowd), CAROM_STATUS_OK);
        s.count = 1;
        step_quietly(crowd);
        take_snapshot(&few, crowd);
        c.left = n;
        const carom_status status = carom_crowd_load(crowd, many.bytes, many.size);
        fails = status != CAROM_STATUS_OK;
        assert_true(n > 0 || fails);
        if (fails) {
            assert_int_equal(status, CAROM_STATUS_OUT_OF_MEMORY);
            expect_snapshot(&few, crowd);
        }
        end_snapshot(&few);
        carom_crowd_destroy(crowd);
        assert_true(c.live == 0 && c.bytes == 0);
    }
    end_snapshot(&many);
}

// ---- balls that come and go ----

// A row of pairs on a floor: ball 2k lies at x = 4k, and 2k + 1 on it.
static void make_towers(int count) {
    restart("towers");
    add_wall(carom_segment(vec(-9, 0), vec(99, 0)));
    s.settings.move.gravity = vec(0, -10);
    s.settings.move.response = carom_bounce(0, 0);
    s.settings.restitution = 0;
    for (int i = 0; i < count; i++) {
        add(ball_at(4 * i, 1, 1, 0, 0));
        add(ball_at(4 * i, 3.02, 1, 0, 0));
    }
}

static void sleep_all(void) {
    size_t asleep = 0;
    for (int frame = 0; frame < 200 && asleep < s.count; frame++)
        asleep = step(1.0 / 60).asleep;
    assert_int_equal(asleep, s.count);
    for (size_t i = 0; i < s.count; i++)
        assert_true(carom_crowd_is_asleep(t.crowd, (carom_index)i));
}

static void expect_asleep(const bool *is_asleep) {
    for (size_t i = 0; i < s.count; i++)
        if (carom_crowd_is_asleep(t.crowd, (carom_index)i) != is_asleep[i])
            fail_msg("ball %zu is %s", i, is_asleep[i] ? "awake" : "asleep");
}

// Others sleep on when a ball is appended far from them, and when the last one is taken away.
static void test_append_and_take_away(void **state) {
    (void)state;
    make_towers(3);
    sleep_all();
    static carom_ball before[6];
    memcpy(before, s.balls, sizeof before);
    add(ball_at(40, 9, 1, 0, 0));
    carom_crowd_motion m = step(1.0 / 60);
    assert_true(m.asleep == 6 && !carom_crowd_is_asleep(t.crowd, 6));
    assert_memory_equal(before, s.balls, sizeof before);
    assert_true(s.balls[6].center.y < 9);
    s.count = 6;
    m = step(1.0 / 60);
    assert_true(m.asleep == 6);
    // The tower of balls 4 and 5 loses its upper ball, and falls asleep again or stays so.
    s.count = 5;
    step(1.0 / 60);
    assert_memory_equal(before, s.balls, 4 * sizeof before[0]);
    assert_true(carom_crowd_is_asleep(t.crowd, 0) && carom_crowd_is_asleep(t.crowd, 3));
    // What comes back at its place is a new ball.
    s.count = 6;
    s.balls[5] = before[5];
    step(1.0 / 60);
    assert_false(carom_crowd_is_asleep(t.crowd, 5));
    sleep_all();
    // None at all, and all again.
    s.count = 0;
    m = carom_crowd_step(t.crowd, NULL, 0, 1.0 / 60, &s.settings, NULL);
    assert_int_equal(m.status, CAROM_STATUS_OK);
    assert_false(carom_crowd_is_asleep(t.crowd, 0));
    s.count = 6;
    m = step(1.0 / 60);
    assert_int_equal(m.asleep, 0);
}

// A ball is removed and the last one takes its place: those that lay on it wake, all others sleep.
static void test_remove(void **state) {
    (void)state;
    make_towers(3);
    sleep_all();
    // Ball 2 goes from below ball 3; ball 5 becomes ball 2.
    carom_crowd_remove(t.crowd, 2);
    s.balls[2] = s.balls[5];
    s.count = 5;
    const bool is_asleep[] = {true, true, true, false, true};
    expect_asleep(is_asleep);
    const carom_ball before[] = {s.balls[0], s.balls[1], s.balls[2], s.balls[3], s.balls[4]};
    step(1.0 / 60);
    expect_asleep(is_asleep);
    for (int i = 0; i < 5; i++)
        assert_true(i == 3 ? s.balls[i].center.y < before[i].center.y
                           : memcmp(&s.balls[i], &before[i], sizeof before[i]) == 0);
    sleep_all();
    assert_true(s.balls[3].center.y < 1.1);
    // The last one.
    carom_crowd_remove(t.crowd, 4);
    s.count = 4;
    assert_false(carom_crowd_is_asleep(t.crowd, 4));
    step(1.0 / 60);
}

// Touches go with their balls: after ball 0 is removed and another takes its number, no touch of
// the others begins or ends.
static void test_touches_after_remove(void **state) {
    (void)state;
    make_towers(3);
    for (int frame = 0; frame < 10; frame++)
        step(1.0 / 60);
    carom_crowd_remove(t.crowd, 0);
    s.balls[0] = s.balls[5];
    s.count = 5;
    step(1.0 / 60);
    for (size_t i = 0; i < t.touch_count; i++) {
        const carom_touch *k = &t.touches[i];
        // Ball 1 has lost what it lay on.
        assert_true(k->ball != 1 && k->other != 1);
        assert_int_equal(k->phase, CAROM_TOUCH_PHASE_PERSISTS);
    }
    // 0 (was 5) on 4, 3 on 2, and 2 and 4 on the floor.
    assert_int_equal(t.touch_count, 4);
    assert_true(t.touches[0].ball == 0 && t.touches[0].other == 4 && t.touches[0].normal.y > 0);
    assert_true(t.touches[1].ball == 2 && t.touches[1].other == 3 && t.touches[1].normal.y < 0);
}

static void test_wake(void **state) {
    (void)state;
    make_towers(2);
    sleep_all();
    static carom_ball before[4];
    memcpy(before, s.balls, sizeof before);
    carom_crowd_wake(t.crowd, 1);
    assert_false(carom_crowd_is_asleep(t.crowd, 1));
    carom_crowd_motion m = step(1.0 / 60);
    // Its island wakes.
    assert_true(m.asleep == 2 && carom_crowd_is_asleep(t.crowd, 2));
    assert_false(carom_crowd_is_asleep(t.crowd, 0));
    sleep_all();
    carom_crowd_wake(t.crowd, CAROM_NO_BALL);
    m = step(1.0 / 60);
    assert_int_equal(m.asleep, 0);
    for (int i = 0; i < 4; i++)
        assert_true(is_near(s.balls[i].center, before[i].center.x, before[i].center.y, 0.01));
    // A ball that does not exist.
    carom_crowd_wake(t.crowd, 77);
}

// A ball that becomes invalid while it sleeps is not asleep any more, nor are numbers of the
// settings overlooked.
static void test_invalid_while_asleep(void **state) {
    (void)state;
    make_towers(1);
    sleep_all();
    s.settings.inverse_masses = s.inverse_masses;
    s.inverse_masses[0] = s.inverse_masses[1] = -1;
    const carom_crowd_motion m =
        carom_crowd_step(t.crowd, s.balls, s.count, 1.0 / 64, &s.settings, NULL);
    assert_true(m.invalid == 2 && m.moved == 0);
    assert_false(carom_crowd_is_asleep(t.crowd, 0) || carom_crowd_is_asleep(t.crowd, 1));
}

// ---- saving and loading ----

// Too little room: nothing is written.
static void test_capacity(void **state) {
    (void)state;
    make_pile();
    for (int frame = 0; frame < 20; frame++)
        step(s.time);
    const size_t size = carom_crowd_save(t.crowd, NULL, 0);
    assert_true(size > 0);
    unsigned char *bytes = malloc(size + 1);
    assert_non_null(bytes);
    memset(bytes, 0x5a, size + 1);
    assert_int_equal(carom_crowd_save(t.crowd, bytes, size - 1), size);
    for (size_t i = 0; i <= size; i++)
        assert_int_equal(bytes[i], 0x5a);
    assert_int_equal(carom_crowd_save(t.crowd, bytes, size + 1), size);
    assert_int_equal(bytes[size], 0x5a);
    free(bytes);
}

// Back to a frame, and on again: the same bits, with impacts and touches.
static void test_rollback(void **state) {
    (void)state;
    static snapshot at, after;
    for (int kind = 0; kind < CROWD_SCENE_KINDS; kind++) {
        crowd_trace_restart(&t);
        crowd_scene_make(&s, (crowd_scene_kind)kind, 24, 5);
        for (int frame = 0; frame < 20; frame++) {
            step(s.time);
            crowd_scene_next(&s);
        }
        take_snapshot(&at, t.crowd);
        static crowd_scene scene;
        scene = s;
        size_t touches[2] = {0, 0}, impacts[2] = {0, 0};
        double sum[2] = {0, 0};
        for (int turn = 0; turn < 2; turn++) {
            if (turn == 1) {
                take_snapshot(&after, t.crowd);
                memcpy(s.moving, scene.moving, sizeof s.moving);
                memcpy(s.accelerations, scene.accelerations, sizeof s.accelerations);
                s.frame = scene.frame;
                memcpy(s.balls, at.balls, sizeof s.balls);
                assert_int_equal(carom_crowd_load(t.crowd, at.bytes, at.size), CAROM_STATUS_OK);
            }
            for (int frame = 0; frame < 20; frame++) {
                impacts[turn] += step(s.time).ball_impacts;
                touches[turn] += t.touch_count;
                for (size_t i = 0; i < t.touch_count; i++)
                    sum[turn] += t.touches[i].impulse * (1.0 + (double)t.touches[i].phase);
                crowd_scene_next(&s);
            }
        }
        expect_snapshot(&after, t.crowd);
        assert_true(touches[0] == touches[1] && impacts[0] == impacts[1] && sum[0] == sum[1]);
        end_snapshot(&at);
        end_snapshot(&after);
    }
}

// A crowd that has never moved is saved and loaded, too.
static void test_empty_bytes(void **state) {
    (void)state;
    size_t size;
    unsigned char *bytes = crowd_saved(t.crowd, &size);
    make_towers(1);
    sleep_all();
    assert_int_equal(carom_crowd_load(t.crowd, bytes, size), CAROM_STATUS_OK);
    assert_false(carom_crowd_is_asleep(t.crowd, 0));
    assert_int_equal(step(1.0 / 60).asleep, 0);
    free(bytes);
}

// ---- damaged bytes ----

// Refused bytes leave the crowd as it was. Those that are not refused are bytes of some crowd: the
// guarantee holds all the same.
static bool try_bytes(const snapshot *good, const unsigned char *bytes, size_t size) {
    memcpy(s.balls, good->balls, s.count * sizeof *s.balls);
    assert_int_equal(carom_crowd_load(t.crowd, good->bytes, good->size), CAROM_STATUS_OK);
    const carom_status status = carom_crowd_load(t.crowd, bytes, size);
    if (status == CAROM_STATUS_NOT_A_CROWD) {
        expect_snapshot(good, t.crowd);
        return false;
    }
    assert_int_equal(status, CAROM_STATUS_OK);
    for (int frame = 0; frame < 2; frame++)
        step_with(s.time, CROWD_CHANGE_LOADED);
    return true;
}

static void test_damaged_bytes(void **state) {
    (void)state;
    static snapshot good;
    make_pile();
    for (int frame = 0; frame < 40; frame++)
        step(s.time);
    take_snapshot(&good, t.crowd);
    unsigned char *bytes = malloc(good.size + 8);
    assert_non_null(bytes);
    long refused = 0, taken = 0;
    for (size_t i = 0; i < good.size; i++) {
        // All bits in the header and in every eighth byte; else the sign and the exponent.
        const int first = i < 64 || i % 8 == 0 ? 0 : 6;
        for (int bit = first; bit < 8; bit++) {
            memcpy(bytes, good.bytes, good.size);
            bytes[i] ^= (unsigned char)(1 << bit);
            const bool is_taken = try_bytes(&good, bytes, good.size);
            taken += is_taken;
            refused += !is_taken;
        }
    }
    // Cut short, and with more bytes.
    for (size_t size = 0; size < good.size; size++)
        assert_false(try_bytes(&good, good.bytes, size));
    memcpy(bytes, good.bytes, good.size);
    memset(bytes + good.size, 0, 8);
    for (size_t more = 1; more <= 8; more++)
        assert_false(try_bytes(&good, bytes, good.size + more));
    assert_true(try_bytes(&good, good.bytes, good.size));
    printf("%ld changed bytes are refused, %ld are those of some crowd\n", refused, taken);
    assert_true(refused > 0);
    free(bytes);
    end_snapshot(&good);
}

// Numbers of any size at any place.
static void test_random_bytes(void **state) {
    (void)state;
    static snapshot good;
    make_pile();
    for (int frame = 0; frame < 40; frame++)
        step(s.time);
    take_snapshot(&good, t.crowd);
    unsigned char *bytes = malloc(good.size);
    assert_non_null(bytes);
    for (long i = 0; i < case_count(1000); i++) {
        random_source g = random_start(case_seed(), 9600, (uint64_t)i);
        memcpy(bytes, good.bytes, good.size);
        for (int k = random_int(&g, 1, 40); k > 0; k--) {
            const size_t place = 8 * (size_t)random_int(&g, 4, (int)(good.size / 8) - 1);
            double number = random_log(&g, -40, random_one_in(&g, 4) ? 1020 : 40);
            if (random_one_in(&g, 2))
                number = -number;
            memcpy(bytes + place, &number, sizeof number);
        }
        try_bytes(&good, bytes, good.size);
    }
    free(bytes);
    end_snapshot(&good);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {TEST(test_invalid_while_asleep),
                                       TEST(test_create),
                                       TEST(test_memory),
                                       TEST(test_allocations_fail),
                                       TEST(test_memory_is_limited),
                                       TEST(test_load_fails),
                                       TEST(test_append_and_take_away),
                                       TEST(test_remove),
                                       TEST(test_touches_after_remove),
                                       TEST(test_wake),
                                       TEST(test_capacity),
                                       TEST(test_rollback),
                                       TEST(test_empty_bytes),
                                       TEST(test_damaged_bytes),
                                       TEST(test_random_bytes)};
    return cmocka_run_group_tests_name("memory of crowds", tests, NULL, NULL);
}
