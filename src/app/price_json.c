// SPDX-License-Identifier: MIT
// Prices as JSON, for programs. What there is not is null.

#include "pricing.h"

#include "../core/status.h"

#include <jansson.h>

#include <inttypes.h>

static json_t *number_or_null(bool is_there, double number)
{
    return is_there ? json_real(number) : json_null();
}

static json_t *word_json(const price_option *option, price_row row)
{
    char text[PRICE_TEXT_SIZE];
    return json_string(price_option_write(option, row, text));
}

// An array for a basket, whose assets it is of.
static json_t *numbers_json(const price_option *option, const price_numbers *numbers)
{
    if (option->style != PRICE_BASKET) {
        return json_real(numbers->at[0]);
    }
    json_t *list = json_array();
    for (int i = 0; i < numbers->count; i++) {
        json_array_append_new(list, json_real(numbers->at[i]));
    }
    return list;
}

static json_t *option_json(const price_option *option)
{
    json_t *root = json_object();
#define PUT(name, value)                                                                 \
    json_object_set_new(                                                                 \
        root, #name,                                                                     \
        price_row_is_of_use(PRICE_ROW_##name, option->style) ? (value) : json_null());
#define WORD(name, ...)    PUT(name, word_json(option, PRICE_ROW_##name))
#define NUMBER(name, ...)  PUT(name, json_real(option->name))
#define NUMBERS(name, ...) PUT(name, numbers_json(option, &option->name))
#include "../price/option.def"
#undef WORD
#undef NUMBER
#undef NUMBERS
#undef PUT
    return root;
}

static json_t *greeks_json(const priced *one, const pricing_side *side)
{
    if (!side->has_greeks) {
        return json_null();
    }
    json_t *root = json_object();
    for (int i = 0; i < PRICE_GREEKS; i++) {
        const price_greek_result *greek = &side->greeks[i];
        double closed = 0.0;
        bool is_known = closed_form_greek(&one->option, (price_greek)i, &closed);
        json_object_set_new(
            root, pricing_greek_names[i],
            json_pack("{s:f, s:o, s:o}", "value", greek->value, "standard_error",
                      number_or_null(greek->has_error, greek->standard_error),
                      "closed_form", number_or_null(is_known, closed)));
    }
    return root;
}

// Puts what a device found among the keys of an object.
static void put_side(json_t *root, const priced *one, const pricing_side *side,
                     const char *device)
{
    const price_result *r = &side->result;
    double z = 0.0;
    bool has_z = pricing_z(one, side, &z);
    char sums[17];
    snprintf(sums, sizeof sums, "%016" PRIx64, price_moments_hash(&r->moments));
    double rate = r->seconds > 0.0 ? (double)r->paths / r->seconds : 0.0;
    json_object_set_new(root, "device", json_string(device));
    json_object_set_new(root, "paths", json_integer((json_int_t)r->paths));
    json_object_set_new(root, "price", json_real(r->price));
    json_object_set_new(root, "standard_error",
                        number_or_null(r->has_error, r->standard_error));
    json_object_set_new(root, "interval",
                        r->has_error ? json_pack("[f, f]", r->low, r->high)
                                     : json_null());
    json_object_set_new(root, "z", number_or_null(has_z, z));
    json_object_set_new(root, "paths_per_second", json_real(rate));
    json_object_set_new(root, "sums", json_string(sums));
}

static json_t *bias_json(const priced *one)
{
    return one->has_bias
               ? json_pack("{s:f, s:f, s:b}", "value", one->bias.bias, "standard_error",
                           one->bias.standard_error, "matters", pricing_bias_matters(one))
               : json_null();
}

static json_t *priced_json(const pricing *pricing, const priced *one)
{
    json_t *root = json_object();
    json_object_set_new(root, "option", option_json(&one->option));
    if (pricing->runner_count == 1) {
        put_side(root, one, &one->sides[0], pricing->runners[0]->name);
    } else {
        json_t *devices = json_array();
        for (int i = 0; i < one->side_count; i++) {
            json_t *device = json_object();
            put_side(device, one, &one->sides[i], pricing->runners[i]->name);
            json_object_set_new(device, "greeks", greeks_json(one, &one->sides[i]));
            json_array_append_new(devices, device);
        }
        json_object_set_new(root, "devices", devices);
        json_object_set_new(root, "equal",
                            one->is_compared ? json_boolean(one->is_equal) : json_null());
    }
    json_object_set_new(root, "closed_form",
                        number_or_null(one->has_closed_form, one->closed_form));
    json_object_set_new(root, "estimate",
                        number_or_null(one->has_estimate, one->estimate));
    json_object_set_new(root, "bias", bias_json(one));
    json_object_set_new(root, "tolerance_reached",
                        pricing->values.tolerance > 0.0
                            ? json_boolean(!pricing_missed_tolerance(pricing, one) &&
                                           !one->sides[0].result.is_cut)
                            : json_null());
    json_object_set_new(
        root, "interrupted",
        json_boolean(one->sides[0].result.is_cut || one->sides[1].result.is_cut));
    if (pricing->runner_count == 1) {
        json_object_set_new(root, "greeks", greeks_json(one, &one->sides[0]));
    }
    return root;
}

mote_status pricing_print_json(const pricing *pricing, FILE *out)
{
    json_t *root = NULL;
    if (pricing->values.batch) {
        root = json_array();
        for (size_t i = 0; i < pricing->done; i++) {
            json_array_append_new(root, priced_json(pricing, &pricing->options[i]));
        }
    } else {
        root = priced_json(pricing, &pricing->options[0]);
    }
    int is_lost = root ? json_dumpf(root, out, JSON_INDENT(2)) : 1;
    fputc('\n', out);
    json_decref(root);
    return is_lost && !ferror(out) ? fail(MOTE_FAILED, "out of memory for JSON")
                                   : MOTE_OK;
}
