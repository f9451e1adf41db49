// SPDX-License-Identifier: MIT
// A device that may fail, and its log.

#include "fallible.h"

#include "gl/gl_context.h"

#include <stdio.h>
#include <string.h>

static char first_line[1024];
static int line_count;

static void keep_line(void *context, const char *line)
{
    (void)context;
    if (line_count++ == 0) {
        snprintf(first_line, sizeof first_line, "%s", line);
    }
}

void need_gl(void)
{
    gl_context *context;
    mote_device_def device = mote_default_device_def();
    bool has_compute =
        gl_context_open(&device, &context) == MOTE_OK && context->has_compute;
    gl_context_close(context);
    if (!has_compute) {
        skip();
    }
}

mote_device_def fallible_device(void)
{
    mote_device_def device = mote_default_device_def();
    device.takes_software_gl = true;
    device.log = keep_line;
    log_clear();
    return device;
}

int log_count(void)
{
    return line_count;
}

void log_clear(void)
{
    line_count = 0;
}

void expect_line(const char *words, const char *more)
{
    assert_int_equal(line_count, 1);
    if (!strstr(first_line, words) || !strstr(first_line, more)) {
        fail_msg("'%s' and '%s' are not in: %s", words, more, first_line);
    }
}
