# SPDX-License-Identifier: MIT
# mote_instrument(TARGET FOLDER FILE ...): a target that writes these laws to FOLDER with
# their values recorded, by a program that runs while building (instrument_laws.c).

set(instrument_sources cmake/instrument_laws.c src/core/instrument.c
    src/core/instrument_names.c src/core/text.c src/core/status.c)
list(TRANSFORM instrument_sources PREPEND ${PROJECT_SOURCE_DIR}/)

if(CMAKE_CROSSCOMPILING)
  find_program(MOTE_HOST_CC NAMES cc gcc clang REQUIRED)
  set(MOTE_INSTRUMENT ${PROJECT_BINARY_DIR}/native/instrument_laws)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/native)
  add_custom_command(OUTPUT ${MOTE_INSTRUMENT}
    COMMAND ${MOTE_HOST_CC} -std=c11 -O1 -D_POSIX_C_SOURCE=200809L
            -I${PROJECT_SOURCE_DIR}/include -o ${MOTE_INSTRUMENT} ${instrument_sources} -lm
    DEPENDS ${instrument_sources} VERBATIM)
  add_custom_target(instrument_laws DEPENDS ${MOTE_INSTRUMENT})
else()
  add_executable(instrument_laws ${instrument_sources})
  target_link_libraries(instrument_laws PRIVATE mote_flags m)
  set(MOTE_INSTRUMENT instrument_laws)
endif()

function(mote_instrument target folder)
  set(outputs "")
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME)
    list(APPEND outputs ${folder}/${name})
  endforeach()
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${outputs} COMMAND ${MOTE_INSTRUMENT} ${folder} ${ARGN}
                     DEPENDS instrument_laws ${ARGN} VERBATIM)
  add_custom_target(${target} DEPENDS ${outputs})
endfunction()
