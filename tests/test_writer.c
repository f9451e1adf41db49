// SPDX-License-Identifier: MIT
// Frames to PNG sequences and Y4M streams, decoded by others, in order.

#include "core/file.h"
#include "output/encode.h"
#include "output/png.h"
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

static int make_scratch(void **state)
{
    *state = scratch_create();
    return 0;
}

static int remove_scratch(void **state)
{
    scratch_destroy(*state);
    return 0;
}

// ---- PNG -----------------------------------------------------------------------------

static void libpng_reads_the_pixels_that_were_encoded(void **state)
{
    (void)state;
    mote_frame (*const makers[])(int, int, int, uint32_t) = {picture_dots, picture_noise,
                                                             picture_smooth};
    const int sizes[][2] = {{1, 1},   {1, 7},    {7, 1},       {3, 17},
                            {64, 64}, {255, 99}, {1920, 1080}, {1281, 721}};
    for (size_t k = 0; k < 3 * sizeof sizes / sizeof sizes[0]; k++) {
        for (int channels = 3; channels <= 4; channels++) {
            mote_frame frame =
                makers[k % 3](sizes[k / 3][0], sizes[k / 3][1], channels, (uint32_t)k);
            for (int level = 1; level <= (frame.width > 100 ? 1 : 12); level++) {
                unsigned char *data;
                size_t size;
                mote_frame found;
                assert_int_equal(encode_png(&frame, level, &data, &size), MOTE_OK);
                assert_true(picture_decode_png(data, size, channels, &found));
                assert_int_equal(picture_difference(&frame, &found), 0);
                free(found.pixels);
                free(data);
            }
            free(frame.pixels);
        }
    }
}

static void the_baseline_encodes_the_same_pixels_into_no_fewer_bytes(void **state)
{
    (void)state;
    mote_frame frame = picture_dots(640, 360, 3, 1);
    unsigned char *data;
    size_t size, our_size;
    assert_int_equal(encode_png(&frame, ENCODE_LEVEL, &data, &our_size), MOTE_OK);
    free(data);
    assert_int_equal(encode_png_baseline(&frame, &data, &size), MOTE_OK);
    mote_frame found;
    assert_true(picture_decode_png(data, size, 3, &found));
    assert_int_equal(picture_difference(&frame, &found), 0);
    assert_true(our_size <= size);
    free(found.pixels);
    free(data);
    free(frame.pixels);
}

static void one_picture_is_written_and_kept(void **state)
{
    const char *path = scratch_path(*state, "shot.png");
    mote_frame found, frame = picture_noise(31, 9, 4, 5);
    assert_int_equal(png_write(path, &frame), MOTE_OK);
    assert_true(picture_read_png(path, 4, &found));
    assert_int_equal(picture_difference(&frame, &found), 0);
    free(found.pixels);
    frame.channels = 2;
    assert_int_equal(png_write(path, &frame), MOTE_BAD_INPUT);
    free(frame.pixels);
    assert_int_equal(scratch_count(*state, ""), 1);
}

static void a_sequence_is_whole_for_any_number_of_threads(void **state)
{
    const int counts[] = {0, 1, 2, 50};
    const int threads[] = {1, 2, 8, 0};
    for (int k = 0; k < 16; k++) {
        int count = counts[k / 4];
        char name[32];
        snprintf(name, sizeof name, "made/%d", k);
        const char *folder = scratch_path(*state, name);
        mote_writer_def def = small_def(MOTE_FORMAT_PNG, folder, threads[k % 4]);
        mote_writer *writer;
        assert_int_equal(mote_writer_open(&def, &writer), MOTE_OK);
        assert_int_equal(push_frames(writer, count), count);
        mote_written written;
        assert_int_equal(mote_writer_close(writer, &written), MOTE_OK);
        assert_int_equal(written.frames, count);
        assert_string_equal(written.first, count == 0 ? "" : frame_path(folder, 0));
        assert_string_equal(written.last,
                            count == 0 ? "" : frame_path(folder, count - 1));
        assert_true((written.bytes > 0) == (count > 0));
        assert_true(holds_frames(folder, count));
    }
}

static void a_sequence_may_start_anywhere_and_replaces_old_files(void **state)
{
    const char *first = scratch_path(*state, "frame_999999.png");
    assert_int_equal(file_write_whole(first, "old", 3), MOTE_OK);
    mote_writer_def def = small_def(MOTE_FORMAT_PNG, *state, 2);
    def.first_index = 999999;
    mote_writer *writer;
    assert_int_equal(mote_writer_open(&def, &writer), MOTE_OK);
    assert_int_equal(push_frames(writer, 2), 2);
    mote_written written;
    assert_int_equal(mote_writer_close(writer, &written), MOTE_OK);
    assert_string_equal(written.last, scratch_path(*state, "frame_1000000.png"));
    mote_frame found;
    assert_true(picture_read_png(first, 3, &found));
    free(found.pixels);
    assert_int_equal(scratch_count(*state, ""), 2);
}

static void transparent_frames_keep_their_alpha(void **state)
{
    mote_writer_def def = small_def(MOTE_FORMAT_PNG, *state, 1);
    def.channels = 4;
    def.compression = 6;
    mote_writer *writer;
    assert_int_equal(mote_writer_open(&def, &writer), MOTE_OK);
    mote_frame frame = picture_noise(WIDTH, HEIGHT, 4, 3);
    assert_int_equal(mote_writer_push(writer, &frame), MOTE_OK);
    assert_int_equal(mote_writer_close(writer, NULL), MOTE_OK);
    mote_frame found, expected = picture_noise(WIDTH, HEIGHT, 4, 3);
    assert_true(picture_read_png(frame_path(*state, 0), 4, &found));
    assert_int_equal(picture_difference(&found, &expected), 0);
    free(found.pixels);
    free(expected.pixels);
}

// ---- Y4M -----------------------------------------------------------------------------

static void a_stream_keeps_its_frames_in_order(void **state)
{
    const int threads[] = {1, 8};
    const char *path = scratch_path(*state, "film.y4m");
    for (int k = 0; k < 2; k++) {
        mote_writer_def def = small_def(MOTE_FORMAT_Y4M, path, threads[k]);
        mote_writer *writer;
        assert_int_equal(mote_writer_open(&def, &writer), MOTE_OK);
        assert_int_equal(push_frames(writer, 40), 40);
        mote_written written;
        assert_int_equal(mote_writer_close(writer, &written), MOTE_OK);
        assert_int_equal(written.frames, 40);
        assert_string_equal(written.last, path);
        for (int i = 0; i < 40; i++) {
            char rate[32];
            mote_frame found, expected = small_frame(i);
            assert_true(picture_read_y4m(path, i, rate, &found));
            assert_string_equal(rate, "60:1");
            assert_true(picture_difference(&found, &expected) <= 2);
            free(found.pixels);
            free(expected.pixels);
        }
        char *text;
        size_t size;
        assert_int_equal(file_read(path, &text, &size), MOTE_OK);
        assert_int_equal(size, written.bytes);
        free(text);
    }
}

static void write_film(const char *path, mote_frame (*make)(int, int, int, uint32_t),
                       double rate)
{
    mote_writer_def def = small_def(MOTE_FORMAT_Y4M, path, 2);
    def.width = 321;
    def.height = 201;
    def.frames_per_second = rate;
    mote_writer *writer;
    assert_int_equal(mote_writer_open(&def, &writer), MOTE_OK);
    for (uint32_t i = 0; i < 3; i++) {
        mote_frame frame = make(321, 201, 3, i);
        assert_int_equal(mote_writer_push(writer, &frame), MOTE_OK);
    }
    assert_int_equal(mote_writer_close(writer, NULL), MOTE_OK);
}

static void all_colours_come_back_within_two(void **state)
{
    const char *path = scratch_path(*state, "film.y4m");
    write_film(path, picture_noise, 60);
    for (int i = 0; i < 3; i++) {
        char rate[32];
        mote_frame found, expected = picture_noise(321, 201, 3, (uint32_t)i);
        assert_true(picture_read_y4m(path, i, rate, &found));
        assert_true(picture_difference(&found, &expected) <= 2);
        free(found.pixels);
        free(expected.pixels);
    }
}

static void rates_become_ratios(void **state)
{
    const struct {
        double rate;
        const char *ratio;
    } rows[] = {{60, "60:1"},
                {29.97, "30000:1001"},
                {30 / 1.001, "30000:1001"},
                {23.976, "24000:1001"},
                {59.94, "60000:1001"},
                {12.5, "12500:1000"},
                {0.1, "100:1000"},
                {1, "1:1"},
                {1000000, "1000000:1"}};
    const char *path = scratch_path(*state, "film.y4m");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char rate[32];
        mote_frame found;
        write_film(path, picture_smooth, rows[k].rate);
        assert_true(picture_read_y4m(path, 2, rate, &found));
        assert_string_equal(rate, rows[k].ratio);
        free(found.pixels);
    }
}

static void ffmpeg_reads_the_colours_within_two(void **state)
{
    const char *path = scratch_path(*state, "film.y4m");
    const char *raw = scratch_path(*state, "film.rgb");
    if (system("ffmpeg -version >/dev/null 2>&1") != 0) {
        skip();
    }
    write_film(path, picture_dots, 60);
    char command[1200];
    snprintf(command, sizeof command,
             "ffmpeg -v error -i '%s' -f rawvideo -pix_fmt rgb24 '%s'", path, raw);
    assert_int_equal(system(command), 0);
    char *data;
    size_t size;
    assert_int_equal(file_read(raw, &data, &size), MOTE_OK);
    assert_int_equal(size, 3 * 321 * 201 * 3);
    for (int i = 0; i < 3; i++) {
        mote_frame expected = picture_dots(321, 201, 3, (uint32_t)i);
        mote_frame found = expected;
        found.pixels = (uint8_t *)data + (size_t)i * picture_size(&expected);
        assert_true(picture_difference(&found, &expected) <= 2);
        free(expected.pixels);
    }
    free(data);
}

#define file_test(f) cmocka_unit_test_setup_teardown(f, make_scratch, remove_scratch)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(libpng_reads_the_pixels_that_were_encoded),
        cmocka_unit_test(the_baseline_encodes_the_same_pixels_into_no_fewer_bytes),
        file_test(one_picture_is_written_and_kept),
        file_test(a_sequence_is_whole_for_any_number_of_threads),
        file_test(a_sequence_may_start_anywhere_and_replaces_old_files),
        file_test(transparent_frames_keep_their_alpha),
        file_test(a_stream_keeps_its_frames_in_order),
        file_test(all_colours_come_back_within_two),
        file_test(rates_become_ratios),
        file_test(ffmpeg_reads_the_colours_within_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
