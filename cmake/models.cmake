# SPDX-License-Identifier: MIT
# mote_models(TARGET NAME.def ...): an object library with the registries `models` and
# `cpu_kernels` of these models, and the variable TARGET_parts: the object libraries they
# point into. Each model is compiled once, however many registries list it.

# The instruction sets of the kernels: name, vector lanes, flags. `scalar` runs anywhere.
set(MOTE_ISAS scalar)
set(MOTE_LANES_scalar 1)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  list(APPEND MOTE_ISAS sse2 avx2 avx512)
  set(MOTE_LANES_sse2 4)
  set(MOTE_FLAGS_sse2 -msse2)
  set(MOTE_LANES_avx2 8)
  set(MOTE_FLAGS_avx2 -mavx2)
  set(MOTE_LANES_avx512 16)
  set(MOTE_FLAGS_avx512 -mavx512f -mavx512dq -mavx512bw -mavx512vl)
endif()

# Not of a processor: scalar kernels that record the values of a law (src/sim/law_probe.h).
list(APPEND MOTE_ISAS probe)
set(MOTE_LANES_probe 1)

# Refuses a .def whose MODEL has another name than the file, for the build knows a model by
# its file. (A row that is missing: src/sim/model_asserts.h.)
function(mote_check_name def)
  get_filename_component(name ${def} NAME_WE)
  file(STRINGS ${def} row REGEX "^[ \t]*MODEL[ \t]*\\(")
  string(REGEX REPLACE "^[ \t]*MODEL[ \t]*\\([ \t]*([^, \t]*).*" "\\1" title "${row}")
  if(row AND NOT title STREQUAL name)
    message(FATAL_ERROR "${def}: MODEL(${title}, ...): its name must be the file's, ${name}: "
                        "write MODEL(${name}, ...), or rename the .def and the .glsl")
  endif()
endfunction()

# The names of a model's passes, in the order of its .def.
function(mote_passes def result)
  file(STRINGS ${def} passes REGEX "^[ \t]*PASS[ \t]*\\(")
  foreach(row ${passes})
    if(NOT row MATCHES "^PASS\\([a-z_0-9]+\\)")
      message(FATAL_ERROR "${def}: ${row}: the build reads PASS(name) where it begins a line, "
                          "with a name of a to z, 0 to 9 and _")
    endif()
  endforeach()
  list(TRANSFORM passes REPLACE "^PASS\\(([a-z_0-9]+)\\).*" "\\1")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${def})
  set(${result} ${passes} PARENT_SCOPE)
endfunction()

# The kinds of kernels of a model: each pass, and `flight` where particles are born.
function(mote_kernels def result)
  mote_passes(${def} kinds)
  file(STRINGS ${def} emits REGEX "^EMITS\\(")
  if(emits)
    list(APPEND kinds flight)
  endif()
  set(${result} ${kinds} PARENT_SCOPE)
endfunction()

# For each pass the macros IN_pass(...) that keep the rows of this pass only, around
# law_sums.h; then the same macros, to stay, for the file compiled with ONLY_pass.
function(mote_write_passes file def passes)
  set(text "// Made by the build from ${def}.\n")
  set(only "")
  foreach(pass ${passes})
    set(define "#define LAW_PASS ${pass}\n")
    set(undefine "#undef LAW_PASS\n")
    foreach(other ${passes})
      if(other STREQUAL pass)
        string(APPEND define "#define IN_${other}(...) __VA_ARGS__\n")
      else()
        string(APPEND define "#define IN_${other}(...)\n")
      endif()
      string(APPEND undefine "#undef IN_${other}\n")
    endforeach()
    string(APPEND text "${define}#include \"law_sums.h\"\n${undefine}")
    string(APPEND only "#ifdef ONLY_${pass}\n${define}#endif\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}${only}" @ONLY)
endfunction()

# One object library for the model's table and one for each of its kernels, listed in the
# global property MOTE_PARTS_name.
function(mote_model def)
  get_filename_component(name ${def} NAME_WE)
  get_filename_component(folder ${def} DIRECTORY)
  if(TARGET model_${name})
    return()
  endif()
  set(dir ${PROJECT_BINARY_DIR}/models)
  mote_check_name(${def})
  mote_passes(${def} passes)
  mote_write_passes(${dir}/${name}_passes.h ${name}.def "${passes}")
  add_library(model_${name} OBJECT ${PROJECT_SOURCE_DIR}/src/sim/model.c
              ${PROJECT_SOURCE_DIR}/src/sim/model_expressions.c
              ${PROJECT_SOURCE_DIR}/src/sim/model_solids.c)
  file(GLOB laws CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/glsl/lib/*.glsl ${folder}/*.glsl)
  mote_instrument(probe_laws_${name} ${dir}/probe_${name} ${laws})
  set(parts model_${name})
  mote_kernels(${def} kinds)
  foreach(kind ${kinds})
    set(sources pair_kernel.c update_kernel.c)
    if(kind STREQUAL flight)
      set(sources flight_kernel.c)
    endif()
    list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/src/cpu/)
    foreach(isa ${MOTE_ISAS})
      foreach(dimension 2 3)
        set(kernel ${name}_${kind}_${isa}_${dimension})
        add_library(model_${kernel} OBJECT ${sources})
        target_compile_definitions(model_${kernel} PRIVATE ONLY_${kind} KERNEL=${kernel}
                                   LANES=${MOTE_LANES_${isa}} DIMENSION=${dimension})
        if(isa STREQUAL probe)
          target_compile_definitions(model_${kernel} PRIVATE MOTE_PROBE)
          target_compile_options(model_${kernel} PRIVATE $<$<CONFIG:Release>:-O1>)
          target_include_directories(model_${kernel} PRIVATE ${dir}/probe_${name})
          add_dependencies(model_${kernel} probe_laws_${name})
        else()
          target_compile_options(model_${kernel} PRIVATE ${MOTE_FLAGS_${isa}}
                                 $<$<CONFIG:Release>:-O3>)
        endif()
        list(APPEND parts model_${kernel})
      endforeach()
    endforeach()
  endforeach()
  foreach(part ${parts})
    target_compile_definitions(${part} PRIVATE MODEL_NAME=${name} MODEL_DEF="${name}.def"
                               MODEL_GLSL="${name}.glsl" MODEL_PASSES="${name}_passes.h")
    target_include_directories(${part} PRIVATE ${PROJECT_SOURCE_DIR}/src/sim
                               ${PROJECT_SOURCE_DIR}/glsl/lib ${folder} ${dir})
    target_link_libraries(${part} PRIVATE mote_flags)
  endforeach()
  set_property(GLOBAL PROPERTY MOTE_PARTS_${name} ${parts})
endfunction()

function(mote_models target)
  set(declarations "")
  set(names "")
  set(kernels "")
  set(kernel_declarations "")
  set(flights "")
  set(all_parts "")
  foreach(def ${ARGN})
    get_filename_component(def ${def} ABSOLUTE)
    get_filename_component(name ${def} NAME_WE)
    mote_model(${def})
    get_property(parts GLOBAL PROPERTY MOTE_PARTS_${name})
    list(APPEND all_parts ${parts})
    string(APPEND declarations "extern const model model_${name};\n")
    string(APPEND names "    &model_${name},\n")
    mote_kernels(${def} kinds)
    foreach(kind ${kinds})
      foreach(isa ${MOTE_ISAS})
        foreach(dimension 2 3)
          set(kernel ${name}_${kind}_${isa}_${dimension})
          if(kind STREQUAL flight)
            string(APPEND kernel_declarations
                   "extern cpu_stage spawn_${kernel}, spawn_children_${kernel};\n"
                   "extern cpu_stage advance_${kernel}, list_emitted_${kernel};\n"
                   "extern cpu_stage advance_recycled_${kernel}, spawn_recycled_${kernel};\n")
            string(APPEND flights "    {\"${name}\", \"${isa}\", ${dimension}, "
                   "spawn_${kernel}, spawn_children_${kernel}, advance_${kernel}, "
                   "list_emitted_${kernel}, advance_recycled_${kernel}, "
                   "spawn_recycled_${kernel}},\n")
          else()
            string(APPEND kernel_declarations
                   "extern cpu_stage pair_${kernel}, update_${kernel};\n")
            string(APPEND kernels "    {\"${name}\", \"${kind}\", \"${isa}\", ${dimension}, "
                   "pair_${kernel}, update_${kernel}},\n")
          endif()
        endforeach()
      endforeach()
    endforeach()
  endforeach()
  set(file ${PROJECT_BINARY_DIR}/models/${target}.c)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// Made by the build from the models' .def files.
#include \"sim/model.h\"
#include \"cpu/kernels.h\"
#include <stddef.h>
${declarations}
const model *const models[] = {
${names}    NULL,
};
${kernel_declarations}
const cpu_kernel_row cpu_kernels[] = {
${kernels}    {0},
};
const cpu_flight_row cpu_flights[] = {
${flights}    {0},
};
")
  add_library(${target} OBJECT ${file})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE mote_flags)
  set(${target}_parts ${all_parts} PARENT_SCOPE)
endfunction()
