// SPDX-License-Identifier: MIT
// instrument_laws FOLDER FILE ...: a program of the build. Writes each FILE, one of
// lib/NAME or models/NAME, to FOLDER with its values recorded (src/core/instrument.h),
// for the kernels of `mote ... --probe`.

#include "../src/core/instrument.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    long length = ftell(file);
    char *contents = malloc((size_t)length + 1);
    rewind(file);
    *size = contents ? fread(contents, 1, (size_t)length, file) : 0;
    if (!contents || *size != (size_t)length) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return contents;
}

// "models/NAME", whatever the folders above.
static const char *short_name(const char *path)
{
    const char *name = path;
    for (const char *at = path; at < last_part(path) - 1; at++) {
        name = *at == '/' ? at + 1 : name;
    }
    return name;
}

static void instrument_file(instrument *all, const char *path, const char *folder)
{
    size_t size;
    char *contents = read_file(path, &size);
    text out = {0};
    text_add(&out, "#line 1 \"%s\"\n", short_name(path));
    instrument_add(all, short_name(path), 1, contents, size, &out);
    char to[4096];
    snprintf(to, sizeof to, "%s/%s", folder ? folder : "", last_part(path));
    FILE *file = folder ? fopen(to, "wb") : NULL;
    bool is_written = !folder || (file && !out.has_failed &&
                                  fwrite(out.data, 1, out.size, file) == out.size);
    if ((file && fclose(file) != 0) || !is_written) {
        perror(to);
        exit(1);
    }
    text_free(&out);
    free(contents);
}

int main(int count, char **arguments)
{
    instrument *all;
    if (count < 3 || instrument_create(&all) != MOTE_OK) {
        fprintf(stderr, "instrument_laws FOLDER FILE ...\n");
        return 1;
    }
    instrument_look_into(all, NULL);
    // The first time only to know what all of them declare.
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 2; i < count; i++) {
            instrument_file(all, arguments[i], turn == 0 ? NULL : arguments[1]);
        }
    }
    instrument_destroy(all);
    return 0;
}
