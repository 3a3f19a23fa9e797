# The library: headers, and xxHash's headers behind them. sluice::keyed adds HighwayHash,
# sluice::zstd adds zstd.
include(CMakePackageConfigHelpers)

find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)

add_library(sluice INTERFACE)
add_library(sluice::sluice ALIAS sluice)
target_compile_features(sluice INTERFACE cxx_std_20)
target_include_directories(sluice INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

add_library(sluice_keyed INTERFACE)
add_library(sluice::keyed ALIAS sluice_keyed)
set_target_properties(sluice_keyed PROPERTIES EXPORT_NAME keyed)
target_link_libraries(sluice_keyed INTERFACE sluice highwayhash)

add_library(sluice_zstd INTERFACE)
add_library(sluice::zstd ALIAS sluice_zstd)
set_target_properties(sluice_zstd PROPERTIES EXPORT_NAME zstd)
target_link_libraries(sluice_zstd INTERFACE sluice zstd)

install(DIRECTORY include/sluice TYPE INCLUDE)
install(TARGETS sluice sluice_keyed sluice_zstd EXPORT sluice)
install(EXPORT sluice FILE sluiceTargets.cmake NAMESPACE sluice::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sluice)

configure_package_config_file(cmake/sluiceConfig.cmake.in
  ${PROJECT_BINARY_DIR}/sluiceConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sluice)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sluiceConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/sluiceConfig.cmake ${PROJECT_BINARY_DIR}/sluiceConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sluice)

configure_file(cmake/sluice.pc.in ${PROJECT_BINARY_DIR}/sluice.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/sluice.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
