// SPDX-License-Identifier: MIT
// Files, folders, paths, texts, threads and the clock.

#include "core/clock.h"
#include "core/file.h"
#include "core/text.h"
#include "core/thread.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
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

static void expect_content(const char *path, const void *data, size_t size)
{
    char *text;
    size_t found;
    assert_int_equal(file_read(path, &text, &found), MOTE_OK);
    assert_int_equal(found, size);
    assert_memory_equal(text, data, size);
    assert_int_equal(text[size], '\0');
    free(text);
}

// ---- Files ---------------------------------------------------------------------------

static void a_file_reads_as_it_was_written(void **state)
{
    const size_t sizes[] = {0, 1, 65534, 65535, 65536, 300000};
    const char *path = scratch_path(*state, "file");
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        unsigned char *data = malloc(sizes[k] + 1);
        for (size_t i = 0; i < sizes[k]; i++) {
            data[i] = (unsigned char)(i * 7 + i / 256);
        }
        assert_int_equal(file_write_whole(path, data, sizes[k]), MOTE_OK);
        expect_content(path, data, sizes[k]);
        free(data);
    }
    assert_int_equal(scratch_count(*state, ""), 1);
}

static void reading_names_what_is_missing(void **state)
{
    const char *path = scratch_path(*state, "missing.json");
    char *text = (char *)path;
    size_t size = 1;
    assert_int_equal(file_read(path, &text, &size), MOTE_BAD_INPUT);
    assert_null(text);
    assert_int_equal(size, 0);
    assert_error_has(path);
    assert_error_has("no such file");
}

static void reading_a_folder_says_so(void **state)
{
    char *text;
    size_t size;
    assert_int_equal(file_read(*state, &text, &size), MOTE_BAD_INPUT);
    assert_error_has("is a folder");
}

static void writing_onto_a_folder_or_below_a_file_says_so(void **state)
{
    assert_int_equal(file_write_whole(*state, "x", 1), MOTE_FAILED);
    assert_error_has("is a folder");
    assert_int_equal(file_write_whole(scratch_path(*state, "file"), "x", 1), MOTE_OK);
    assert_int_equal(file_write_whole(scratch_path(*state, "file/y"), "x", 1),
                     MOTE_FAILED);
    assert_error_has("file/y");
    assert_error_has("a part of the path is a file");
    assert_int_equal(file_write_whole(scratch_path(*state, "no/y"), "x", 1), MOTE_FAILED);
    assert_error_has("no such file or folder");
    assert_int_equal(scratch_count(*state, ""), 1);
}

static void a_discarded_file_leaves_the_old_one(void **state)
{
    const char *path = scratch_path(*state, "file");
    assert_int_equal(file_write_whole(path, "old", 3), MOTE_OK);
    file_output *output;
    assert_int_equal(file_output_open(path, FILE_WHOLE, &output), MOTE_OK);
    assert_int_equal(file_output_write(output, "new", 3), MOTE_OK);
    expect_content(path, "old", 3);
    file_output_discard(output);
    expect_content(path, "old", 3);
    assert_int_equal(scratch_count(*state, ""), 1);
}

static void a_discarded_stream_keeps_what_was_marked(void **state)
{
    const char *path = scratch_path(*state, "stream");
    file_output *output;
    assert_int_equal(file_output_open(path, FILE_STREAM, &output), MOTE_OK);
    assert_int_equal(file_output_write(output, "whole", 5), MOTE_OK);
    file_output_mark(output);
    assert_int_equal(file_output_write(output, "half", 4), MOTE_OK);
    file_output_discard(output);
    expect_content(path, "whole", 5);
    file_output_discard(NULL);
}

static void folders_are_made_with_their_parents(void **state)
{
    assert_int_equal(file_make_folder(scratch_path(*state, "a//b/c/")), MOTE_OK);
    assert_int_equal(file_make_folder(scratch_path(*state, "a/b/c")), MOTE_OK);
    assert_int_equal(file_write_whole(scratch_path(*state, "a/b/c/f"), "", 0), MOTE_OK);
    assert_true(file_exists(scratch_path(*state, "a/b/c/f")));
    assert_false(file_exists(scratch_path(*state, "a/b/c/g")));
    assert_int_equal(file_make_folder(scratch_path(*state, "a/b/c/f/d")), MOTE_FAILED);
    assert_error_has("a/b/c/f: a file of that name is there");
    assert_int_equal(file_make_folder(""), MOTE_BAD_INPUT);
    assert_int_equal(file_make_folder("/"), MOTE_OK);
    assert_int_equal(file_make_folder("."), MOTE_OK);
}

static void expect_text(char *found, const char *expected)
{
    assert_string_equal(found, expected);
    free(found);
}

static void paths_join_and_split(void **state)
{
    (void)state;
    expect_text(path_join("a", "b"), "a/b");
    expect_text(path_join("a/", "b"), "a/b");
    expect_text(path_join("", "b"), "b");
    expect_text(path_join("a", "/b"), "/b");
    expect_text(path_folder("a/b.json"), "a");
    expect_text(path_folder("a//b.json"), "a");
    expect_text(path_folder("b.json"), ".");
    expect_text(path_folder("/b.json"), "/");
    expect_text(path_beside("scenes/life.json", "start.csv"), "scenes/start.csv");
    expect_text(path_beside("/life.json", "start.csv"), "/start.csv");
    expect_text(path_beside("scenes/life.json", "/start.csv"), "/start.csv");
}

// ---- Texts from outside ---------------------------------------------------------------

static void expect_clean(const char *given, const char *expected)
{
    char text[64];
    snprintf(text, sizeof text, "%s", given);
    text_clean(text);
    assert_string_equal(text, expected);
}

static void control_characters_and_broken_letters_are_taken_out(void **state)
{
    (void)state;
    expect_clean("", "");
    expect_clean("a\tb\nc\r", "a b c ");
    expect_clean("\x1b[31m\x07\x7f", "?[31m??");
    expect_clean("M\xc3\xb6we \xe6\x97\xa5 \xf0\x9f\x8c\x80",
                 "M\xc3\xb6we \xe6\x97\xa5 \xf0\x9f\x8c\x80");
    // CSI, a line separator, right-to-left override and isolate
    expect_clean("\xc2\x9b"
                 "1m\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa7",
                 "?1m???");
    expect_clean("\xc2\xa0\xe2\x80\xa7\xe2\x81\xaa", "\xc2\xa0\xe2\x80\xa7\xe2\x81\xaa");
    // Latin-1, a stray end, two that are cut, longer than need be, half a pair, too large
    expect_clean("M\xf6we", "M?we");
    expect_clean("\x9b"
                 "1m",
                 "?1m");
    expect_clean("\xe6\x97", "??");
    expect_clean("\xf0\x9f\x8c", "???");
    expect_clean("\xc0\x9b \xe0\x82\x9b", "?? ???");
    expect_clean("\xed\xa0\x80", "???");
    expect_clean("\xf4\x90\x80\x80 \xf8\x90\x80\x80", "???? ????");
}

static void expect_cut(const char *given, int columns, const char *expected)
{
    char text[64];
    snprintf(text, sizeof text, "%s", given);
    text_cut(text, columns);
    assert_string_equal(text, expected);
}

static void long_texts_are_cut_between_letters(void **state)
{
    (void)state;
    expect_cut("abcdef", 6, "abcdef");
    expect_cut("abcdef", 5, "ab...");
    expect_cut("abcdef", 3, "...");
    expect_cut("\xe6\x97\xa5\xe6\x9c\xac\xc3\xb6z", 4,
               "\xe6\x97\xa5\xe6\x9c\xac\xc3\xb6z");
    expect_cut("\xe6\x97\xa5\xe6\x9c\xac\xc3\xb6zz", 4, "\xe6\x97\xa5...");
    assert_int_equal(text_columns("M\xc3\xb6we", 5), 4);
    assert_int_equal(text_columns("M\xc3\xb6we", 3), 2);
}

static void a_list_of_words_ends_where_there_is_no_room(void **state)
{
    (void)state;
    static const char *const words[] = {"one", "two", "three"};
    char list[12];
    assert_string_equal(words_write(list, sizeof list, words, 0), "");
    assert_string_equal(words_write(list, sizeof list, words, 2), "one, two");
    assert_string_equal(words_write(list, sizeof list, words, 3), "one, two, t");
    assert_string_equal(words_write(list, 4, words, 3), "one");
}

static void json_is_escaped_further_and_reads_the_same(void **state)
{
    (void)state;
    text escaped = {0};
    text_add_json(&escaped, "{\n\t\"\xc3\xb6\x7f\xc2\x9b\xe2\x80\xae\"}");
    assert_string_equal(escaped.data, "{\n\t\"\xc3\xb6\\u007f\\u009b\\u202e\"}");
    text_free(&escaped);
}

static void an_error_is_one_line(void **state)
{
    (void)state;
    (fail)(MOTE_FAILED, "%s", "a\nb\x1b[31m");
    assert_string_equal(mote_last_error(), "a b?[31m");
    char longest[5000];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    (fail)(MOTE_FAILED, "%s", longest);
    const char *error = mote_last_error();
    assert_string_equal(error + strlen(error) - 4, "x...");
}

#ifndef _WIN32

static void links_that_lead_nowhere_are_named(void **state)
{
    const char *link = scratch_path(*state, "link");
    assert_int_equal(symlink("nowhere", link), 0);
    char *text;
    size_t size;
    assert_int_equal(file_read(link, &text, &size), MOTE_BAD_INPUT);
    assert_error_has("link: it is a link that leads to nothing");
    assert_int_equal(unlink(link), 0);
    assert_int_equal(symlink("link", link), 0);
    assert_int_equal(file_read(link, &text, &size), MOTE_BAD_INPUT);
    assert_error_has("link: the link leads back to itself");
}

static void a_file_past_the_limit_is_refused_at_once(void **state)
{
    const char *path = scratch_path(*state, "sparse");
    assert_int_equal(file_write_whole(path, "", 0), MOTE_OK);
    assert_int_equal(truncate(path, (off_t)FILE_SIZE_LIMIT + 1), 0);
    char *text;
    size_t size;
    assert_int_equal(file_read(path, &text, &size), MOTE_BAD_INPUT);
    assert_error_has("larger than 1024 MiB");
}

static void a_pipe_is_written_to_and_never_replaced(void **state)
{
    const char *path = scratch_path(*state, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(file_write_whole(path, "through", 7), MOTE_OK);
    char text[8] = "";
    assert_int_equal(read(reader, text, 7), 7);
    assert_string_equal(text, "through");
    close(reader);
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
}

static int write_as_nobody(void *folder)
{
    CHILD_EXPECT(scratch_become_nobody());
    CHILD_EXPECT(file_write_whole(scratch_path(folder, "new"), "x", 1) == MOTE_FAILED);
    CHILD_EXPECT(strstr(mote_last_error(), "new: permission denied") != NULL);
    CHILD_EXPECT(file_make_folder(scratch_path(folder, "a/b")) == MOTE_FAILED);
    CHILD_EXPECT(strstr(mote_last_error(), "a: permission denied") != NULL);
    char *text;
    size_t size;
    CHILD_EXPECT(file_read(scratch_path(folder, "secret"), &text, &size) ==
                 MOTE_BAD_INPUT);
    CHILD_EXPECT(strstr(mote_last_error(), "secret: permission denied") != NULL);
    CHILD_EXPECT(strstr(mote_last_error(), "write") == NULL);
    return 0;
}

static void a_user_without_rights_is_told(void **state)
{
    const char *secret = scratch_path(*state, "secret");
    assert_int_equal(file_write_whole(secret, "x", 1), MOTE_OK);
    assert_int_equal(chmod(secret, 0), 0);
    assert_int_equal(chmod(*state, 0555), 0);
    assert_int_equal(scratch_child(write_as_nobody, *state), 0);
}

static int write_past_the_limit(void *folder)
{
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {1000, 1000};
    CHILD_EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    const char *path = scratch_path(folder, "file");
    static const char data[5000];
    CHILD_EXPECT(file_write_whole(path, data, sizeof data) == MOTE_FAILED);
    CHILD_EXPECT(strstr(mote_last_error(), path) != NULL);
    CHILD_EXPECT(strstr(mote_last_error(), "larger than this system allows") != NULL);
    return 0;
}

static void a_file_that_does_not_fit_leaves_the_old_one(void **state)
{
    const char *path = scratch_path(*state, "file");
    assert_int_equal(file_write_whole(path, "old", 3), MOTE_OK);
    assert_int_equal(scratch_child(write_past_the_limit, *state), 0);
    expect_content(path, "old", 3);
    assert_int_equal(scratch_count(*state, ""), 1);
}

static void a_full_disk_is_named(void **state)
{
    (void)state;
    if (!file_exists("/dev/full")) {
        skip();
    }
    assert_int_equal(file_write_whole("/dev/full", "x", 1), MOTE_FAILED);
    assert_error_has("/dev/full: no space left");
}

#endif

// ---- Threads and the clock -----------------------------------------------------------

#define THREAD_COUNT 8
#define ROUND_COUNT  1000

static once counter_once = ONCE;
static int once_count;

static void count_once(void)
{
    once_count++;
}

typedef struct shared_counter {
    mutex lock;
    condition turn;
    int next, sum;
} shared_counter;

typedef struct counting_thread {
    thread thread;
    shared_counter *counter;
    int index;
} counting_thread;

// Threads take turns in a ring: each waits for the one before it.
static void count_in_turn(void *argument)
{
    counting_thread *self = argument;
    shared_counter *counter = self->counter;
    once_run(&counter_once, count_once);
    for (int i = 0; i < ROUND_COUNT; i++) {
        mutex_lock(&counter->lock);
        while (counter->next != self->index) {
            condition_wait(&counter->turn, &counter->lock);
        }
        counter->next = (counter->next + 1) % THREAD_COUNT;
        counter->sum++;
        condition_wake_all(&counter->turn);
        mutex_unlock(&counter->lock);
    }
}

static void threads_take_turns(void **state)
{
    (void)state;
    shared_counter counter = {.next = 0};
    mutex_create(&counter.lock);
    condition_create(&counter.turn);
    counting_thread threads[THREAD_COUNT];
    for (int i = 0; i < THREAD_COUNT; i++) {
        threads[i].counter = &counter;
        threads[i].index = i;
        assert_int_equal(thread_create(&threads[i].thread, count_in_turn, &threads[i]),
                         MOTE_OK);
    }
    for (int i = 0; i < THREAD_COUNT; i++) {
        thread_join(&threads[i].thread);
    }
    assert_int_equal(counter.sum, THREAD_COUNT * ROUND_COUNT);
    assert_int_equal(once_count, 1);
    condition_destroy(&counter.turn);
    mutex_destroy(&counter.lock);
}

static void the_clock_does_not_step_back(void **state)
{
    (void)state;
    double before = clock_seconds();
    for (int i = 0; i < 10000; i++) {
        double now = clock_seconds();
        assert_true(now >= before);
        before = now;
    }
}

static void there_is_a_cpu(void **state)
{
    (void)state;
    assert_in_range(clock_cpu_count(), 1, 100000);
}

#define file_test(f) cmocka_unit_test_setup_teardown(f, scratch_set_up, scratch_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        file_test(a_file_reads_as_it_was_written),
        file_test(reading_names_what_is_missing),
        file_test(reading_a_folder_says_so),
        file_test(writing_onto_a_folder_or_below_a_file_says_so),
        file_test(a_discarded_file_leaves_the_old_one),
        file_test(a_discarded_stream_keeps_what_was_marked),
        file_test(folders_are_made_with_their_parents),
        cmocka_unit_test(paths_join_and_split),
        cmocka_unit_test(control_characters_and_broken_letters_are_taken_out),
        cmocka_unit_test(long_texts_are_cut_between_letters),
        cmocka_unit_test(a_list_of_words_ends_where_there_is_no_room),
        cmocka_unit_test(json_is_escaped_further_and_reads_the_same),
        cmocka_unit_test(an_error_is_one_line),
#ifndef _WIN32
        file_test(links_that_lead_nowhere_are_named),
        file_test(a_file_past_the_limit_is_refused_at_once),
        file_test(a_pipe_is_written_to_and_never_replaced),
        file_test(a_user_without_rights_is_told),
        file_test(a_file_that_does_not_fit_leaves_the_old_one),
        cmocka_unit_test(a_full_disk_is_named),
#endif
        cmocka_unit_test(threads_take_turns),
        cmocka_unit_test(the_clock_does_not_step_back),
        cmocka_unit_test(there_is_a_cpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
