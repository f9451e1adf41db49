# SPDX-License-Identifier: MIT
# Builds mote.exe for 64-bit Windows on Debian or Ubuntu, with gcc-mingw-w64-x86-64-posix:
#
#     cmake -B build-windows -DCMAKE_TOOLCHAIN_FILE=cmake/mingw-w64.cmake \
#           -DCMAKE_PREFIX_PATH=WHERE_GLFW_JANSSON_AND_LIBDEFLATE_ARE
#
# .ci/windows.sh builds those three for Windows first, and tests the result under Wine.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(mingw x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${mingw}-gcc-posix)
set(CMAKE_RC_COMPILER ${mingw}-windres)
set(CMAKE_AR ${mingw}-ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${mingw}-ranlib CACHE FILEPATH "")
set(CMAKE_STRIP ${mingw}-strip CACHE FILEPATH "")
set(CMAKE_FIND_ROOT_PATH /usr/${mingw} ${CMAKE_PREFIX_PATH})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# No DLL beside the .exe: FindOpenMP would take libgomp.dll.a.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
foreach(library gomp mingwthrd)
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=lib${library}.a
                  OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(OpenMP_${library}_LIBRARY ${path} CACHE FILEPATH "")
endforeach()
# Tests run through this.
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
