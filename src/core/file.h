// SPDX-License-Identifier: MIT
// Files: read whole, written whole or not at all, or written as a stream. Paths are
// UTF-8. Every failure is a sentence in mote_last_error() that names the file and the
// cause.

#ifndef MOTE_CORE_FILE_H
#define MOTE_CORE_FILE_H

#include "status.h"

// The largest file that file_read takes: 1 GiB.
#define FILE_SIZE_LIMIT ((size_t)1 << 30)

// Reads a whole file. The text ends in a '\0' that `size` does not count; free() it.
// A missing file, a folder or a file past FILE_SIZE_LIMIT is MOTE_BAD_INPUT.
mote_status file_read(const char *path, char **text, size_t *size);

// Writes a whole file: to a temporary name beside it, then renamed over it. On failure
// the temporary is removed and a file that was there stays as it was.
mote_status file_write_whole(const char *path, const void *data, size_t size);

// Makes a folder and the folders above it. One that exists is fine.
mote_status file_make_folder(const char *path);

// Whether something stands under the name.
bool file_exists(const char *path);
// Whether both names are of one file.
bool file_is_same(const char *path, const char *other);

// The cause and, where there is one, the remedy of an errno, for the end of a sentence:
// of what could not be written, and of what could not be looked at or read.
const char *file_cause(int error);
const char *file_read_cause(const char *path, int error);

// ---- Writing bit by bit ----

typedef struct file_output file_output;

// FILE_WHOLE: the bytes go to a temporary name; close puts the file in place, so it is
// there whole or not at all. FILE_STREAM: the bytes go to the file itself as they come,
// where another program may read along; the path "-" is stdout.
typedef enum file_mode { FILE_WHOLE, FILE_STREAM } file_mode;

mote_status file_output_open(const char *path, file_mode mode, file_output **output);
mote_status file_output_write(file_output *output, const void *data, size_t size);
// Closes and frees; FILE_WHOLE: puts the file in place, or removes it on failure.
mote_status file_output_close(file_output *output);
// Closes and frees after a failure. FILE_WHOLE: removes the temporary. FILE_STREAM: cuts
// a file back to what was whole. NULL is fine.
void file_output_discard(file_output *output);
// FILE_STREAM: all bytes so far are whole; a discard keeps them.
void file_output_mark(file_output *output);

// ---- Paths; free() the results; NULL when out of memory ----

// "folder/name"; the name alone where it is absolute or the folder is "".
char *path_join(const char *folder, const char *name);
// The folder a file stands in: "a/b.json" gives "a", "b.json" gives ".", "/b" gives "/".
char *path_folder(const char *path);
// A name as seen from a file: path_join(path_folder(file), name).
char *path_beside(const char *file, const char *name);

#endif
