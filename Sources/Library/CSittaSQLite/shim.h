#pragma once
#include <sqlite3.h>
#include <string.h>

// sqlite3_db_config is variadic, and the destructor constants are casts: Swift imports neither. The functions
// bind and return an empty value for a null pointer, which SQLite would take for NULL.

static inline int csqlite_db_config_switch(sqlite3 *db, int option, int on, int *result) {
  return sqlite3_db_config(db, option, on, result);
}

static inline int csqlite_bind_text_copy(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  // SQLite does not know whether its own copy ends with a NUL, so a virtual table that asks for the text
  // makes it copy again. Only for a text that contains a NUL is SQLite's own copy needed.
  if (!bytes || memchr(bytes, 0, count))
    return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
  char *copy = sqlite3_malloc64(count + 1);
  if (!copy) return SQLITE_NOMEM;
  memcpy(copy, bytes, count);
  copy[count] = 0;
  return sqlite3_bind_text(statement, index, copy, -1, sqlite3_free);
}

static inline int csqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline void csqlite_result_text_copy(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void csqlite_result_blob_copy(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// SQLite keeps the pointer to the type's name, so the name must be a constant, which a Swift string is not.
static inline int csqlite_bind_fts5_api(sqlite3_stmt *statement, int index, fts5_api **result) {
  return sqlite3_bind_pointer(statement, index, result, "fts5_api_ptr", 0);
}
