# SPDX-License-Identifier: MIT
# mote_price(TARGET): an object library with the registry `price_kernels` (src/price/law.h),
# and the variable TARGET_parts: the object libraries it points into, one for each style of
# option and instruction set (cmake/models.cmake).

set(MOTE_PRICE_STYLES european digital asian barrier basket)

function(mote_price target)
  set(parts "")
  set(declarations "")
  set(rows "")
  foreach(isa ${MOTE_ISAS})
    if(isa STREQUAL probe)
      continue()
    endif()
    foreach(style ${MOTE_PRICE_STYLES})
      set(kernel price_${style}_${isa})
      add_library(${kernel} OBJECT ${PROJECT_SOURCE_DIR}/src/price/price_kernel.c)
      target_compile_definitions(${kernel} PRIVATE KERNEL=${kernel} PRICE_STYLE=STYLE_${style}
                                 LANES=${MOTE_LANES_${isa}})
      target_compile_options(${kernel} PRIVATE ${MOTE_FLAGS_${isa}} $<$<CONFIG:Release>:-O3>)
      target_include_directories(${kernel} PRIVATE ${PROJECT_SOURCE_DIR}/glsl/lib
                                 ${PROJECT_SOURCE_DIR}/glsl/price)
      target_link_libraries(${kernel} PRIVATE mote_flags)
      list(APPEND parts ${kernel})
      string(APPEND declarations "extern price_kernel ${kernel};\n")
      string(APPEND rows "    {STYLE_${style}, \"${isa}\", ${kernel}},\n")
    endforeach()
  endforeach()
  set(file ${PROJECT_BINARY_DIR}/price/${target}.c)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// Made by the build: the kernels of src/price/price_kernel.c.
#include \"price/law.h\"
#include <stddef.h>
${declarations}
const price_kernel_row price_kernels[] = {
${rows}    {0, NULL, NULL},
};
")
  add_library(${target} OBJECT ${file})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE mote_flags)
  set(${target}_parts ${parts} PARENT_SCOPE)
endfunction()
