// SPDX-License-Identifier: MIT
// What the writer says and leaves behind when frames cannot be written.

#include "core/file.h"
#include "failing_sink.h"
#include "output/writer.h"
#include "pictures.h"
#include "scratch.h"
#include "small_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#ifndef _WIN32
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#define assert_error_has(text) assert_non_null(strstr(mote_last_error(), text))

// ---- What cannot be ------------------------------------------------------------------

static void expect_refused(const mote_writer_def *def, mote_status status,
                           const char *text)
{
    mote_writer *writer = (mote_writer *)(uintptr_t)1;
    assert_int_equal(mote_writer_open(def, &writer), status);
    assert_null(writer);
    assert_error_has(text);
}

static void wrong_definitions_are_refused(void **state)
{
    const mote_writer_def good = small_def(MOTE_FORMAT_PNG, *state, 1);
    mote_writer_def def = good;
    def.path = NULL;
    expect_refused(&def, MOTE_BAD_INPUT, "need a path");
    def = good;
    def.path = "-";
    expect_refused(&def, MOTE_BAD_INPUT, "stdout");
    def = good;
    def.width = 0;
    expect_refused(&def, MOTE_BAD_INPUT, "0 x 23");
    def = good;
    def.width = def.height = 20000;
    expect_refused(&def, MOTE_BAD_INPUT, "too large");
    def = good;
    def.channels = 1;
    expect_refused(&def, MOTE_BAD_INPUT, "3 or 4 channels");
    def = good;
    def.compression = 13;
    expect_refused(&def, MOTE_BAD_INPUT, "level from 1 to 12");
    def = good;
    def.threads = -1;
    expect_refused(&def, MOTE_BAD_INPUT, "threads");
    def = good;
    def.format = (mote_format)7;
    expect_refused(&def, MOTE_BAD_INPUT, "format");
    def = small_def(MOTE_FORMAT_Y4M, "-", 1);
    def.channels = 4;
    expect_refused(&def, MOTE_BAD_INPUT, "no transparency");
    def.channels = 3;
    def.frames_per_second = 0;
    expect_refused(&def, MOTE_BAD_INPUT, "frames per second");
}

static void a_path_of_the_wrong_kind_is_refused(void **state)
{
    const char *file = scratch_path(*state, "file");
    assert_int_equal(file_write_whole(file, "x", 1), MOTE_OK);
    mote_writer_def def = small_def(MOTE_FORMAT_PNG, file, 1);
    expect_refused(&def, MOTE_FAILED, "a file of that name is there");
    def.format = MOTE_FORMAT_Y4M;
    def.path = *state;
    expect_refused(&def, MOTE_FAILED, "is a folder");
    def.path = scratch_path(*state, "no/film.y4m");
    expect_refused(&def, MOTE_FAILED, "no such file or folder");
}

static void a_frame_of_another_size_is_refused_and_freed(void **state)
{
    mote_writer_def def = small_def(MOTE_FORMAT_PNG, *state, 1);
    mote_writer *writer;
    assert_int_equal(mote_writer_open(&def, &writer), MOTE_OK);
    mote_frame frame = picture_dots(WIDTH + 1, HEIGHT, 3, 0);
    assert_int_equal(mote_writer_push(writer, &frame), MOTE_BAD_INPUT);
    assert_error_has("38 x 23");
    assert_null(frame.pixels);
    assert_int_equal(mote_writer_push(writer, &frame), MOTE_BAD_INPUT); // no pixels
    assert_int_equal(push_frames(writer, 1), 1);
    assert_int_equal(mote_writer_close(writer, NULL), MOTE_OK);
    assert_true(holds_frames(*state, 1));
}

static void closing_nothing_is_fine(void **state)
{
    (void)state;
    mote_written written = {.frames = 1};
    assert_int_equal(mote_writer_close(NULL, &written), MOTE_OK);
    assert_int_equal(written.frames, 0);
    assert_int_equal(mote_writer_close(NULL, NULL), MOTE_OK);
}

static void a_failed_frame_leaves_all_before_it_and_no_other(void **state)
{
    for (int threads = 1; threads <= 8; threads += 7) {
        for (int k = 0; k < 10; k += 3) {
            char name[32], failing[32];
            snprintf(name, sizeof name, "%d-%d", threads, k);
            snprintf(failing, sizeof failing, "frame_%06d", k);
            const char *folder = scratch_path(*state, name);
            failing_sinks sinks;
            failing_sinks_create(&sinks, failing, 10);
            mote_writer_def def = small_def(MOTE_FORMAT_PNG, folder, threads);
            mote_writer *writer;
            assert_int_equal(writer_open(&def, &sinks.base, &writer), MOTE_OK);
            // The queue and the encoders hold 16 frames: a later push must tell.
            int taken = push_frames(writer, 60);
            assert_in_range(taken, k + 1, k + 2 * threads + 1);
            assert_error_has("the disk is full");
            mote_written written;
            assert_int_equal(mote_writer_close(writer, &written), MOTE_FAILED);
            assert_error_has("the disk is full");
            assert_int_equal(written.frames, k);
            assert_true(holds_frames(folder, k));
            failing_sinks_destroy(&sinks);
        }
    }
}

static void a_failed_stream_is_cut_back_to_whole_frames(void **state)
{
    const size_t frame_size = 6 + 3 * WIDTH * HEIGHT;
    const char *path = scratch_path(*state, "film.y4m");
    for (int threads = 1; threads <= 8; threads += 7) {
        failing_sinks sinks;
        failing_sinks_create(&sinks, NULL, 100 + 7 * frame_size);
        mote_writer_def def = small_def(MOTE_FORMAT_Y4M, path, threads);
        mote_writer *writer;
        assert_int_equal(writer_open(&def, &sinks.base, &writer), MOTE_OK);
        assert_in_range(push_frames(writer, 60), 7, 7 + 2 * threads + 1);
        mote_written written;
        assert_int_equal(mote_writer_close(writer, &written), MOTE_FAILED);
        assert_int_equal(written.frames, 7);
        char rate[32];
        mote_frame found;
        assert_true(picture_read_y4m(path, 6, rate, &found));
        free(found.pixels);
        assert_false(picture_read_y4m(path, 7, rate, &found));
        failing_sinks_destroy(&sinks);
    }
}

#ifndef _WIN32

static void a_full_disk_is_named(void **state)
{
    (void)state;
    if (!file_exists("/dev/full")) {
        skip();
    }
    mote_writer_def def = small_def(MOTE_FORMAT_Y4M, "/dev/full", 2);
    mote_writer *writer;
    assert_int_equal(mote_writer_open(&def, &writer), MOTE_OK);
    push_frames(writer, 1);
    mote_written written;
    assert_int_equal(mote_writer_close(writer, &written), MOTE_FAILED);
    assert_error_has("/dev/full: no space left");
    assert_int_equal(written.frames, 0);
}

static int write_past_the_limit(void *folder)
{
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {200, 200};
    CHILD_EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    mote_writer_def def = small_def(MOTE_FORMAT_PNG, folder, 2);
    mote_writer *writer;
    CHILD_EXPECT(mote_writer_open(&def, &writer) == MOTE_OK);
    mote_frame frame = small_frame(0);
    CHILD_EXPECT(mote_writer_push(writer, &frame) == MOTE_OK);
    CHILD_EXPECT(mote_writer_close(writer, NULL) == MOTE_FAILED);
    CHILD_EXPECT(strstr(mote_last_error(), "frame_000000.png: the file would be") !=
                 NULL);
    return 0;
}

static void a_file_that_does_not_fit_leaves_nothing(void **state)
{
    assert_int_equal(scratch_child(write_past_the_limit, *state), 0);
    assert_int_equal(scratch_count(*state, ""), 0);
}

static int write_as_nobody(void *folder)
{
    CHILD_EXPECT(scratch_become_nobody());
    mote_writer_def def = small_def(MOTE_FORMAT_PNG, folder, 1);
    mote_writer *writer;
    CHILD_EXPECT(mote_writer_open(&def, &writer) == MOTE_FAILED);
    CHILD_EXPECT(strstr(mote_last_error(), folder) != NULL);
    CHILD_EXPECT(strstr(mote_last_error(), "permission denied") != NULL);
    def.path = scratch_path(folder, "new/folder");
    CHILD_EXPECT(mote_writer_open(&def, &writer) == MOTE_FAILED);
    CHILD_EXPECT(strstr(mote_last_error(), "new: permission denied") != NULL);
    def.format = MOTE_FORMAT_Y4M;
    def.path = scratch_path(folder, "film.y4m");
    CHILD_EXPECT(mote_writer_open(&def, &writer) == MOTE_FAILED);
    CHILD_EXPECT(strstr(mote_last_error(), "film.y4m: permission denied") != NULL);
    return 0;
}

static void a_user_without_rights_is_told_at_once(void **state)
{
    assert_int_equal(chmod(*state, 0555), 0);
    assert_int_equal(scratch_child(write_as_nobody, *state), 0);
}

// A folder that closes while frames are on their way.
static int lose_rights_between_frames(void *folder)
{
    CHILD_EXPECT(chmod(folder, 0777) == 0);
    CHILD_EXPECT(scratch_become_nobody());
    const char *path = scratch_path(folder, "out");
    mote_writer_def def = small_def(MOTE_FORMAT_PNG, path, 2);
    mote_writer *writer;
    CHILD_EXPECT(mote_writer_open(&def, &writer) == MOTE_OK);
    for (int i = 0; i < 3; i++) {
        mote_frame frame = small_frame(i);
        CHILD_EXPECT(mote_writer_push(writer, &frame) == MOTE_OK);
    }
    while (scratch_count(path, ".png") < 3) {
        // the encoders are at it
    }
    CHILD_EXPECT(chmod(path, 0555) == 0);
    mote_frame frame = small_frame(3);
    CHILD_EXPECT(mote_writer_push(writer, &frame) == MOTE_OK);
    mote_written written;
    CHILD_EXPECT(mote_writer_close(writer, &written) == MOTE_FAILED);
    CHILD_EXPECT(strstr(mote_last_error(), "frame_000003.png: permission denied") !=
                 NULL);
    CHILD_EXPECT(written.frames == 3);
    return 0;
}

static void a_folder_that_closes_keeps_its_frames(void **state)
{
    assert_int_equal(scratch_child(lose_rights_between_frames, *state), 0);
    assert_true(holds_frames(scratch_path(*state, "out"), 3));
}

static int write_to_closed_stdout(void *unused)
{
    (void)unused;
    signal(SIGPIPE, SIG_DFL); // the worst case: nobody looks after it
    int ends[2];
    CHILD_EXPECT(pipe(ends) == 0);
    CHILD_EXPECT(dup2(ends[1], STDOUT_FILENO) == STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    mote_writer_def def = small_def(MOTE_FORMAT_Y4M, "-", 2);
    mote_writer *writer;
    CHILD_EXPECT(mote_writer_open(&def, &writer) == MOTE_OK);
    CHILD_EXPECT(push_frames(writer, 20) < 20);
    mote_written written;
    CHILD_EXPECT(mote_writer_close(writer, &written) == MOTE_FAILED);
    CHILD_EXPECT(strcmp(mote_last_error(),
                        "cannot write stdout: the reading program closed it") == 0);
    CHILD_EXPECT(written.frames == 0);
    return 0;
}

static void a_closed_stdout_is_an_error_and_not_a_kill(void **state)
{
    (void)state;
    assert_int_equal(scratch_child(write_to_closed_stdout, NULL), 0);
}

static int write_to_stdout(void *path)
{
    int file = open(path, O_WRONLY | O_CREAT, 0666);
    CHILD_EXPECT(file >= 0 && dup2(file, STDOUT_FILENO) == STDOUT_FILENO);
    close(file);
    mote_writer_def def = small_def(MOTE_FORMAT_Y4M, "-", 2);
    mote_writer *writer;
    CHILD_EXPECT(mote_writer_open(&def, &writer) == MOTE_OK);
    CHILD_EXPECT(push_frames(writer, 5) == 5);
    mote_written written;
    CHILD_EXPECT(mote_writer_close(writer, &written) == MOTE_OK);
    CHILD_EXPECT(written.frames == 5 && strcmp(written.last, "stdout") == 0);
    CHILD_EXPECT(write(STDOUT_FILENO, "", 0) == 0); // still open
    return 0;
}

static void a_stream_goes_to_stdout(void **state)
{
    char path[512];
    snprintf(path, sizeof path, "%s", scratch_path(*state, "film.y4m"));
    assert_int_equal(scratch_child(write_to_stdout, path), 0);
    char rate[32];
    mote_frame found;
    assert_true(picture_read_y4m(path, 4, rate, &found));
    free(found.pixels);
}

#endif

#define file_test(f) cmocka_unit_test_setup_teardown(f, scratch_set_up, scratch_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        file_test(wrong_definitions_are_refused),
        file_test(a_path_of_the_wrong_kind_is_refused),
        file_test(a_frame_of_another_size_is_refused_and_freed),
        cmocka_unit_test(closing_nothing_is_fine),
        file_test(a_failed_frame_leaves_all_before_it_and_no_other),
        file_test(a_failed_stream_is_cut_back_to_whole_frames),
#ifndef _WIN32
        cmocka_unit_test(a_full_disk_is_named),
        file_test(a_file_that_does_not_fit_leaves_nothing),
        file_test(a_user_without_rights_is_told_at_once),
        file_test(a_folder_that_closes_keeps_its_frames),
        cmocka_unit_test(a_closed_stdout_is_an_error_and_not_a_kill),
        file_test(a_stream_goes_to_stdout),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
