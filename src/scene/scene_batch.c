// Batches: circles in Hilbert order, shared by the tasks of a runner, and lists in CSR form.
//
// Blocks of circles are sorted along the curve, each by itself. A task takes some circles that
// follow each other there and appends what it finds for them to memory of its own. When all tasks
// have ended, the lengths of the lists give the offsets, and tasks copy the lists there. Room:
// scene.
#include "scene/scene_batch.h"

#include <string.h>

#include "batch/soa_numbers.h"
#include "compiler.h"
#include "contracts.h"
#include "scene/allocation.h"
#include "scene/hilbert.h"
#include "scene/layout.h"
#include "scene/scene_build.h"

#if CAROM_HAS_ATOMICS
#include <stdatomic.h>
#endif

enum {
    // Sorted at once: enough for neighbours to be found, few enough for their answers to be in the
    // cache.
    SORT_CIRCLES = 1 << 17,
    // Up to this many circles in one cell of the curve keep their order.
    CELL_CIRCLES = 64,
    // With fewer circles or walls the order does not pay.
    SORT_CIRCLES_LEAST = 1024,
    SORT_WALLS_LEAST = 256,
    // The same if some circles are quick, so that few have walls to look at.
    SORT_WALLS_LEAST_OF_QUICK = 1 << 17,
    // Circles that are sampled, each with the next one, to see whether they need sorting. They do
    // if more than one in PATH_JUMPS is far from the next one.
    PATH_SAMPLE = 256,
    PATH_JUMPS = 8,
    // The most circles of a task, and the tasks that a small batch is divided into.
    TASK_CIRCLES = 64,
    TASKS_WANTED = 64,
    // Answers of neighbours are far apart in memory, so what they use is fetched some circles
    // ahead.
    FETCH_CIRCLES_AHEAD = 12,
    // What a task finds before it needs memory of its own.
    OWN_BYTES = 4096,
    ITEM_ALIGNMENT = 16
};

// Far is more than this part of the sample's width or height.
static const double PATH_STEP = 1.0 / 64;

// What a task has found.
typedef struct batch_task {
    carom_status status;
    char *items;
    // The bytes of its memory.
    size_t size;
} batch_task;

typedef struct circle_batch {
    const carom_scene *scene;
    batch_subject about;
    const carom_circle_query *query;
    size_t most;
    const carom_task_runner *runner;
    carom_allocator memory;
    // The circles of each block along the curve, from the first of the block on; NULL: as they
    // come.
    uint32_t *order;
    batch_task *tasks;
    size_t task_count, task_circles;
    carom_circle_lists lists;
#if CAROM_HAS_ATOMICS
    // The items of the tasks that have ended.
    atomic_size_t made;
#endif
} circle_batch;

// ---- memory ----

// NULL for no items, and if they do not fit into memory.
static void *allocate_items(const carom_allocator *memory, size_t count, size_t size) {
    if (count == 0 || count > (SIZE_MAX - ITEM_ALIGNMENT) / size)
        return NULL;
    return memory->allocate(memory->context, count * size, ITEM_ALIGNMENT);
}

static void release_bytes(const carom_allocator *memory, void *bytes, size_t size) {
    if (bytes != NULL)
        memory->release(memory->context, bytes, size, ITEM_ALIGNMENT);
}

void carom_circle_lists_release(carom_circle_lists *lists, const carom_allocator *allocator) {
    CAROM_ASSERT(lists != NULL);
    const carom_allocator memory = carom_allocator_or_malloc(allocator);
    const size_t items = lists->offsets != NULL ? lists->offsets[lists->count] : 0;
    release_bytes(&memory, lists->items, items * lists->item_size);
    release_bytes(&memory, lists->offsets, (lists->count + 1) * sizeof *lists->offsets);
    memset(lists, 0, sizeof *lists);
}

// ---- order ----

// The centre of circle c, or the middle of wall c. False if it is invalid, or there is none.
static bool center_of(const circle_batch *b, size_t c, carom_vec2 *center) {
    if (b->about.circles != NULL) {
        const carom_circle circle = carom_circle_soa_get(b->about.circles, c);
        *center = circle.center;
        return carom_circle_is_valid(circle);
    }
    carom_wall wall;
    if (b->about.walls != NULL) {
        wall = b->about.walls[c];
        if (!carom_wall_is_valid(wall))
            return false;
    } else {
        const uint32_t slot = scene_slot(b->scene)[c];
        if (!scene_has_slot(b->scene, slot))
            return false;
        wall = scene_geometry_at(b->scene, slot);
    }
    *center = middle_of_box(scene_wall_box(wall));
    return true;
}

// True if nearly every circle is near the next one already, so that sorting would gain nothing.
static bool follow_each_other(const circle_batch *b) {
    carom_vec2 step[PATH_SAMPLE], low = {DBL_MAX, DBL_MAX}, high = {-DBL_MAX, -DBL_MAX};
    size_t steps = 0, jumps = 0;
    for (size_t i = 0; i < PATH_SAMPLE; i++) {
        const size_t c = b->about.count / PATH_SAMPLE * i;
        carom_vec2 here, next;
        if (!center_of(b, c, &here) || !center_of(b, c + 1, &next))
            continue;
        low = carom_vec2_make(smaller(low.x, here.x), smaller(low.y, here.y));
        high = carom_vec2_make(larger(high.x, here.x), larger(high.y, here.y));
        step[steps++] = carom_vec2_make(fabs(next.x - here.x), fabs(next.y - here.y));
    }
    for (size_t i = 0; i < steps; i++)
        if (step[i].x > PATH_STEP * (high.x - low.x) || step[i].y > PATH_STEP * (high.y - low.y))
            jumps++;
    return jumps * PATH_JUMPS <= steps;
}

static void sort_circles(const circle_batch *b, size_t begin, size_t end, hilbert_item *items) {
    uint32_t *order = b->order + begin;
    size_t valid = 0, last = end - begin;
    for (size_t c = begin; c < end; c++) {
        carom_vec2 center;
        // Invalid circles come last, with those that are quick.
        if (!center_of(b, c, &center) ||
            (b->about.is_quick != NULL && b->about.is_quick(b->query->context, center))) {
            order[--last] = (uint32_t)(c - begin);
            continue;
        }
        hilbert_item *item = &items[valid++];
        item->x = index_coordinate(center.x, b->scene->origin_x, b->scene->scale);
        item->y = index_coordinate(center.y, b->scene->origin_y, b->scene->scale);
        item->index = (uint32_t)(c - begin);
    }
    carom_hilbert_sort(items, items + (end - begin), valid, CELL_CIRCLES);
    for (size_t i = 0; i < valid; i++)
        order[i] = items[i].index;
}

static void sort_block(void *data, size_t block) {
    circle_batch *b = (circle_batch *)data;
    const size_t begin = block * SORT_CIRCLES, left = b->about.count - begin;
    const size_t count = left < SORT_CIRCLES ? left : SORT_CIRCLES;
    const size_t size = 2 * sizeof(hilbert_item);
    hilbert_item *items = (hilbert_item *)allocate_items(&b->memory, count, size);
    if (items == NULL) {
        b->tasks[block].status = CAROM_STATUS_OUT_OF_MEMORY;
        return;
    }
    sort_circles(b, begin, begin + count, items);
    release_bytes(&b->memory, items, count * size);
}

// True if the walls of the scene ask, and lie along the curve already.
static inline bool is_in_slots(const circle_batch *b) {
    return b->about.circles == NULL && b->about.walls == NULL && b->scene->links_at == 0;
}

static inline size_t circle_at(const circle_batch *b, size_t i) {
    if (is_in_slots(b))
        return scene_index(b->scene)[i];
    return b->order != NULL ? i / SORT_CIRCLES * SORT_CIRCLES + b->order[i] : i;
}

// ---- what a task finds ----

// Memory on the stack, aligned for any type.
typedef union own_items {
    char bytes[OWN_BYTES];
    long double number;
    void *pointer;
    uint64_t word;
} own_items;

// Items that are appended: to memory on the stack, then to memory of the allocator.
typedef struct item_buffer {
    char *items;
    size_t used, capacity;
    // The bytes of its memory; 0 on the stack.
    size_t size;
} item_buffer;

static bool grow_items(const circle_batch *b, item_buffer *found, size_t more) {
    const size_t item = b->query->item_size;
    size_t capacity = found->used + more;
    if (capacity / 2 < found->capacity)
        capacity = 2 * found->capacity;
    char *items = (char *)allocate_items(&b->memory, capacity, item);
    if (items == NULL)
        return false;
    memcpy(items, found->items, found->used * item);
    if (found->size != 0)
        release_bytes(&b->memory, found->items, found->size);
    *found = (item_buffer){items, found->used, capacity, capacity * item};
    return true;
}

// Appends what is found for circle c, unless the task then had more than `most` items.
static carom_status append_circle(const circle_batch *b, item_buffer *found, size_t c,
                                  carom_circle circle, size_t most) {
    const carom_circle_query *q = b->query;
    for (;;) {
        const size_t left = found->capacity - found->used;
        const size_t n =
            q->find(q->context, c, &circle, found->items + found->used * q->item_size, left);
        if (n > most - found->used)
            return CAROM_STATUS_TOO_MANY_ITEMS;
        if (n <= left) {
            found->used += n;
            b->lists.offsets[c + 1] = n;
            return CAROM_STATUS_OK;
        }
        if (!grow_items(b, found, n))
            return CAROM_STATUS_OUT_OF_MEMORY;
    }
}

// The number of items that a task may find now.
static size_t items_left(circle_batch *b) {
#if CAROM_HAS_ATOMICS
    const size_t made = atomic_load_explicit(&b->made, memory_order_relaxed);
    return made < b->most ? b->most - made : 0;
#else
    return b->most;
#endif
}

// Nothing more may be found, so that the other tasks stop soon.
static void leave_nothing(circle_batch *b) {
#if CAROM_HAS_ATOMICS
    atomic_store_explicit(&b->made, b->most, memory_order_relaxed);
#else
    (void)b;
#endif
}

// Moves what a task has found to memory that fits.
static void keep_found(circle_batch *b, batch_task *task, const item_buffer *found) {
#if CAROM_HAS_ATOMICS
    atomic_fetch_add_explicit(&b->made, found->used, memory_order_relaxed);
#endif
    task->size = found->used * b->query->item_size;
    if (found->used == 0)
        return;
    task->items = (char *)allocate_items(&b->memory, found->used, b->query->item_size);
    if (task->items == NULL)
        task->status = CAROM_STATUS_OUT_OF_MEMORY;
    else
        memcpy(task->items, found->items, task->size);
}

// Circles [begin, begin + count) of the order, at most TASK_CIRCLES.
static void list_circles(circle_batch *b, batch_task *task, size_t begin, size_t count,
                         const carom_circle *circles) {
    own_items own;
    item_buffer found = {own.bytes, 0, OWN_BYTES / b->query->item_size, 0};
    const size_t left = items_left(b);
    for (size_t i = 0; i < count && task->status == CAROM_STATUS_OK; i++) {
        if (i + FETCH_CIRCLES_AHEAD < count) {
            const size_t c = circle_at(b, begin + i + FETCH_CIRCLES_AHEAD);
            CAROM_PREFETCH_TO_WRITE(&b->lists.offsets[c + 1]);
            if (b->query->fetch != NULL)
                b->query->fetch(b->query->context, c);
        }
        task->status = append_circle(b, &found, circle_at(b, begin + i), circles[i], left);
    }
    if (task->status == CAROM_STATUS_OK)
        keep_found(b, task, &found);
    else if (task->status == CAROM_STATUS_TOO_MANY_ITEMS)
        leave_nothing(b);
    if (found.size != 0)
        release_bytes(&b->memory, found.items, found.size);
}

// The end of the circles of a task.
static size_t task_end(const circle_batch *b, size_t t) {
    const size_t end = (t + 1) * b->task_circles;
    return end < b->about.count ? end : b->about.count;
}

static void run_batch_task(void *data, size_t t) {
    circle_batch *b = (circle_batch *)data;
    const carom_circle_query *q = b->query;
    const size_t begin = t * b->task_circles, count = task_end(b, t) - begin;
    // Loads that do not wait for one another: neighbours are far apart in memory.
    const carom_circle none = {{0.0, 0.0}, 0.0};
    carom_circle circles[TASK_CIRCLES];
    for (size_t i = 0; i < count; i++)
        circles[i] = b->about.circles == NULL
                         ? none
                         : carom_circle_soa_get(b->about.circles, circle_at(b, begin + i));
    if (q->item_size != 0) {
        list_circles(b, &b->tasks[t], begin, count, circles);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (q->fetch != NULL && i + FETCH_CIRCLES_AHEAD < count)
            q->fetch(q->context, circle_at(b, begin + i + FETCH_CIRCLES_AHEAD));
        (void)q->find(q->context, circle_at(b, begin + i), &circles[i], NULL, 0);
    }
}

// ---- lists ----

static void copy_lists(void *data, size_t t) {
    circle_batch *b = (circle_batch *)data;
    const size_t size = b->query->item_size, begin = t * b->task_circles, end = task_end(b, t);
    const char *from = b->tasks[t].items;
    if (from == NULL)
        return;
    for (size_t i = begin; i < end; i++) {
        if (i + FETCH_CIRCLES_AHEAD < end)
            CAROM_PREFETCH(&b->lists.offsets[circle_at(b, i + FETCH_CIRCLES_AHEAD)]);
        const size_t c = circle_at(b, i), at = b->lists.offsets[c];
        const size_t bytes = (b->lists.offsets[c + 1] - at) * size;
        memcpy((char *)b->lists.items + at * size, from, bytes);
        from += bytes;
    }
    release_bytes(&b->memory, b->tasks[t].items, b->tasks[t].size);
    b->tasks[t].items = NULL;
}

// Too many items come first: then the other failures may not have happened.
static carom_status status_of_tasks(const circle_batch *b) {
    carom_status status = CAROM_STATUS_OK;
    for (size_t t = 0; t < b->task_count && status != CAROM_STATUS_TOO_MANY_ITEMS; t++)
        if (b->tasks[t].status != CAROM_STATUS_OK)
            status = b->tasks[t].status;
    return status;
}

static carom_status place_lists(circle_batch *b) {
    size_t *offsets = b->lists.offsets;
    for (size_t c = 0; c < b->lists.count; c++)
        offsets[c + 1] += offsets[c];
    const size_t total = offsets[b->lists.count];
    if (total > b->most)
        return CAROM_STATUS_TOO_MANY_ITEMS;
    b->lists.items = allocate_items(&b->memory, total, b->query->item_size);
    if (b->lists.items == NULL && total > 0)
        return CAROM_STATUS_OUT_OF_MEMORY;
    carom_scene_run(b->runner, copy_lists, b, b->task_count);
    return CAROM_STATUS_OK;
}

// ---- batches ----

static bool has_order(const circle_batch *b) {
    const size_t walls = b->about.is_quick != NULL ? SORT_WALLS_LEAST_OF_QUICK : SORT_WALLS_LEAST;
    return b->about.count >= SORT_CIRCLES_LEAST && b->scene->count >= walls && !is_in_slots(b) &&
           !follow_each_other(b);
}

// False if there is no memory.
static bool allocate_batch(circle_batch *b) {
    const size_t count = b->about.count;
    b->tasks = (batch_task *)allocate_items(&b->memory, b->task_count, sizeof *b->tasks);
    if (b->tasks == NULL)
        return false;
    memset(b->tasks, 0, b->task_count * sizeof *b->tasks);
    if (has_order(b)) {
        b->order = (uint32_t *)allocate_items(&b->memory, count, sizeof *b->order);
        if (b->order == NULL)
            return false;
    }
    return true;
}

static carom_status run_batch(circle_batch *b) {
    if (b->task_count == 0)
        return CAROM_STATUS_OK;
    if (!allocate_batch(b))
        return CAROM_STATUS_OUT_OF_MEMORY;
    if (b->order != NULL)
        carom_scene_run(b->runner, sort_block, b,
                        (b->about.count + SORT_CIRCLES - 1) / SORT_CIRCLES);
    if (status_of_tasks(b) != CAROM_STATUS_OK)
        return CAROM_STATUS_OUT_OF_MEMORY;
    carom_scene_run(b->runner, run_batch_task, b, b->task_count);
    const carom_status status = status_of_tasks(b);
    return status == CAROM_STATUS_OK && b->query->item_size != 0 ? place_lists(b) : status;
}

static void release_batch(circle_batch *b) {
    for (size_t t = 0; b->tasks != NULL && t < b->task_count; t++)
        release_bytes(&b->memory, b->tasks[t].items, b->tasks[t].size);
    release_bytes(&b->memory, b->tasks, b->task_count * sizeof *b->tasks);
    release_bytes(&b->memory, b->order, b->about.count * sizeof *b->order);
}

static size_t circles_of_task(size_t count) {
    const size_t circles = count / TASKS_WANTED + 1;
    return circles < TASK_CIRCLES ? circles : TASK_CIRCLES;
}

carom_status carom_scene_batch_about(const carom_scene *scene, batch_subject about,
                                     const carom_circle_query *query, size_t most,
                                     const carom_task_runner *runner,
                                     const carom_allocator *allocator, carom_circle_lists *lists) {
    CAROM_ASSERT(scene != NULL && query->find != NULL);
    CAROM_ASSERT(lists != NULL || query->item_size == 0);
    CAROM_ASSERT(runner == NULL || runner->run != NULL);
    circle_batch b = {.scene = scene,
                      .about = about,
                      .query = query,
                      .most = most,
                      .runner = runner,
                      .memory = carom_allocator_or_malloc(allocator)};
    const size_t count = about.count;
    b.task_circles = circles_of_task(count);
    b.task_count = count / b.task_circles + (count % b.task_circles != 0);
    carom_status status = CAROM_STATUS_OK;
    if (query->item_size != 0) {
        memset(lists, 0, sizeof *lists);
        b.lists = (carom_circle_lists){.count = count, .item_size = query->item_size};
        b.lists.offsets = (size_t *)allocate_items(&b.memory, count + 1, sizeof(size_t));
        if (b.lists.offsets == NULL)
            return CAROM_STATUS_OUT_OF_MEMORY;
        memset(b.lists.offsets, 0, (count + 1) * sizeof(size_t));
    }
    status = run_batch(&b);
    release_batch(&b);
    if (status == CAROM_STATUS_OK && query->item_size != 0)
        *lists = b.lists;
    else
        release_bytes(&b.memory, b.lists.offsets, (count + 1) * sizeof(size_t));
    return status;
}

carom_status carom_scene_batch(const carom_scene *scene, const carom_circle_soa *circles,
                               const carom_circle_query *query, size_t most,
                               const carom_task_runner *runner, const carom_allocator *allocator,
                               carom_circle_lists *lists) {
    CAROM_ASSERT(circles != NULL && query != NULL);
    const batch_subject about = {circles, NULL, circles->count, NULL};
    return carom_scene_batch_about(scene, about, query, most, runner, allocator, lists);
}

// ---- questions ----

typedef struct wall_question {
    const carom_scene *scene;
    carom_contact_rule rule;
    double gap;
    const carom_filter *filter;
} wall_question;

static size_t find_touching(void *context, size_t c, const carom_circle *circle, void *items,
                            size_t capacity) {
    const wall_question *q = (const wall_question *)context;
    (void)c;
    return carom_scene_touching(q->scene, *circle, q->rule, q->filter, (uint32_t *)items, capacity);
}

static size_t find_within(void *context, size_t c, const carom_circle *circle, void *items,
                          size_t capacity) {
    const wall_question *q = (const wall_question *)context;
    (void)c;
    return carom_scene_within(q->scene, *circle, q->gap, q->filter, (uint32_t *)items, capacity);
}

carom_status carom_scene_touching_batch(const carom_scene *scene, const carom_circle_soa *circles,
                                        carom_contact_rule rule, const carom_filter *filter,
                                        size_t most, const carom_task_runner *runner,
                                        const carom_allocator *allocator,
                                        carom_circle_lists *lists) {
    wall_question q = {scene, rule, 0.0, filter};
    const carom_circle_query query = {find_touching, NULL, &q, sizeof(uint32_t)};
    return carom_scene_batch(scene, circles, &query, most, runner, allocator, lists);
}

carom_status carom_scene_within_batch(const carom_scene *scene, const carom_circle_soa *circles,
                                      double gap, const carom_filter *filter, size_t most,
                                      const carom_task_runner *runner,
                                      const carom_allocator *allocator, carom_circle_lists *lists) {
    wall_question q = {scene, CAROM_CONTACT_RULE_CLOSED_DISC, gap, filter};
    const carom_circle_query query = {find_within, NULL, &q, sizeof(uint32_t)};
    return carom_scene_batch(scene, circles, &query, most, runner, allocator, lists);
}

typedef struct nearest_question {
    const carom_scene *scene;
    const carom_filter *filter;
    size_t k;
    carom_neighbor *nearest;
} nearest_question;

static size_t find_nearest_row(void *context, size_t c, const carom_circle *circle, void *items,
                               size_t capacity) {
    const nearest_question *q = (const nearest_question *)context;
    carom_neighbor *row = q->nearest + c * q->k;
    (void)items;
    (void)capacity;
    for (size_t i = carom_scene_nearest(q->scene, *circle, q->filter, row, q->k); i < q->k; i++) {
        row[i].index = CAROM_NO_WALL;
        row[i].gap = HUGE_VAL;
    }
    return 0;
}

carom_status carom_scene_nearest_batch(const carom_scene *scene, const carom_circle_soa *circles,
                                       const carom_filter *filter, size_t k,
                                       const carom_task_runner *runner,
                                       const carom_allocator *allocator, carom_neighbor *nearest) {
    CAROM_ASSERT(circles != NULL && (nearest != NULL || circles->count == 0 || k == 0));
    nearest_question q = {scene, filter, k, nearest};
    const carom_circle_query query = {find_nearest_row, NULL, &q, 0};
    return k == 0 ? CAROM_STATUS_OK
                  : carom_scene_batch(scene, circles, &query, 0, runner, allocator, NULL);
}

typedef struct sweep_question {
    const carom_scene *scene;
    const carom_moving_circle_soa *movers;
    const carom_cast_settings *settings;
    carom_scene_hit *hits;
} sweep_question;

static void fetch_mover(void *context, size_t c) {
    const sweep_question *q = (const sweep_question *)context;
    const carom_circle_soa *circles = &q->movers->circles;
    const size_t at = c * carom_stride_of(circles->number, circles->stride);
    CAROM_PREFETCH_TO_WRITE(&q->hits[c]);
    CAROM_PREFETCH_TO_WRITE((const char *)&q->hits[c] + sizeof *q->hits - 1);
    CAROM_PREFETCH((const char *)q->movers->move_x + at);
    CAROM_PREFETCH((const char *)q->movers->move_y + at);
    (void)at;
}

static size_t find_hit(void *context, size_t c, const carom_circle *circle, void *items,
                       size_t capacity) {
    const sweep_question *q = (const sweep_question *)context;
    (void)items;
    (void)capacity;
    q->hits[c] = carom_scene_sweep(q->scene, *circle, carom_moving_circle_soa_move(q->movers, c),
                                   q->settings);
    return 0;
}

carom_status carom_scene_sweep_batch(const carom_scene *scene,
                                     const carom_moving_circle_soa *movers,
                                     const carom_cast_settings *settings,
                                     const carom_task_runner *runner,
                                     const carom_allocator *allocator, carom_scene_hit *hits) {
    CAROM_ASSERT(movers != NULL && (hits != NULL || movers->circles.count == 0));
    sweep_question q = {scene, movers, settings, hits};
    const carom_circle_query query = {find_hit, fetch_mover, &q, 0};
    return carom_scene_batch(scene, &movers->circles, &query, 0, runner, allocator, NULL);
}
