// A process that edits a virtual table and is killed by SIGKILL at any write or sync of the
// database. Afterwards the file is sound, and the table is a plain one of the same transactions.
// The child stops itself in a shim over the files.
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
#include "sql_files.h"

enum { ROUNDS = 60, TRANSACTIONS = 6, EDITS = 6, IDS = 40 };

static int kill_self(void) {
    raise(SIGKILL);
    return SQLITE_IOERR;
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
    sql_files_register();
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
    sql_files_countdown = at;
    sql_files_fail = kill_self;
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rollback_journal),
        cmocka_unit_test(test_write_ahead_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
