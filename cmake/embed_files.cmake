# SPDX-License-Identifier: MIT
# Writes OUT, a C file with the texts of FILES as arrays of bytes, named FOLDER/NAME.

set(arrays "")
set(rows "")
set(index 0)
foreach(file ${FILES})
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "(................................................................................)"
         "\\1\n" bytes "${bytes}")
  get_filename_component(name ${file} NAME)
  get_filename_component(folder ${file} DIRECTORY)
  get_filename_component(folder ${folder} NAME)
  string(APPEND arrays "static const char file_${index}[] = {\n${bytes}0};\n")
  string(APPEND rows "    {\"${folder}/${name}\", file_${index}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT} "// Made by the build.
#include \"gl/embedded.h\"
${arrays}
const embedded_file embedded_files[] = {
${rows}    {0, 0},
};
")
