// The SQLite extension next to an R*Tree with a distance filter in SQL, on the same walls and
// circles, in one process. Prints the figures of docs/benchmarks-sqlite.md.
//
//     bench_sqlite EXTENSION FOLDER [WALLS [CIRCLES [ROUNDS]]]
//
// Both tables are in files in FOLDER. The rounds alternate between the two, and the medians count.
// Pairs are compared with Carom's, whose answers are exact. Room: bench.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

enum { ROUNDS_MAX = 15, INSERT_ROUNDS_MAX = 3, SINGLES = 20000, EDITS = 20000 };

/// The two kinds of tables.
typedef enum peer { CAROM, RTREE, PEERS } peer;

/// Random doubles, or a drawing: two decimals, walls in steps of 45 degrees.
typedef enum map_kind { RANDOM_MAP, DRAWN_MAP } map_kind;

typedef struct bench {
    const char *extension;
    const char *folder;
    int walls;
    int circles;
    int rounds;
    map_kind map;
    double *wall_numbers;
    sqlite3 *db[PEERS];
} bench;

typedef struct pair {
    sqlite3_int64 circle;
    sqlite3_int64 wall;
} pair;

typedef struct pairs {
    pair *items;
    size_t count;
    size_t room;
} pairs;

static uint64_t state = 1;

/// A random number in [0, 1). The generator is splitmix64.
static double uniform(void) {
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void check(sqlite3 *db, int rc, const char *what) {
    if (rc == SQLITE_OK || rc == SQLITE_ROW || rc == SQLITE_DONE)
        return;
    fprintf(stderr, "bench_sqlite: %s: %s\n", what, sqlite3_errmsg(db));
    exit(1);
}

static void execute(sqlite3 *db, const char *sql) {
    check(db, sqlite3_exec(db, sql, NULL, NULL, NULL), sql);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    check(db, sqlite3_prepare_v2(db, sql, -1, &statement, NULL), sql);
    return statement;
}

static double hundredths(double x) {
    return round(x * 100.0) / 100.0;
}

/// Makes the walls: one in each unit of area, half a unit to one and a half long.
static void make_walls(bench *b) {
    const double side = sqrt(b->walls);
    for (int i = 0; i < b->walls; i++) {
        double *w = b->wall_numbers + (size_t)i * 4;
        const double length = 0.5 + uniform();
        double angle = uniform() * 6.283185307179586;
        w[0] = uniform() * side;
        w[1] = uniform() * side;
        if (b->map == RANDOM_MAP) {
            w[2] = w[0] + length * cos(angle);
            w[3] = w[1] + length * sin(angle);
            continue;
        }
        const double step = hundredths(length * 0.7);
        const int turn = (int)(uniform() * 8.0);
        static const double steps[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                           {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
        w[0] = hundredths(w[0]);
        w[1] = hundredths(w[1]);
        w[2] = hundredths(w[0] + steps[turn][0] * step);
        w[3] = hundredths(w[1] + steps[turn][1] * step);
    }
}

/// Opens the database of a peer and makes its circles.
static void open_database(bench *b, peer p) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.db", b->folder, p == CAROM ? "carom" : "rtree");
    unlink(path);
    check(NULL, sqlite3_open(path, &b->db[p]), path);
    sqlite3 *db = b->db[p];
    if (p == CAROM) {
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
        char *error = NULL;
        if (sqlite3_load_extension(db, b->extension, NULL, &error) != SQLITE_OK) {
            fprintf(stderr, "bench_sqlite: %s\n", error);
            exit(1);
        }
    }
    execute(db, "PRAGMA cache_size = -500000; PRAGMA synchronous = OFF;"
                "CREATE TABLE circles(id INTEGER PRIMARY KEY, x REAL, y REAL, r REAL)");
    sqlite3_stmt *insert = prepare(db, "INSERT INTO circles VALUES(?, ?, ?, ?)");
    state = 2;
    execute(db, "BEGIN");
    for (int i = 0; i < b->circles; i++) {
        const double x = uniform() * sqrt(b->walls), y = uniform() * sqrt(b->walls);
        const double n[3] = {x, y, 0.1 + 0.8 * uniform()};
        sqlite3_bind_int(insert, 1, i);
        for (int j = 0; j < 3; j++)
            sqlite3_bind_double(insert, j + 2, b->map == DRAWN_MAP ? hundredths(n[j]) : n[j]);
        sqlite3_step(insert);
        check(db, sqlite3_reset(insert), "circles");
    }
    execute(db, "COMMIT");
    sqlite3_finalize(insert);
}

/// Makes the table of a peer again. Returns the seconds of the inserts, commit included.
static double insert_walls(bench *b, peer p) {
    sqlite3 *db = b->db[p];
    execute(db, "DROP TABLE IF EXISTS w");
    execute(db, p == CAROM ? "CREATE VIRTUAL TABLE w USING carom"
                           : "CREATE VIRTUAL TABLE w USING rtree(id, x0, x1, y0, y1, +ax REAL, "
                             "+ay REAL, +bx REAL, +by REAL)");
    sqlite3_stmt *insert = prepare(
        db, p == CAROM ? "INSERT INTO w(id, ax, ay, bx, by) VALUES(?, ?, ?, ?, ?)"
                       : "INSERT INTO w(id, ax, ay, bx, by, x0, x1, y0, y1) VALUES(?, ?, ?, "
                         "?, ?, ?, ?, ?, ?)");
    const double start = seconds();
    execute(db, "BEGIN");
    for (int i = 0; i < b->walls; i++) {
        const double *w = b->wall_numbers + (size_t)i * 4;
        sqlite3_bind_int(insert, 1, i);
        for (int j = 0; j < 4; j++)
            sqlite3_bind_double(insert, j + 2, w[j]);
        if (p == RTREE) {
            sqlite3_bind_double(insert, 6, fmin(w[0], w[2]));
            sqlite3_bind_double(insert, 7, fmax(w[0], w[2]));
            sqlite3_bind_double(insert, 8, fmin(w[1], w[3]));
            sqlite3_bind_double(insert, 9, fmax(w[1], w[3]));
        }
        sqlite3_step(insert);
        check(db, sqlite3_reset(insert), "insert");
    }
    execute(db, "COMMIT");
    const double time = seconds() - start;
    sqlite3_finalize(insert);
    return time;
}

#define T                                                                                          \
    "max(0, min(1, ((c.x - ax) * (bx - ax) + (c.y - ay) * (by - ay)) / "                           \
    "((bx - ax) * (bx - ax) + (by - ay) * (by - ay))))"
#define DX "(c.x - ax - " T " * (bx - ax))"
#define DY "(c.y - ay - " T " * (by - ay))"
#define RTREE_WITHIN(reach)                                                                        \
    " w.x1 >= c.x - (" reach ") AND w.x0 <= c.x + (" reach ") AND w.y1 >= c.y - (" reach           \
    ") AND w.y0 <= c.y + (" reach ") AND " DX " * " DX " + " DY " * " DY " <= (" reach             \
    ") * (" reach ")"

/// The questions that both answer, in the SQL of each.
typedef struct question {
    const char *name;
    const char *sql[PEERS];
} question;

static const question joins[] = {
    {"touching",
     {"SELECT c.id, w.id FROM circles c CROSS JOIN w ON w MATCH carom_touching(c.x, c.y, c.r)",
      "SELECT c.id, w.id FROM circles c CROSS JOIN w ON" RTREE_WITHIN("c.r")}},
    {"within 0.25",
     {"SELECT c.id, w.id FROM circles c CROSS JOIN w ON w MATCH carom_near(c.x, c.y, c.r, 0.25)",
      "SELECT c.id, w.id FROM circles c CROSS JOIN w ON" RTREE_WITHIN("c.r + 0.25")}},
};
enum { JOINS = 2 };

static const question single = {
    "touching, one circle at a time",
    {"SELECT w.id FROM circles c CROSS JOIN w ON w MATCH carom_touching(c.x, c.y, c.r) WHERE c.id "
     "= ?",
     "SELECT w.id FROM circles c CROSS JOIN w ON" RTREE_WITHIN("c.r") " WHERE c.id = ?"}};

/// Runs a join. Returns the seconds; the pairs go to `found` if it is not NULL.
static double run_join(bench *b, peer p, const char *sql, pairs *found, size_t *count) {
    sqlite3_stmt *statement = prepare(b->db[p], sql);
    const double start = seconds();
    *count = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        ++*count;
        if (found == NULL)
            continue;
        if (found->count == found->room) {
            found->room = found->room * 2 + 1024;
            found->items = realloc(found->items, found->room * sizeof *found->items);
            if (found->items == NULL)
                exit(1);
        }
        found->items[found->count++] =
            (pair){sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1)};
    }
    const double time = seconds() - start;
    check(b->db[p], sqlite3_finalize(statement), sql);
    return time;
}

/// Runs a statement with the parameters 0 to count - 1. Returns the seconds.
static double run_singles(bench *b, peer p, const char *sql, int count) {
    sqlite3_stmt *statement = prepare(b->db[p], sql);
    execute(b->db[p], "BEGIN");
    const double start = seconds();
    for (int i = 0; i < count; i++) {
        sqlite3_bind_int(statement, 1, i % b->circles);
        while (sqlite3_step(statement) == SQLITE_ROW) {
        }
        check(b->db[p], sqlite3_reset(statement), sql);
    }
    const double time = seconds() - start;
    sqlite3_finalize(statement);
    execute(b->db[p], "COMMIT");
    return time;
}

static int compare_pairs(const void *first, const void *second) {
    const pair *a = first;
    const pair *b = second;
    if (a->circle != b->circle)
        return a->circle < b->circle ? -1 : 1;
    return (a->wall > b->wall) - (a->wall < b->wall);
}

static int compare_doubles(const void *first, const void *second) {
    const double a = *(const double *)first;
    const double b = *(const double *)second;
    return (a > b) - (a < b);
}

static double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare_doubles);
    return times[count / 2];
}

/// Counts the pairs that only one of two lists has.
static void compare(pairs *carom, pairs *other, size_t *wrong, size_t *missing) {
    qsort(carom->items, carom->count, sizeof(pair), compare_pairs);
    qsort(other->items, other->count, sizeof(pair), compare_pairs);
    size_t i = 0;
    size_t j = 0;
    *wrong = *missing = 0;
    while (i < carom->count || j < other->count) {
        const int order = i == carom->count   ? 1
                          : j == other->count ? -1
                                              : compare_pairs(&carom->items[i], &other->items[j]);
        *missing += order < 0;
        *wrong += order > 0;
        i += order <= 0;
        j += order >= 0;
    }
}

static void bench_join(bench *b, const question *q) {
    double times[PEERS][ROUNDS_MAX];
    pairs found[PEERS] = {{0}};
    size_t count;
    size_t wrong;
    size_t missing;
    for (int p = 0; p < PEERS; p++)
        run_join(b, (peer)p, q->sql[p], &found[p], &count);
    compare(&found[CAROM], &found[RTREE], &wrong, &missing);
    for (int round = 0; round < b->rounds; round++) {
        for (int p = 0; p < PEERS; p++)
            times[p][round] = run_join(b, (peer)p, q->sql[p], NULL, &count);
    }
    const double carom = median(times[CAROM], b->rounds) / b->circles * 1e6;
    const double rtree = median(times[RTREE], b->rounds) / b->circles * 1e6;
    printf("| %s | %zu | %.2f µs | %.2f µs | %.1f | %zu | %zu |\n", q->name, found[CAROM].count,
           carom, rtree, rtree / carom, wrong, missing);
    free(found[CAROM].items);
    free(found[RTREE].items);
    fflush(stdout);
}

static void bench_singles(bench *b) {
    double times[PEERS][ROUNDS_MAX];
    for (int round = 0; round < b->rounds; round++) {
        for (int p = 0; p < PEERS; p++)
            times[p][round] = run_singles(b, (peer)p, single.sql[p], SINGLES);
    }
    const double carom = median(times[CAROM], b->rounds) / SINGLES * 1e6;
    const double rtree = median(times[RTREE], b->rounds) / SINGLES * 1e6;
    printf("| %s | | %.2f µs | %.2f µs | %.1f | | |\n", single.name, carom, rtree, rtree / carom);
    fflush(stdout);
}

/// What only Carom has.
static void bench_carom(bench *b) {
    static const struct {
        const char *name;
        const char *sql;
    } questions[] = {
        {"the nearest wall", "SELECT w.id FROM circles c CROSS JOIN w ON w MATCH "
                             "carom_nearest(c.x, c.y, c.r) WHERE c.id = ?"},
        {"the ten nearest walls", "SELECT w.id FROM circles c CROSS JOIN w ON w MATCH "
                                  "carom_nearest(c.x, c.y, c.r, 10) WHERE c.id = ?"},
        {"the first wall on a path of 10", "SELECT w.id, t FROM circles c CROSS JOIN w ON w MATCH "
                                           "carom_first(c.x, c.y, 0, 8, 6) WHERE c.id = ?"},
    };
    printf("\n| question of Carom alone, one circle at a time | time |\n| --- | --- |\n");
    for (int i = 0; i < 3; i++) {
        double times[ROUNDS_MAX];
        for (int round = 0; round < b->rounds; round++)
            times[round] = run_singles(b, CAROM, questions[i].sql, SINGLES);
        printf("| %s | %.2f µs |\n", questions[i].name, median(times, b->rounds) / SINGLES * 1e6);
    }
}

/// One edit, then one question, in one transaction.
static double run_edits(bench *b, peer p) {
    sqlite3 *db = b->db[p];
    sqlite3_stmt *edit = prepare(
        db, p == CAROM ? "UPDATE w SET ax = ax + 0.5, bx = bx + 0.5 WHERE id = ?"
                       : "UPDATE w SET ax = ax + 0.5, bx = bx + 0.5, x0 = x0 + 0.5, x1 = x1 + 0.5 "
                         "WHERE id = ?");
    sqlite3_stmt *ask = prepare(db, single.sql[p]);
    execute(db, "BEGIN");
    const double start = seconds();
    for (int i = 0; i < EDITS; i++) {
        sqlite3_bind_int(edit, 1, (int)((int64_t)i * 7919 % b->walls));
        sqlite3_step(edit);
        check(db, sqlite3_reset(edit), "edit");
        sqlite3_bind_int(ask, 1, i % b->circles);
        while (sqlite3_step(ask) == SQLITE_ROW) {
        }
        check(db, sqlite3_reset(ask), "ask");
    }
    const double time = seconds() - start;
    sqlite3_finalize(edit);
    sqlite3_finalize(ask);
    execute(db, "ROLLBACK");
    return time;
}

static void bench_edits(bench *b) {
    double times[PEERS][ROUNDS_MAX];
    for (int round = 0; round < b->rounds; round++) {
        for (int p = 0; p < PEERS; p++)
            times[p][round] = run_edits(b, (peer)p);
    }
    const double carom = median(times[CAROM], b->rounds) / EDITS * 1e6;
    const double rtree = median(times[RTREE], b->rounds) / EDITS * 1e6;
    printf("| one wall moved, then one question | | %.2f µs | %.2f µs | %.1f | | |\n", carom, rtree,
           rtree / carom);
}

/// The first question loads the walls into memory.
static void bench_first_question(bench *b) {
    double times[ROUNDS_MAX];
    sqlite3_int64 memory = 0;
    for (int round = 0; round < b->rounds; round++) {
        // A change of the schema makes the connection forget the cache.
        execute(b->db[CAROM],
                "CREATE TABLE passing(a); ALTER TABLE passing RENAME TO gone; DROP TABLE gone");
        const sqlite3_int64 before = sqlite3_memory_used();
        times[round] = run_singles(b, CAROM, single.sql[CAROM], 1);
        memory = sqlite3_memory_used() - before;
    }
    printf("| first question after opening, pages in memory | | %.0f ms | | | | |\n",
           median(times, b->rounds) * 1e3);
    printf("| memory of the cache | | %.0f MB | | | | |\n", (double)memory / 1e6);
}

/// Inserts take long, so they have fewer rounds.
static int insert_rounds(const bench *b) {
    return b->rounds < INSERT_ROUNDS_MAX ? b->rounds : INSERT_ROUNDS_MAX;
}

static void bench_inserts(bench *b) {
    double times[PEERS][ROUNDS_MAX];
    const int rounds = insert_rounds(b);
    for (int round = 0; round < rounds; round++) {
        for (int p = 0; p < PEERS; p++)
            times[p][round] = insert_walls(b, (peer)p);
    }
    const double carom = median(times[CAROM], rounds) / b->walls * 1e6;
    const double rtree = median(times[RTREE], rounds) / b->walls * 1e6;
    printf("| insert a wall | | %.2f µs | %.2f µs | %.1f | | |\n", carom, rtree, rtree / carom);
    fflush(stdout);
}

static void bench_map(bench *b, map_kind map) {
    b->map = map;
    state = 1;
    make_walls(b);
    printf("\n## %d walls, %d circles, %s map\n\n", b->walls, b->circles,
           map == RANDOM_MAP ? "random" : "drawn");
    printf("|  | pairs | Carom | R*Tree | times as fast | wrong pairs of R*Tree | missing |\n"
           "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (int p = 0; p < PEERS; p++)
        open_database(b, (peer)p);
    if (map == RANDOM_MAP) {
        bench_inserts(b);
    } else {
        insert_walls(b, CAROM);
        insert_walls(b, RTREE);
    }
    for (int i = 0; i < JOINS; i++)
        bench_join(b, &joins[i]);
    bench_singles(b);
    if (map == RANDOM_MAP) {
        bench_edits(b);
        bench_first_question(b);
        bench_carom(b);
    }
    for (int p = 0; p < PEERS; p++)
        sqlite3_close(b->db[p]);
}

/// The number in argument i, or a default.
static int number_of(int count, char **arguments, int i, int fallback) {
    return i < count ? (int)strtol(arguments[i], NULL, 10) : fallback;
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: bench_sqlite EXTENSION FOLDER [WALLS [CIRCLES [ROUNDS]]]\n");
        return 2;
    }
    bench b = {.extension = arguments[1],
               .folder = arguments[2],
               .walls = number_of(count, arguments, 3, 1000000),
               .circles = number_of(count, arguments, 4, 100000),
               .rounds = number_of(count, arguments, 5, 5)};
    if (b.walls < 1 || b.circles < 1 || b.rounds < 1 || b.rounds > ROUNDS_MAX) {
        fprintf(stderr, "bench_sqlite: WALLS and CIRCLES must be at least 1, ROUNDS 1 to %d\n",
                ROUNDS_MAX);
        return 2;
    }
    b.wall_numbers = malloc((size_t)b.walls * 4 * sizeof *b.wall_numbers);
    if (b.wall_numbers == NULL)
        return 1;
    printf("SQLite %s. Medians of %d rounds (inserts: %d).\n", sqlite3_libversion(), b.rounds,
           insert_rounds(&b));
    bench_map(&b, RANDOM_MAP);
    bench_map(&b, DRAWN_MAP);
    free(b.wall_numbers);
    return 0;
}
