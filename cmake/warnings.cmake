# What every target of this repository is compiled with.
add_library(sluice_build INTERFACE)
target_compile_options(sluice_build INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC 12 sees overlaps inside std::string's operator+ that are not there (GCC bug 105651).
  target_compile_options(sluice_build INTERFACE -Wno-restrict)
endif()

if(SLUICE_FUZZ)
  target_compile_options(sluice_build INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(SLUICE_SANITIZE)
  target_compile_options(sluice_build INTERFACE
    -fsanitize=${SLUICE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(sluice_build INTERFACE -fsanitize=${SLUICE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # With the sanitizers' own code in between GCC no longer sees that an optional is looked at first.
    target_compile_options(sluice_build INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
