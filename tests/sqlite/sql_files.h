// Files of SQLite that fail: at the n-th write, sync or truncation something happens.
// So the place does not depend on the speed of the machine. Room: tests.
#ifndef CAROM_TESTS_SQL_FILES_H
#define CAROM_TESTS_SQL_FILES_H

/// Operations until `sql_files_fail` is called; 0 or less for never.
extern long sql_files_countdown;

/// What happens then, after half of a write. The operation ends with the code that it returns.
extern int (*sql_files_fail)(void);

/// Opens databases from now on with these files, of the operating system.
void sql_files_register(void);

#endif
