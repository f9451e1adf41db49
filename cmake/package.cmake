# SPDX-License-Identifier: MIT
# What `cpack` makes of a build: on Debian and its kin a .deb of all that is installed; for
# Windows a ZIP of the program alone, to be unpacked anywhere; elsewhere a .tar.gz.

set(MOTE_NOTICES "" CACHE FILEPATH
    "licences of the libraries that are linked into mote.exe, for the ZIP")
set(MOTE_MAINTAINER "The mote authors <mote@localhost>" CACHE STRING
    "whom the .deb names as its maintainer")

set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME mote)
set(CPACK_PACKAGE_VENDOR "The mote authors")
set(CPACK_PACKAGE_CONTACT "${MOTE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "particle simulations whose GPU and CPU reach the same bits")
set(CPACK_STRIP_FILES ON)

if(WIN32)
  # A component of its own, which `cmake --install` leaves out.
  set(portable DESTINATION . COMPONENT portable EXCLUDE_FROM_ALL)
  if(TARGET mote)
    install(TARGETS mote RUNTIME ${portable})
  endif()
  install(FILES LICENSE README.md assets/scene.schema.json ${portable})
  install(DIRECTORY assets/scenes ${portable}
          FILES_MATCHING PATTERN "*.json" PATTERN "*.csv")
  if(MOTE_NOTICES)
    install(FILES ${MOTE_NOTICES} RENAME THIRD-PARTY-LICENSES.txt ${portable})
  endif()
  set(CPACK_GENERATOR ZIP)
  set(CPACK_COMPONENTS_ALL portable)
  set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
  set(CPACK_PACKAGE_FILE_NAME mote-${PROJECT_VERSION}-windows-x86_64)
else()
  find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
  set(CPACK_GENERATOR TGZ)
  if(DPKG_SHLIBDEPS)
    set(CPACK_GENERATOR DEB)
  endif()
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()

# mote_0.1.0_amd64.deb
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# OpenGL without a display is opened at run time, when there is any.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libegl1, libgl1-mesa-dri")
# To link with the static library.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libdeflate-dev, libglfw3-dev, libjansson-dev")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"mote simulates particles on OpenGL 4.3 compute shaders, or without them on
the CPU, to the same bits: it renders scenes written in JSON to PNG frames and
video, and compares the two ways for equality. No display is needed.

This package holds the program, its scenes, and the library libmote with all
that is needed to build against it.")
# It carries a shared library.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/package/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/package/triggers)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

include(CPack)
