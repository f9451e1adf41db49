# SPDX-License-Identifier: MIT
# Object libraries that hold the texts of files.

# mote_embed(TARGET PATHS [-DNAME=VALUE ...]): of these files, by what embed_files.cmake
# is told.
function(mote_embed target paths)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}.c)
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} "-DFILES=${paths}" ${ARGN}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake VERBATIM)
  add_library(${target} OBJECT ${out})
  target_link_libraries(${target} PRIVATE mote_flags)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endfunction()

# mote_embed_shaders(TARGET [FOLDER ...]): every shader and law of glsl/ and these folders,
# as `embedded_files` (src/gl/embedded.h).
function(mote_embed_shaders target)
  set(paths "")
  foreach(folder ${PROJECT_SOURCE_DIR}/glsl ${ARGN})
    get_filename_component(folder ${folder} ABSOLUTE)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.glsl ${folder}/*.comp
         ${folder}/*.vert ${folder}/*.frag)
    list(APPEND paths ${files})
  endforeach()
  mote_embed(${target} "${paths}" -DHEADER=gl/embedded.h -DTYPE=embedded_file
             -DARRAY=embedded_files)
endfunction()

# mote_embed_scenes(TARGET): every scene of assets/scenes, as `scene_files`
# (src/sim/scene.h), in the order of their names.
function(mote_embed_scenes target)
  file(GLOB paths CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/scenes/*.json)
  list(SORT paths)
  mote_embed(${target} "${paths}" -DHEADER=sim/scene.h -DTYPE=scene_file
             -DARRAY=scene_files -DSTEM=ON)
endfunction()
