// SPDX-License-Identifier: MIT
// Options from text, by the rows of option.def.

#include "option.h"

#include "../core/status.h"
#include "../core/suggest.h"
#include "../core/text.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define BLANKS    " \t\r\n" // around numbers, that a list may span lines
#define WORD_SIZE 24        // of the longest word, with its end
#define WORD_MAX  8         // words of a row

typedef enum row_kind { ROW_WORD, ROW_NUMBER, ROW_NUMBERS } row_kind;

// A row of option.def.
typedef struct option_row {
    const char *name;
    row_kind kind;
    size_t offset;        // of its member in price_option
    const char *fallback; // of a word
    const char *words;    // with blanks between them
    double number, least, most;
    const char *meaning;
} option_row;

static const option_row rows[PRICE_ROW_COUNT] = {
#define OFFSET(name) offsetof(price_option, name)
#define WORD(name, fallback, words, meaning)                                             \
    {#name, ROW_WORD, OFFSET(name), fallback, words, 0.0, 0.0, 0.0, meaning},
#define NUMBER(name, fallback, least, most, unit, meaning)                               \
    {#name, ROW_NUMBER, OFFSET(name), NULL, NULL, fallback, least, most, meaning},
#define NUMBERS(name, fallback, least, most, unit, meaning)                              \
    {#name, ROW_NUMBERS, OFFSET(name), NULL, NULL, fallback, least, most, meaning},
#include "option.def"
#undef WORD
#undef NUMBER
#undef NUMBERS
};

static void *member(price_option *option, const option_row *row)
{
    return (char *)option + row->offset;
}

// ---- Words ---------------------------------------------------------------------------

// Takes the next of words with blanks between them, up to their end or a colon. False:
// there is none.
static bool next_word(const char **at, char word[WORD_SIZE])
{
    size_t size = strcspn(*at, " :");
    assert(size < WORD_SIZE);
    memcpy(word, *at, size);
    word[size] = '\0';
    *at += size;
    *at += strspn(*at, " ");
    return size > 0;
}

// The place of a word, or -1.
static int word_index(const char *words, const char *word)
{
    char next[WORD_SIZE];
    for (int i = 0; next_word(&words, next); i++) {
        if (strcmp(next, word) == 0) {
            return i;
        }
    }
    return -1;
}

static void word_at(const char *words, int index, char word[WORD_SIZE])
{
    while (next_word(&words, word) && index > 0) {
        index--;
    }
}

static mote_status refuse_word(const option_row *row, const char *text, const char *where)
{
    char words[WORD_MAX][WORD_SIZE], list[WORD_MAX * WORD_SIZE];
    const char *names[WORD_MAX];
    int count = 0;
    suggestion near = suggest_begin(text);
    for (const char *at = row->words; next_word(&at, words[count]); count++) {
        assert(count < WORD_MAX - 1);
        names[count] = words[count];
        suggest_offer(&near, words[count]);
    }
    const char *best = suggest_end(&near);
    return fail(MOTE_BAD_INPUT, "%s: expected one of %s, found \"%.40s\"%s%s%s", where,
                words_write(list, sizeof list, names, count), text,
                best ? "; did you mean \"" : "", best ? best : "", best ? "\"?" : "");
}

static mote_status set_word(int *value, const option_row *row, const char *text,
                            const char *where)
{
    int index = word_index(row->words, text);
    if (index < 0) {
        return refuse_word(row, text, where);
    }
    *value = index;
    return MOTE_OK;
}

// ---- Numbers -------------------------------------------------------------------------

static mote_status set_number(double *value, const option_row *row, const char *text,
                              size_t size, const char *where)
{
    const char *start = text, *end = text + size;
    start += strspn(start, BLANKS);
    while (end > start && strchr(BLANKS, end[-1])) {
        end--;
    }
    double number;
    if (end <= start || !number_read(start, end, &number) || number < row->least ||
        number > row->most) {
        char least[NUMBER_TEXT_SIZE], most[NUMBER_TEXT_SIZE];
        return fail(MOTE_BAD_INPUT, "%s: expected a number from %s to %s, found \"%.*s\"",
                    where, number_write(least, row->least), number_write(most, row->most),
                    size < 40 ? (int)size : 40, text);
    }
    *value = number;
    return MOTE_OK;
}

static mote_status set_numbers(price_numbers *numbers, const option_row *row,
                               const char *text, const char *where)
{
    price_numbers read = {.count = 0};
    for (const char *at = text;; at++) {
        size_t size = strcspn(at, ",;");
        if (read.count == PRICE_ASSET_MAX) {
            return fail(MOTE_BAD_INPUT, "%s: expected at most %d numbers, found more",
                        where, PRICE_ASSET_MAX);
        }
        TRY(set_number(&read.at[read.count++], row, at, size, where));
        at += size;
        if (!*at) {
            break;
        }
    }
    *numbers = read;
    return MOTE_OK;
}

// ---- Rows ----------------------------------------------------------------------------

static void set_fallback(price_option *option, const option_row *row)
{
    if (row->kind == ROW_WORD) {
        *(int *)member(option, row) = word_index(row->words, row->fallback);
    } else if (row->kind == ROW_NUMBER) {
        *(double *)member(option, row) = row->number;
    } else {
        *(price_numbers *)member(option, row) =
            (price_numbers){.at = {row->number}, .count = 1};
    }
}

price_option price_option_default(void)
{
    price_option option = {.given = 0};
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        set_fallback(&option, &rows[i]);
    }
    return option;
}

mote_status price_row_find(const char *name, const char *where, price_row *row)
{
    suggestion near = suggest_begin(name);
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *row = (price_row)i;
            return MOTE_OK;
        }
        suggest_offer(&near, rows[i].name);
    }
    const char *best = suggest_end(&near);
    return fail(MOTE_BAD_INPUT, "%s: an option has no \"%.40s\"%s%s%s", where, name,
                best ? "; did you mean \"" : "", best ? best : "", best ? "\"?" : "");
}

const char *price_row_name(price_row row)
{
    return rows[row].name;
}

mote_status price_option_set(price_option *option, const char *name, const char *text,
                             const char *where)
{
    price_row index = PRICE_ROW_COUNT;
    TRY(price_row_find(name, where, &index));
    const option_row *row = &rows[index];
    void *value = member(option, row);
    if (row->kind == ROW_WORD) {
        TRY(set_word(value, row, text, where));
    } else if (row->kind == ROW_NUMBER) {
        TRY(set_number(value, row, text, strlen(text), where));
    } else {
        TRY(set_numbers(value, row, text, where));
    }
    option->given |= UINT32_C(1) << index;
    return MOTE_OK;
}

static char *write_numbers(char *text, const double *numbers, int count)
{
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        char number[NUMBER_TEXT_SIZE];
        used += (size_t)snprintf(text + used, PRICE_TEXT_SIZE - used, "%s%s",
                                 i > 0 ? ";" : "", number_write(number, numbers[i]));
    }
    return text;
}

char *price_option_write(const price_option *option, price_row row,
                         char text[PRICE_TEXT_SIZE])
{
    const void *value = (const char *)option + rows[row].offset;
    if (rows[row].kind == ROW_WORD) {
        char word[WORD_SIZE];
        word_at(rows[row].words, *(const int *)value, word);
        snprintf(text, PRICE_TEXT_SIZE, "%s", word);
        return text;
    }
    const price_numbers *numbers = value;
    return rows[row].kind == ROW_NUMBER
               ? write_numbers(text, value, 1)
               : write_numbers(text, numbers->at, numbers->count);
}

// ---- What fits together --------------------------------------------------------------

// Whether a row is of use to the style, by the styles that begin its meaning.
static bool is_of_use(const option_row *row, const char *style)
{
    return !strchr(row->meaning, ':') || word_index(row->meaning, style) >= 0;
}

bool price_row_is_of_use(price_row row, int style)
{
    char word[WORD_SIZE];
    word_at(rows[PRICE_ROW_style].words, style, word);
    return is_of_use(&rows[row], word);
}

static mote_status drop_useless(price_option *option)
{
    char style[WORD_SIZE];
    word_at(rows[PRICE_ROW_style].words, option->style, style);
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        const option_row *row = &rows[i];
        if (is_of_use(row, style)) {
            continue;
        }
        // One step is what those styles are priced in, so that may be said.
        bool is_said = i == PRICE_ROW_steps && option->steps == 1.0;
        if ((option->given >> i & 1) && !is_said) {
            int size = (int)strcspn(row->meaning, ":");
            return fail(MOTE_BAD_INPUT,
                        "%s: of no use to the style %s: leave it out, or choose the "
                        "style that it is for (%.*s)",
                        row->name, style, size, row->meaning);
        }
        set_fallback(option, row);
    }
    if (!is_of_use(&rows[PRICE_ROW_steps], style)) {
        option->steps = 1.0;
    }
    return MOTE_OK;
}

static mote_status check_steps(const price_option *option)
{
    if (floor(option->steps) < option->steps) {
        char found[NUMBER_TEXT_SIZE];
        return fail(MOTE_BAD_INPUT, "steps: expected a whole number, found %s",
                    number_write(found, option->steps));
    }
    return MOTE_OK;
}

// Gives each row of numbers as many as there are assets.
static mote_status spread_numbers(price_option *option)
{
    int assets = 1;
    const option_row *longest = NULL;
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        if (rows[i].kind != ROW_NUMBERS) {
            continue;
        }
        price_numbers *numbers = member(option, &rows[i]);
        if (numbers->count > 1 && option->style != PRICE_BASKET) {
            return fail(MOTE_BAD_INPUT,
                        "%s: expected one number, found %d: only an option of the style "
                        "basket has more than one asset",
                        rows[i].name, numbers->count);
        }
        if (numbers->count > 1 && longest && numbers->count != assets) {
            return fail(MOTE_BAD_INPUT,
                        "%s: expected 1 number or %d, as many as %s has, found %d",
                        rows[i].name, assets, longest->name, numbers->count);
        }
        if (numbers->count > 1) {
            assets = numbers->count;
            longest = &rows[i];
        }
    }
    for (int i = 0; i < PRICE_ROW_COUNT; i++) {
        if (rows[i].kind == ROW_NUMBERS) {
            price_numbers *numbers = member(option, &rows[i]);
            for (int asset = numbers->count; asset < assets; asset++) {
                numbers->at[asset] = numbers->at[0];
            }
            numbers->count = assets;
        }
    }
    return MOTE_OK;
}

static void share_weights(price_numbers *weight)
{
    for (int i = 0; i < weight->count; i++) {
        if (weight->at[i] > 0.0) {
            return;
        }
    }
    for (int i = 0; i < weight->count; i++) {
        weight->at[i] = 1.0 / weight->count;
    }
}

// The matrix of correlations, ones beside one number, has the eigenvalues 1 - correlation
// and 1 + (assets - 1) correlation: none may be negative.
static mote_status check_correlation(const price_option *option)
{
    int assets = option->spot.count;
    double least = assets > 1 ? -1.0 / (assets - 1) : -1.0;
    if (option->correlation < least) {
        char bound[NUMBER_TEXT_SIZE], found[NUMBER_TEXT_SIZE];
        return fail(MOTE_BAD_INPUT,
                    "correlation: expected at least %s, found %s: no %d assets can move "
                    "against each other that much",
                    number_write(bound, least), number_write(found, option->correlation),
                    assets);
    }
    return MOTE_OK;
}

static mote_status check_growth(const char *name, double a_year, double years)
{
    double growth = a_year * years;
    if (fabs(growth) > PRICE_GROWTH_MAX) {
        char most[NUMBER_TEXT_SIZE], found[NUMBER_TEXT_SIZE], least[NUMBER_TEXT_SIZE];
        return fail(MOTE_BAD_INPUT,
                    "%s: expected %s times years from %s to %s, found %s: is it in "
                    "percent? 5 %% are 0.05",
                    name, name, number_write(least, -PRICE_GROWTH_MAX),
                    number_write(most, PRICE_GROWTH_MAX), number_write(found, growth));
    }
    return MOTE_OK;
}

static mote_status check_deviation(double volatility, double years)
{
    double deviation = volatility * sqrt(years);
    if (deviation > PRICE_DEVIATION_MAX) {
        char most[NUMBER_TEXT_SIZE], found[NUMBER_TEXT_SIZE];
        return fail(MOTE_BAD_INPUT,
                    "volatility: expected volatility times the square root of years of "
                    "at most %s, found %s: nearly all of the price would be in paths too "
                    "rare to be drawn (is it in percent? 20 %% are 0.2)",
                    number_write(most, PRICE_DEVIATION_MAX),
                    number_write(found, deviation));
    }
    return MOTE_OK;
}

mote_status price_option_finish(price_option *option)
{
    TRY(drop_useless(option));
    TRY(check_steps(option));
    TRY(spread_numbers(option));
    share_weights(&option->weight);
    TRY(check_correlation(option));
    TRY(check_growth("rate", option->rate, option->years));
    for (int i = 0; i < option->spot.count; i++) {
        TRY(check_growth("dividend", option->dividend.at[i], option->years));
        TRY(check_deviation(option->volatility.at[i], option->years));
    }
    return MOTE_OK;
}
