# SPDX-License-Identifier: MIT
# mote_glad(TARGET): the OpenGL loader, generated at build time by glad 2.

function(mote_glad target)
  find_program(GLAD_PROGRAM glad)
  if(GLAD_PROGRAM)
    execute_process(COMMAND ${GLAD_PROGRAM} --help OUTPUT_VARIABLE help ERROR_QUIET)
  endif()
  # glad 1 has the same name and another command line, without subcommands.
  if(NOT help MATCHES "subcommands")
    message(FATAL_ERROR "glad 2, which makes the OpenGL loader, was not found: install "
            "your distribution's python3-glad, or pip's glad2")
  endif()
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${target})
  add_custom_command(OUTPUT ${dir}/src/gl.c ${dir}/include/glad/gl.h
    COMMAND ${GLAD_PROGRAM} --reproducible --quiet --api gl:core=4.3
            --extensions GL_ARB_compute_shader,GL_ARB_shader_storage_buffer_object,GL_ARB_robustness,GL_KHR_debug,GL_KHR_robustness
            --out-path ${dir} c
    VERBATIM)
  add_library(${target} OBJECT ${dir}/src/gl.c)
  target_include_directories(${target} SYSTEM PUBLIC ${dir}/include)
  set_target_properties(${target} PROPERTIES C_EXTENSIONS ON)
endfunction()
