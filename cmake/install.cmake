# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: the library both ways with its header, pkg-config file
# and CMake package, the program, and the scenes it can be given.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mote)

install(TARGETS mote_shared EXPORT mote-shared)
install(TARGETS mote_static EXPORT mote-static)
install(EXPORT mote-shared NAMESPACE mote:: DESTINATION ${package_dir})
install(EXPORT mote-static NAMESPACE mote:: DESTINATION ${package_dir})
if(TARGET mote)
  install(TARGETS mote)
endif()
install(DIRECTORY include/mote DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

configure_package_config_file(cmake/mote-config.cmake.in mote-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(mote-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/mote-config.cmake
        ${CMAKE_CURRENT_BINARY_DIR}/mote-config-version.cmake DESTINATION ${package_dir})

# The OpenMP runtime, by its path: compilers keep their own in folders of their own.
set(MOTE_OPENMP_LIBS "")
foreach(name ${OpenMP_C_LIB_NAMES})
  if(NOT name MATCHES "pthread")
    string(APPEND MOTE_OPENMP_LIBS " ${OpenMP_${name}_LIBRARY}")
  endif()
endforeach()
# Relative, so that a tree installed with --prefix or moved still works.
file(RELATIVE_PATH MOTE_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/mote.pc.in mote.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/mote.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(DIRECTORY assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/mote
        FILES_MATCHING PATTERN "*.json" PATTERN "*.csv" PATTERN "pictures" EXCLUDE)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(EXISTS /etc/debian_version)
  install(FILES cmake/debian-copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
endif()
