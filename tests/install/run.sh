#!/bin/sh
# Installs the build into a temporary folder and compiles README's library example against it as a
# stranger's program would: once by find_package, once by pkg-config. Usage: run.sh SOURCE BUILD
set -eu
source=$1
build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake --install "$build" --prefix "$folder/installed" >"$folder/log"
mkdir "$folder/program"
awk '/^```cpp$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/README.md" >"$folder/program/main.cpp"
grep -q sluice/sluice.hpp "$folder/program/main.cpp" || { echo "README.md shows no library example"; exit 1; }

cat >"$folder/program/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(stranger CXX)
find_package(sluice REQUIRED)
add_executable(stranger main.cpp)
target_link_libraries(stranger PRIVATE sluice::sluice)
CMAKE
cmake -S "$folder/program" -B "$folder/by-cmake" -DCMAKE_PREFIX_PATH="$folder/installed" >>"$folder/log"
cmake --build "$folder/by-cmake" >>"$folder/log"

library=$(cd "$folder/installed" && dirname "$(find . -name sluice.pc)")
PKG_CONFIG_PATH="$folder/installed/$library"
export PKG_CONFIG_PATH
${CXX:-c++} -std=c++20 -O2 $(pkg-config --define-variable=prefix="$folder/installed" --cflags sluice) \
  "$folder/program/main.cpp" -o "$folder/by-pkg-config"

expected='a fresh
b fresh
a repeat
c fresh'
for program in "$folder/by-cmake/stranger" "$folder/by-pkg-config"; do
  said=$(printf 'a\nb\na\nc\n' | "$program")
  [ "$said" = "$expected" ] || { echo "$program said: $said"; exit 1; }
done
[ "$(printf 'x\nx\ny\n' | "$folder/installed/bin/sluice" -m 1M 2>"$folder/log")" = "x
y" ] || { cat "$folder/log"; echo "the installed command does not work"; exit 1; }
