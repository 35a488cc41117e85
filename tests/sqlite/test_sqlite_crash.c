// A process that edits a virtual table and is killed by SIGKILL at any write or sync of the
// database. Afterwards the file is sound, and the table is a plain one of the same transactions.
//
// The child stops itself at the n-th write, sync or truncation of a shim over the operating
// system's VFS, so the place does not depend on the speed of the machine.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cases.h"
#include "sql.h"

enum { ROUNDS = 60, TRANSACTIONS = 6, EDITS = 6, IDS = 40 };

/// The methods of the files of the operating system, and those with the countdown.
static const sqlite3_io_methods *real;
/// Of databases, which have locks and shared memory, and of other files.
static sqlite3_io_methods counted[2];
static sqlite3_vfs vfs;
static long countdown;

static void count(void) {
    if (--countdown == 0)
        raise(SIGKILL);
}

static int counted_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
    // Half of a write reaches the file.
    if (countdown == 1)
        real->xWrite(file, bytes, size / 2, offset);
    count();
    return real->xWrite(file, bytes, size, offset);
}

static int counted_sync(sqlite3_file *file, int flags) {
    count();
    return real->xSync(file, flags);
}

static int counted_truncate(sqlite3_file *file, sqlite3_int64 size) {
    count();
    return real->xTruncate(file, size);
}

static int counted_open(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags,
                        int *out_flags) {
    sqlite3_vfs *system = self->pAppData;
    const int rc = system->xOpen(system, name, file, flags, out_flags);
    if (rc == SQLITE_OK && file->pMethods != NULL) {
        sqlite3_io_methods *methods = &counted[(flags & SQLITE_OPEN_MAIN_DB) != 0];
        // All files of the operating system are written in the same way.
        real = file->pMethods;
        *methods = *real;
        methods->xWrite = counted_write;
        methods->xSync = counted_sync;
        methods->xTruncate = counted_truncate;
        file->pMethods = methods;
    }
    return rc;
}

/// A random edit of both tables.
static void edit(sqlite3 *db, random_source *g) {
    const int id = random_int(g, 1, IDS), x = random_int(g, -9, 9), kind = random_int(g, 0, 3);
    static const char *const tables[] = {"w", "plain"};
    for (int i = 0; i < 2; i++) {
        if (kind < 2)
            sql_run(db,
                    "REPLACE INTO %s(id, " SQL_WALL ") VALUES(%d, %d, 0, %d, 3, 0.0, 'segment')",
                    tables[i], id, x, x + 1);
        else if (kind == 2)
            sql_run(db, "UPDATE %s SET ax = ax + 1 WHERE id %% 5 = %d", tables[i], id % 5);
        else
            sql_run(db, "DELETE FROM %s WHERE id = %d", tables[i], id);
    }
}

/// Edits until the process is killed or all is done.
static void edit_until_killed(const char *path, random_source *g) {
    sqlite3_vfs_register(&vfs, 1);
    sqlite3 *db = sql_open(path);
    // So few pages that changed ones are written before the commit.
    sql_run(db, "PRAGMA cache_size = 5");
    for (int i = 0; i < TRANSACTIONS; i++) {
        sql_run(db, "BEGIN");
        for (int j = 0; j < EDITS; j++)
            edit(db, g);
        sql_run(db, random_one_in(g, 4) ? "ROLLBACK" : "COMMIT");
    }
    sql_close(db);
    _exit(0);
}

/// One round: returns true if the child was killed.
static bool kill_once(const char *path, random_source *g, long at) {
    countdown = at;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        edit_until_killed(path, g);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        assert_int_equal(WTERMSIG(status), SIGKILL);
    else
        assert_int_equal(WEXITSTATUS(status), 0);
    return WIFSIGNALED(status);
}

/// `writes` is about the number of writes of a round.
static void kill_often(const char *journal, int writes) {
    const char *path = sql_fresh_path("crash");
    const long rounds = case_count(ROUNDS);
    sqlite3 *db = sql_open(path);
    sql_run(
        db,
        "PRAGMA page_size = 1024; PRAGMA journal_mode = %s; CREATE VIRTUAL TABLE w USING carom; "
        "CREATE TABLE plain(id INTEGER PRIMARY KEY, " SQL_WALL ")",
        journal);
    sql_close(db);
    long killed = 0;
    for (long i = 0; i < rounds; i++) {
        random_source g = random_start(case_seed(), (uint64_t)journal[0], (uint64_t)i);
        killed += kill_once(path, &g, random_int(&g, 1, writes));
        db = sql_open(path);
        sql_expect(db, "PRAGMA integrity_check", "ok");
        sql_expect(db, "SELECT carom_check('w')", "ok");
        sql_same_answers(db, "w", db, "plain", &g, 2);
        sql_close(db);
    }
    assert_true(killed > rounds / 4);
    sql_remove(path);
}

static void test_rollback_journal(void **state) {
    (void)state;
    kill_often("DELETE", 300);
}

static void test_write_ahead_log(void **state) {
    (void)state;
    kill_often("WAL", 60);
}

int main(void) {
    sqlite3_initialize();
    vfs = *sqlite3_vfs_find(NULL);
    vfs.pAppData = sqlite3_vfs_find(NULL);
    vfs.zName = "counted";
    vfs.xOpen = counted_open;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rollback_journal),
        cmocka_unit_test(test_write_ahead_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
