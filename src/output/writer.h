// SPDX-License-Identifier: MIT
// The writer of mote.h, onto sinks other than files.

#ifndef MOTE_OUTPUT_WRITER_H
#define MOTE_OUTPUT_WRITER_H

#include "sink.h"

// mote_writer_open with &file_sinks for the source, which outlives the writer.
mote_status writer_open(const mote_writer_def *def, const sink_source *source,
                        mote_writer **writer);

#endif
