# SPDX-License-Identifier: MIT
# mote_embed_scenes(TARGET): an object library that holds the text of every scene in
# assets/scenes as `scene_files` (src/sim/scene.h). Run as a script, this file writes it.

if(CMAKE_SCRIPT_MODE_FILE)
  set(arrays "")
  set(rows "")
  set(index 0)
  foreach(file ${FILES})
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "(................................................................................)"
           "\\1\n" bytes "${bytes}")
    get_filename_component(name ${file} NAME_WE)
    string(APPEND arrays "static const char scene_${index}[] = {\n${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", scene_${index}},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  file(WRITE ${OUT} "// Made by the build.
#include \"sim/scene.h\"
${arrays}
const scene_file scene_files[] = {
${rows}    {0, 0},
};
")
  return()
endif()

function(mote_embed_scenes target)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/scenes/*.json)
  list(SORT files)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}.c)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} "-DFILES=${files}"
            -P ${PROJECT_SOURCE_DIR}/cmake/scenes.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/scenes.cmake VERBATIM)
  add_library(${target} OBJECT ${out})
  target_link_libraries(${target} PRIVATE mote_flags)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endfunction()
