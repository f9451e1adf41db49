// SPDX-License-Identifier: MIT
// Asks for the fast GPU of a laptop that has two. On Windows, the drivers of NVIDIA and
// AMD look for these names among those that the program exports, before it runs; from a
// DLL they have no effect.
//
// NVIDIA, Optimus Rendering Policies: "Global Variable NvOptimusEnablement"
// https://gpuopen.com/learn/amdpowerxpressrequesthighperformance/

#include "app.h"

#ifdef _WIN32

__declspec(dllexport) extern const unsigned long NvOptimusEnablement;
__declspec(dllexport) extern const unsigned long AmdPowerXpressRequestHighPerformance;

const unsigned long NvOptimusEnablement = 1;
const unsigned long AmdPowerXpressRequestHighPerformance = 1;

#endif
