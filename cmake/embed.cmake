# SPDX-License-Identifier: MIT
# mote_embed_shaders(TARGET [FOLDER ...]): an object library that holds the text of every
# shader and law of glsl/ and these folders as `embedded_files` (src/gl/embedded.h).
# A file is named FOLDER/NAME by the last folder it is in.

function(mote_embed_shaders target)
  set(paths "")
  foreach(folder ${PROJECT_SOURCE_DIR}/glsl ${ARGN})
    get_filename_component(folder ${folder} ABSOLUTE)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.glsl ${folder}/*.comp
         ${folder}/*.vert ${folder}/*.frag)
    list(APPEND paths ${files})
  endforeach()
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}.c)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} "-DFILES=${paths}"
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake VERBATIM)
  add_library(${target} OBJECT ${out})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endfunction()
