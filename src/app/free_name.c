// SPDX-License-Identifier: MIT
// See free_name.h.

#include "free_name.h"

#include "../core/file.h"

#include <stdio.h>
#include <string.h>

void free_name(char result[FREE_NAME_SIZE], const char *folder, const char *name,
               const char *ending)
{
    char plain[101];
    snprintf(plain, sizeof plain, "%.100s", name);
    for (char *c = plain; *c; c++) {
        if ((unsigned char)*c < ' ' || strchr("/\\:*?\"<>|", *c)) {
            *c = '-';
        }
    }
    int number = 0;
    do {
        snprintf(result, FREE_NAME_SIZE, "%.40s%s-%d%.16s", folder, plain, ++number,
                 ending);
    } while (file_exists(result));
}
