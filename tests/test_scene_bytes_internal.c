// Serialized scenes: a copy opened elsewhere gives the same answers. If it is truncated, if any bit
// is changed, or if it is forged with a matching checksum, it is refused or its answers agree with
// its walls. White box: uses the private layout. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "scene/layout.h"
#include "scene_bytes.h"
#include "scene_mirror.h"

typedef carom_scene layout;

// A copy of the bytes of a scene with this many walls.
typedef struct scene_copy {
    void *bytes;
    size_t size;
} scene_copy;

static scene_copy make_copy(wall_set kind, size_t count) {
    carom_wall *walls = malloc((count + 1) * sizeof *walls);
    assert_non_null(walls);
    wall_set_make(kind, case_seed(), walls, count);
    carom_scene *scene = mirror_scene(walls, count);
    const scene_copy made = {scene_bytes_copy(scene, carom_scene_byte_size(scene)),
                             carom_scene_byte_size(scene)};
    carom_scene_destroy(scene, NULL);
    free(walls);
    return made;
}

// A scene that has been opened gives the right answers for its walls.
static void check_answers(const carom_scene *scene, int questions) {
    const size_t count = carom_scene_count(scene);
    carom_wall *walls = malloc((count + 1) * sizeof *walls);
    assert_non_null(walls);
    for (size_t i = 0; i < count; i++) {
        walls[i] = carom_scene_wall(scene, (carom_index)i);
        assert_true(carom_wall_is_valid(walls[i]));
    }
    scene_mirror m = mirror_start(scene, walls, count);
    random_source g = random_start(case_seed(), 9000, count);
    assert_true(mirror_check_walls(&m));
    for (int i = 0; i < questions; i++) {
        const wall_question q = wall_set_question(&g, walls, count);
        assert_true(mirror_check(&m, &q));
    }
    mirror_end(&m);
    free(walls);
}

static void expect_refusal(const void *bytes, size_t size, carom_status expected) {
    const carom_scene *scene = bytes;
    assert_int_equal(carom_scene_open(bytes, size, &scene), expected);
    assert_null(scene);
}

static void test_open_elsewhere(void **state) {
    (void)state;
    static const size_t counts[] = {0, 1, 9, 100};
    for (int k = 0; k < WALL_SET_COUNT * 4; k++) {
        const scene_copy made = make_copy((wall_set)(k / 4), counts[k % 4]);
        const carom_scene *scene = NULL;
        assert_int_equal(carom_scene_open(made.bytes, made.size, &scene), CAROM_STATUS_OK);
        assert_ptr_equal(scene, made.bytes);
        assert_true(carom_scene_byte_size(scene) == made.size);
        void *before = scene_bytes_copy(made.bytes, made.size);
        const bool is_slow = k / 4 == SET_RANGE_ENDS || k / 4 == SET_EXPONENTS;
        check_answers(scene, is_slow ? 1 : 3);
        // Queries change nothing.
        assert_memory_equal(before, made.bytes, made.size);
        free(before);
        free(made.bytes);
    }
}

// A file can be longer than its scene.
static void test_open_with_more_behind(void **state) {
    (void)state;
    const scene_copy made = make_copy(SET_MIXED, 50);
    enum { MORE = 1000 };
    char *longer = malloc(made.size + MORE);
    assert_non_null(longer);
    memset(longer, 0xA5, made.size + MORE);
    memcpy(longer, made.bytes, made.size);
    void *aligned = scene_bytes_copy(longer, made.size + MORE);
    const carom_scene *scene = NULL;
    assert_int_equal(carom_scene_open(aligned, made.size + MORE, &scene), CAROM_STATUS_OK);
    check_answers(scene, 3);
    free(aligned);
    free(longer);
    free(made.bytes);
}

static void test_truncated(void **state) {
    (void)state;
    static const wall_set kinds[] = {SET_MIXED, SET_UNIFORM, SET_RADII, SET_LINES};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const scene_copy made = make_copy(kinds[k], 17);
        for (size_t size = 0; size < made.size; size++) {
            void *cut = scene_bytes_copy(made.bytes, size);
            expect_refusal(cut, size, size < 8 ? CAROM_STATUS_NOT_A_SCENE : CAROM_STATUS_DAMAGED);
            free(cut);
        }
        free(made.bytes);
    }
    expect_refusal(NULL, 0, CAROM_STATUS_NOT_A_SCENE);
}

// The effect of a changed byte.
static carom_status expected_status(size_t byte) {
    if (byte < offsetof(layout, byte_order_and_version)) {
        return CAROM_STATUS_NOT_A_SCENE;
    }
    return byte < offsetof(layout, checksum) ? CAROM_STATUS_OTHER_VERSION : CAROM_STATUS_DAMAGED;
}

static void test_every_bit_flipped(void **state) {
    (void)state;
    static const wall_set kinds[] = {SET_MIXED, SET_UNIFORM, SET_RADII};
    static const size_t counts[] = {17, 3, 0};
    for (size_t k = 0; k < 9; k++) {
        const scene_copy made = make_copy(kinds[k / 3], counts[k % 3]);
        unsigned char *bytes = made.bytes;
        for (size_t bit = 0; bit < 8 * made.size; bit++) {
            const unsigned char flip = (unsigned char)(1u << bit % 8);
            bytes[bit / 8] ^= flip;
            expect_refusal(bytes, made.size, expected_status(bit / 8));
            bytes[bit / 8] ^= flip;
        }
        const carom_scene *scene = NULL;
        assert_int_equal(carom_scene_open(bytes, made.size, &scene), CAROM_STATUS_OK);
        free(made.bytes);
    }
}

// Changes several bits, words and blocks of a scene with several levels.
static void test_random_damage(void **state) {
    (void)state;
    const scene_copy made = make_copy(SET_MIXED, 1000);
    unsigned char *bytes = scene_bytes_copy(made.bytes, made.size);
    random_source g = random_start(case_seed(), 9100, 0);
    const long runs = case_count(300);
    for (long i = 0; i < runs; i++) {
        const size_t at = (size_t)(random_bits(&g) % made.size),
                     from = (size_t)(random_bits(&g) % made.size);
        size_t length = (size_t)random_int(&g, 1, 256);
        const int how = random_int(&g, 0, 3);
        length = length < made.size - at ? length : made.size - at;
        length = length < made.size - from ? length : made.size - from;
        if (how == 0) {
            memset(bytes + at, 0, length);
        } else if (how == 1) {
            memmove(bytes + at, bytes + from, length);
        } else {
            for (int flips = random_int(&g, 2, 8); flips > 0; flips--) {
                const uint64_t bit = random_bits(&g) % (8 * made.size);
                bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            }
        }
        if (memcmp(bytes, made.bytes, made.size) != 0) {
            const carom_scene *scene = NULL;
            const carom_status status = carom_scene_open(bytes, made.size, &scene);
            assert_null(scene);
            assert_true(status >= CAROM_STATUS_NOT_A_SCENE && status <= CAROM_STATUS_DAMAGED);
        }
        memcpy(bytes, made.bytes, made.size);
    }
    free(bytes);
    free(made.bytes);
}

static void test_misaligned(void **state) {
    (void)state;
    const scene_copy made = make_copy(SET_UNIFORM, 9);
    for (size_t off = 1; off <= CAROM_SCENE_ALIGNMENT; off++) {
        char *moved = malloc(made.size + 2 * CAROM_SCENE_ALIGNMENT);
        assert_non_null(moved);
        const size_t past = (uintptr_t)moved % CAROM_SCENE_ALIGNMENT;
        char *at = moved + (CAROM_SCENE_ALIGNMENT - past) + off;
        memcpy(at, made.bytes, made.size);
        if (off < CAROM_SCENE_ALIGNMENT) {
            expect_refusal(at, made.size, CAROM_STATUS_MISALIGNED);
        } else {
            const carom_scene *scene = NULL;
            assert_int_equal(carom_scene_open(at, made.size, &scene), CAROM_STATUS_OK);
        }
        free(moved);
    }
    free(made.bytes);
}

static void test_other_formats(void **state) {
    (void)state;
    const scene_copy made = make_copy(SET_UNIFORM, 9);
    layout *header = made.bytes;
    const uint64_t own = header->byte_order_and_version;
    header->byte_order_and_version = __builtin_bswap64(own);
    expect_refusal(header, made.size, CAROM_STATUS_OTHER_BYTE_ORDER);
    header->byte_order_and_version = own + 1;
    expect_refusal(header, made.size, CAROM_STATUS_OTHER_VERSION);
    scene_bytes_set_checksum(header, made.size);
    expect_refusal(header, made.size, CAROM_STATUS_OTHER_VERSION);
    header->byte_order_and_version = own;
    memcpy(header->magic, "\x89PNG\r\n\x1a\n", 8);
    expect_refusal(header, made.size, CAROM_STATUS_NOT_A_SCENE);
    free(made.bytes);
}

// ---- forged: the checksum fits ----

// Opens a forged scene: it is refused, or its answers agree with its walls.
static bool check_forged(void *bytes, size_t size) {
    scene_bytes_set_checksum(bytes, size);
    const carom_scene *scene = NULL;
    const carom_status status = carom_scene_open(bytes, size, &scene);
    if (status == CAROM_STATUS_OK) {
        check_answers(scene, 2);
    } else {
        assert_true(status >= CAROM_STATUS_NOT_A_SCENE && status <= CAROM_STATUS_DAMAGED);
    }
    return scene != NULL;
}

static double as_double(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// A one-sided byte must be 0 or 1.
static void test_one_sided_bytes(void **state) {
    (void)state;
    carom_wall walls[9] = {{.radius = 1}};
    walls[4].one_sided = true;
    carom_scene *scene = mirror_scene(walls, 9);
    const size_t size = carom_scene_byte_size(scene);
    layout *forged = scene_bytes_copy(scene, size);
    uint8_t *flags = (uint8_t *)forged + forged->one_sided_at;
    for (size_t i = 0; i < 9; i++) {
        const uint8_t flag = flags[i];
        flags[i] = 2;
        assert_false(check_forged(forged, size));
        flags[i] = (uint8_t)!flag;
        assert_true(check_forged(forged, size));
        flags[i] = flag;
    }
    free(forged);
    carom_scene_destroy(scene, NULL);
}

// An extent must be a carom_extent.
static void test_extent_bytes(void **state) {
    (void)state;
    carom_wall walls[9] = {{.radius = 1}};
    walls[8].b = carom_vec2_make(1, 1);
    walls[8].extent = CAROM_EXTENT_LINE;
    carom_scene *scene = mirror_scene(walls, 9);
    const size_t size = carom_scene_byte_size(scene);
    layout *forged = scene_bytes_copy(scene, size);
    uint8_t *extent = (uint8_t *)forged + forged->extents_at;
    for (uint8_t unknown = 3; unknown < 8; unknown++) {
        *extent = unknown;
        assert_false(check_forged(forged, size));
    }
    *extent = CAROM_EXTENT_LINE;
    assert_true(check_forged(forged, size));
    free(forged);
    carom_scene_destroy(scene, NULL);
}

// Replaces every word of small scenes.
static void test_every_word_forged(void **state) {
    (void)state;
    static const wall_set kinds[] = {SET_MIXED, SET_UNIFORM, SET_RADII};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const scene_copy made = make_copy(kinds[k], 13);
        uint64_t *words = made.bytes;
        for (size_t i = 0; i < made.size / 8; i++) {
            const uint64_t own = words[i];
            const uint64_t other[] = {0,
                                      1,
                                      own + 1,
                                      own - 1,
                                      own + 64,
                                      own + (UINT64_C(1) << 32),
                                      ~UINT64_C(0),
                                      UINT64_C(1) << 31,
                                      UINT64_C(1) << 63,
                                      bits_of(as_double(own) + 1.0),
                                      bits_of(-as_double(own)),
                                      bits_of((double)NAN),
                                      bits_of(HUGE_VAL),
                                      own ^ UINT64_C(0x0100000001000000),
                                      words[(i + 1) % (made.size / 8)]};
            for (size_t j = 0; j < sizeof other / sizeof other[0]; j++) {
                words[i] = other[j];
                check_forged(words, made.size);
            }
            words[i] = own;
        }
        assert_true(check_forged(words, made.size));
        free(made.bytes);
    }
}

// The header of a scene of very many walls, without them.
static void test_count_is_not_believed(void **state) {
    (void)state;
    const uint64_t counts[] = {
        14,        1000, 1 << 20, CAROM_INDEX_MAX, CAROM_INDEX_MAX + (uint64_t)1, UINT64_MAX / 4,
        UINT64_MAX};
    const scene_copy made = make_copy(SET_UNIFORM, 13);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        layout *forged = scene_bytes_copy(made.bytes, made.size);
        forged->count = forged->endless_from = counts[i];
        if (counts[i] <= CAROM_INDEX_MAX) {
            carom_scene_lay_out(forged, (scene_parts){.radii = false});
        }
        scene_bytes_set_checksum(forged, made.size);
        expect_refusal(forged, made.size, CAROM_STATUS_DAMAGED);
        // Nor is the size.
        forged->size = made.size;
        scene_bytes_set_checksum(forged, made.size);
        expect_refusal(forged, made.size, CAROM_STATUS_DAMAGED);
        free(forged);
    }
    free(made.bytes);
}

static void *part(const scene_copy *made, uint64_t at) {
    return (char *)made->bytes + at;
}

static void expect_forgery_found(const scene_copy *made) {
    scene_bytes_set_checksum(made->bytes, made->size);
    expect_refusal(made->bytes, made->size, CAROM_STATUS_DAMAGED);
}

// Boxes that are too small would lose walls. Boxes that are too large are safe, but a build never
// produces them. Both are refused on every level.
static void test_boxes_forged(void **state) {
    (void)state;
    const scene_copy made = make_copy(SET_MIXED, 600);
    const layout *header = made.bytes;
    float *floats = part(&made, header->nodes_at);
    const size_t nodes = (size_t)(header->index_at - header->nodes_at) / sizeof(scene_node);
    assert_true(header->level_count >= 3);
    for (size_t i = 0; i < nodes * sizeof(scene_node) / sizeof(float); i++) {
        const float own = floats[i];
        const float other[] = {own + 1.0f, own - 1.0f, 0.0f, (float)NAN, HUGE_VALF, -HUGE_VALF};
        for (size_t j = 0; j < sizeof other / sizeof other[0]; j++) {
            floats[i] = other[j];
            // Nodes end before their part does.
            if (memcmp(&floats[i], &own, sizeof own) != 0 && other[j] != own && i % 7 == 0) {
                expect_forgery_found(&made);
            }
        }
        floats[i] = own;
    }
    assert_true(check_forged(made.bytes, made.size));
    free(made.bytes);
}

static void test_indices_forged(void **state) {
    (void)state;
    enum { COUNT = 30 };
    const scene_copy made = make_copy(SET_MIXED, COUNT);
    const layout *header = made.bytes;
    uint32_t *const parts[] = {part(&made, header->index_at), part(&made, header->slot_at)};
    const uint32_t other[] = {COUNT, COUNT + 1, UINT32_MAX, 1u << 31, 0, COUNT - 1};
    for (size_t k = 0; k < 2 * COUNT; k++) {
        uint32_t *entry = &parts[k / COUNT][k % COUNT];
        const uint32_t own = *entry;
        for (size_t j = 0; j < sizeof other / sizeof other[0]; j++) {
            *entry = other[j];
            if (other[j] != own) {
                expect_forgery_found(&made);
            }
        }
        *entry = own;
    }
    // Two walls exchanged in both: another scene, and a right one.
    const uint32_t p = parts[0][0], q = parts[0][1];
    parts[0][0] = q;
    parts[0][1] = p;
    expect_forgery_found(&made);
    parts[1][p] = 1;
    parts[1][q] = 0;
    assert_true(check_forged(made.bytes, made.size));
    free(made.bytes);
}

static void test_wall_source_forged(void **state) {
    (void)state;
    const scene_copy made = make_copy(SET_MIXED, 30);
    layout *header = made.bytes;
    scene_leaf *leaves = part(&made, header->leaves_at);
    double *radii = part(&made, header->radii_at);
    unsigned char *extents = part(&made, header->extents_at);
    assert_true(header->radii_at != 0 && header->extents_at != 0);
    double *const numbers[] = {
        &leaves[0].ax[0], &leaves[1].ay[7], &leaves[2].bx[3], &leaves[0].by[5],  &radii[0],
        &radii[29],       &header->radius,  &header->scale,   &header->origin_x, &header->origin_y};
    const double other[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const double own = *numbers[i];
        for (size_t j = 0; j < 3; j++) {
            *numbers[i] = other[j];
            expect_forgery_found(&made);
        }
        *numbers[i] = own;
    }
    // Slots without a wall: they must not affect any answer.
    leaves[3].ax[7] = leaves[3].ay[7] = leaves[3].bx[7] = leaves[3].by[7] = 0.0;
    check_forged(made.bytes, made.size);
    memset(&leaves[3].ax[7], 0xFF, sizeof leaves[3].ax[7]);
    check_forged(made.bytes, made.size);
    const unsigned char own = extents[0];
    for (int extent = 0; extent < 256; extent++) {
        extents[0] = (unsigned char)extent;
        if (extent == CAROM_EXTENT_SEGMENT || extent > CAROM_EXTENT_LINE) {
            expect_forgery_found(&made);
        }
    }
    extents[0] = own;
    radii[3] = -1.0;
    expect_forgery_found(&made);
    free(made.bytes);
}

// A scale of another sign or size, or another origin, moves the boxes of the tree.
static void test_map_forged(void **state) {
    (void)state;
    const scene_copy made = make_copy(SET_UNIFORM, 100);
    layout *header = made.bytes;
    double *const numbers[] = {&header->scale, &header->origin_x, &header->origin_y,
                               &header->box.min.x, &header->box.max.y};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const double own = *numbers[i];
        const double other[] = {0.0, -own, 2.0 * own, 0x1p-1074, 0x1p1000};
        for (size_t j = 0; j < sizeof other / sizeof other[0]; j++) {
            *numbers[i] = other[j];
            expect_forgery_found(&made);
        }
        *numbers[i] = own;
    }
    // All walls are thicker, which no box of the tree shows.
    header->radius = 0.25;
    expect_forgery_found(&made);
    free(made.bytes);
}

// A frame around many walls is outside the tree. Another number of leaves outside it does not fit
// the boxes, even if it is not too large.
static void test_leaves_outside_the_tree_forged(void **state) {
    (void)state;
    enum { COUNT = 4803, FRAME = 4 };
    static carom_wall walls[COUNT];
    wall_set_make(SET_UNIFORM, 1, walls, COUNT);
    for (int i = 0; i < FRAME; i++) {
        walls[100 * i].a = carom_vec2_make(i % 2 == 0 ? -1e6 : 1e6, -1e6);
        walls[100 * i].b = carom_vec2_make(i % 2 == 0 ? -1e6 : 1e6, 1e6);
    }
    carom_scene *scene = mirror_scene(walls, COUNT);
    const scene_copy made = {scene_bytes_copy(scene, carom_scene_byte_size(scene)),
                             carom_scene_byte_size(scene)};
    carom_scene_destroy(scene, NULL);
    layout *header = made.bytes;
    const carom_scene *opened = NULL;
    assert_int_equal(carom_scene_open(made.bytes, made.size, &opened), CAROM_STATUS_OK);
    // The last leaf has 3 walls, and the frame 4.
    assert_true(header->loose_leaves == 2);
    static const uint64_t others[] = {0, 1, 3, 601, UINT64_MAX};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        header->loose_leaves = others[i];
        expect_forgery_found(&made);
    }
    free(made.bytes);
    // More than the scene has.
    const scene_copy none = make_copy(SET_UNIFORM, 0), one = make_copy(SET_UNIFORM, 1);
    ((layout *)none.bytes)->loose_leaves = 1;
    expect_forgery_found(&none);
    ((layout *)one.bytes)->loose_leaves = 2;
    expect_forgery_found(&one);
    free(none.bytes);
    free(one.bytes);
}

// ---- the order of the walls ----

// The same walls give the same bytes in every version. The hashes are of the order by a radix sort
// of items, as it was before walls were sorted in buckets. Smaller scenes are in golden.txt.
static void test_order_of_earlier_versions(void **state) {
    (void)state;
    enum { COUNT = 140000 };
    static const struct {
        wall_set kind;
        // One in so many walls stays where it is; the others move into one cell of the curve.
        size_t kept;
        // The walls that move keep their length, and so their class, or shrink.
        bool keep_length;
        uint64_t hash;
    } cases[] = {{SET_UNIFORM, 1, false, UINT64_C(0x6a306a048d439d2)},
                 {SET_UNIFORM, 2, false, UINT64_C(0xd3107d2412d72380)},
                 {SET_UNIFORM, 100, true, UINT64_C(0xe7c7103110647d2e)},
                 {SET_CLUSTERED, 1, false, UINT64_C(0x2f77b8577281518c)},
                 {SET_MIXED, 1, false, UINT64_C(0x44837278153e340a)},
                 {SET_SAME, 1, false, UINT64_C(0xceda32393333ee80)}};
    carom_wall *walls = malloc(COUNT * sizeof *walls);
    assert_non_null(walls);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        wall_set_make(cases[k].kind, 1, walls, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            if (i % cases[k].kept == cases[k].kept - 1)
                continue;
            const carom_vec2 a = walls[i].a, b = walls[i].b;
            walls[i].a = carom_vec2_make(0x1p-30 * a.x, 0x1p-30 * a.y);
            walls[i].b = cases[k].keep_length ? carom_vec2_make(walls[i].a.x + (b.x - a.x),
                                                                walls[i].a.y + (b.y - a.y))
                                              : carom_vec2_make(0x1p-30 * b.x, 0x1p-30 * b.y);
        }
        carom_scene *scene = mirror_scene(walls, COUNT);
        uint64_t hash = 0;
        for (size_t i = 0; i < COUNT; i++)
            hash = (hash ^ scene_index(scene)[i]) * UINT64_C(0x100000001b3);
        carom_scene_destroy(scene, NULL);
        if (hash != cases[k].hash)
            fail_msg("case %zu: %#" PRIx64, k, hash);
    }
    free(walls);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_earlier_versions),
        cmocka_unit_test(test_leaves_outside_the_tree_forged),
        cmocka_unit_test(test_open_elsewhere),
        cmocka_unit_test(test_open_with_more_behind),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_every_bit_flipped),
        cmocka_unit_test(test_random_damage),
        cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_other_formats),
        cmocka_unit_test(test_one_sided_bytes),
        cmocka_unit_test(test_extent_bytes),
        cmocka_unit_test(test_every_word_forged),
        cmocka_unit_test(test_count_is_not_believed),
        cmocka_unit_test(test_boxes_forged),
        cmocka_unit_test(test_indices_forged),
        cmocka_unit_test(test_wall_source_forged),
        cmocka_unit_test(test_map_forged),
    };
    return cmocka_run_group_tests_name("scene_bytes", tests, NULL, NULL);
}
