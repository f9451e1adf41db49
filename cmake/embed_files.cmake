# SPDX-License-Identifier: MIT
# Writes OUT, a C file with the texts of FILES as arrays of bytes: an array ARRAY of TYPE,
# declared in HEADER, of names and texts. A file is named FOLDER/NAME by the last folder it
# is in, or, with STEM, by its name without the ending.

set(arrays "")
set(rows "")
set(index 0)
foreach(file ${FILES})
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "(................................................................................)"
         "\\1\n" bytes "${bytes}")
  if(STEM)
    get_filename_component(name ${file} NAME_WE)
  else()
    get_filename_component(name ${file} NAME)
    get_filename_component(folder ${file} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    set(name ${folder}/${name})
  endif()
  string(APPEND arrays "static const char file_${index}[] = {\n${bytes}0};\n")
  string(APPEND rows "    {\"${name}\", file_${index}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT} "// Made by the build.
#include \"${HEADER}\"
${arrays}
const ${TYPE} ${ARRAY}[] = {
${rows}    {0, 0},
};
")
