# SPDX-License-Identifier: MIT
# The panel of `mote view`, the project's one file of C++: built where Dear ImGui, with its
# backends for GLFW and OpenGL 3, and a C++ compiler of the C compiler's kind are found.
# Without them keys alone work, and panel_none.c stands in.
#
# MOTE_PANEL_SOURCE: the file to build into the program; target mote_panel: what to link it
# with.

option(MOTE_PANEL "build the panel of `mote view`, where Dear ImGui is found" ON)

function(mote_find_panel result)
  set(${result} OFF PARENT_SCOPE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL CMAKE_C_COMPILER_ID)
    return()
  endif()
  find_library(IMGUI_LIBRARY imgui HINTS ${IMGUI_LIBRARY_DIRS})
  # Debian's is made with a library of stb; the archive, so that no program needs another.
  find_library(STB_LIBRARY NAMES libstb.a stb)
  set(libraries ${IMGUI_LIBRARY} glfw ${CMAKE_DL_LIBS})
  if(STB_LIBRARY)
    list(INSERT libraries 1 ${STB_LIBRARY})
  endif()
  set(CMAKE_REQUIRED_QUIET ON)
  set(CMAKE_REQUIRED_INCLUDES ${IMGUI_INCLUDE_DIRS})
  set(CMAKE_REQUIRED_LIBRARIES ${libraries})
  check_cxx_source_compiles("
#include <imgui.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
int main()
{
    ImGui::CreateContext();
    return ImGui_ImplGlfw_InitForOpenGL(nullptr, true) && ImGui_ImplOpenGL3_Init();
}" MOTE_PANEL_BUILDS)
  if(NOT MOTE_PANEL_BUILDS)
    return()
  endif()
  add_library(mote_panel INTERFACE)
  target_include_directories(mote_panel SYSTEM INTERFACE ${IMGUI_INCLUDE_DIRS})
  target_link_libraries(mote_panel INTERFACE ${libraries})
  # The program runs where no library of C++ is.
  target_link_options(mote_panel INTERFACE -static-libstdc++ -static-libgcc)
  set(${result} ON PARENT_SCOPE)
endfunction()

# The C compiler's sibling, by its name and folder: what both make is linked together.
function(mote_find_cxx)
  get_filename_component(folder ${CMAKE_C_COMPILER} DIRECTORY)
  get_filename_component(name ${CMAKE_C_COMPILER} NAME)
  if(name MATCHES "gcc|clang")
    string(REGEX REPLACE "gcc" "g++" name "${name}")
    string(REGEX REPLACE "clang" "clang++" name "${name}")
  else()
    string(REGEX REPLACE "cc" "c++" name "${name}")
  endif()
  find_program(MOTE_CXX ${name} HINTS ${folder})
  if(MOTE_CXX)
    set(CMAKE_CXX_COMPILER ${MOTE_CXX} PARENT_SCOPE)
  endif()
endfunction()

set(has_panel OFF)
if(MOTE_PANEL)
  pkg_check_modules(IMGUI QUIET imgui)
  if(IMGUI_FOUND AND NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
    mote_find_cxx()
  endif()
  if(IMGUI_FOUND AND (CMAKE_CXX_COMPILER OR DEFINED ENV{CXX}))
    enable_language(CXX)
    include(CheckCXXSourceCompiles)
    set(CMAKE_CXX_STANDARD 11)
    set(CMAKE_CXX_EXTENSIONS OFF)
    set(CMAKE_CXX_VISIBILITY_PRESET hidden)
    mote_find_panel(has_panel)
  endif()
endif()
if(has_panel)
  set(MOTE_PANEL_SOURCE ${PROJECT_SOURCE_DIR}/src/app/panel.cpp)
else()
  set(MOTE_PANEL_SOURCE ${PROJECT_SOURCE_DIR}/src/app/panel_none.c)
  add_library(mote_panel INTERFACE)
  message(STATUS "Dear ImGui is not used: `mote view` has keys, but no panel")
endif()
