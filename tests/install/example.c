#include <mote/mote.h>
#include <stdio.h>

int main(void)
{
    mote_scene *scene = NULL;
    mote_simulation *simulation = NULL;
    mote_device_def device = mote_default_device_def();
    uint64_t hash;
    if (mote_scene_create(&scene) ||
        mote_simulation_create(scene, &device, &simulation) ||
        mote_simulation_step(simulation, 100) ||
        mote_simulation_hash(simulation, &hash)) {
        return fprintf(stderr, "%s\n", mote_last_error()), 1;
    }
    printf("%016llx\n", (unsigned long long)hash);
    mote_simulation_destroy(simulation);
    mote_scene_destroy(scene);
}
