# SPDX-License-Identifier: MIT
# mote_join_objects(RESULT OBJECT ...): the objects joined into one whose hidden symbols are
# local, for the static library: a host may have a glad, or a camera_point, of its own.
# Where the tools for it are missing, the objects as they are.

function(mote_join_objects result)
  if(NOT CMAKE_OBJCOPY OR APPLE OR WIN32)
    set(${result} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(joined ${CMAKE_CURRENT_BINARY_DIR}/mote_joined${CMAKE_C_OUTPUT_EXTENSION})
  add_custom_command(OUTPUT ${joined}
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${joined} ${ARGN}
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${joined}
    DEPENDS ${ARGN} COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${joined} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set(${result} ${joined} PARENT_SCOPE)
endfunction()
