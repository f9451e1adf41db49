// SPDX-License-Identifier: MIT
// In how many sub-steps a step is advanced: as many as the scene says, or as the model's
// law needs to be stable.

#include "scene_parts.h"

#include <math.h>
#include <string.h>

double scene_needed_substeps(double dt, double stable_time)
{
    // A quotient that is too large by rounding alone is no reason for one more.
    const double margin = 1.0 - 1.0 / 1099511627776.0;
    if (!(stable_time > 0.0)) {
        return INFINITY;
    }
    double parts = ceil(dt / stable_time * margin);
    return parts > 1.0 ? parts : 1.0;
}

int scene_choose_substeps(const mote_scene *scene, double stable_time)
{
    if (scene->model->emits) {
        return 1;
    }
    if (scene->substeps > 0) {
        return scene->substeps;
    }
    // More are refused, but not before all of the scene is read.
    double needed = scene_needed_substeps(scene->dt, stable_time);
    return needed < SUBSTEPS_MAX ? (int)needed : SUBSTEPS_MAX;
}

mote_status scene_check_substeps(const scene_reader *reader)
{
    const mote_scene *scene = reader->scene;
    const double *pairs[MODEL_PAIR_MAX];
    model_numbers numbers = scene_numbers(scene, pairs);
    double needed = scene_needed_substeps(scene->dt, numbers.stable_time);
    if (scene->model->emits || scene->substeps > 0 || needed <= SUBSTEPS_MAX) {
        return MOTE_OK;
    }
    const char *model = scene->model->name;
    char dt[NUMBER_TEXT_SIZE];
    number_write(dt, scene->dt);
    if (!(numbers.stable_time > 0.0)) {
        return scene_refuse(
            reader, model,
            "with these numbers the law is stable with no dt, however "
            "short; change them, or give substeps to run it all the same");
    }
    return scene_refuse(reader, "dt",
                        "%s s would take %.0f sub-steps, more than %d: with its numbers "
                        "here the law of model %s is stable up to %.3g s at once; lower "
                        "dt to %.3g or less, or change what bounds it in %s",
                        dt, needed, SUBSTEPS_MAX, model, numbers.stable_time,
                        numbers.stable_time * SUBSTEPS_MAX, model);
}
