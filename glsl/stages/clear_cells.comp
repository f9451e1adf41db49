// SPDX-License-Identifier: MIT
// Empties all cells. A pass of its own: glClearBufferData is slower than the whole sort.

void main()
{
    uint cell = thread_index();
    if (cell >= min(constants.cell_total + 1u, slice_end)) {
        return;
    }
    cell_count[cell] = 0u;
}
