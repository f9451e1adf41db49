// SPDX-License-Identifier: MIT
// Names for what `mote view` saves.

#ifndef MOTE_APP_FREE_NAME_H
#define MOTE_APP_FREE_NAME_H

#define FREE_NAME_SIZE 192

// The first that nothing stands under: FOLDER/NAME-1ENDING, FOLDER/NAME-2ENDING, ...
// Where a scene's name has what a file's cannot have, there is a '-'.
void free_name(char result[FREE_NAME_SIZE], const char *folder, const char *name,
               const char *ending);

#endif
