# cmake -D "from=<file>;..." -D to=<header> -P join.cmake: writes the bytes of each text, and a table kTexts of their names.
foreach(file IN LISTS from)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr char k_${name}[] = {${bytes}};\n")
  string(APPEND table "    {\"${name}\", {k_${name}, sizeof k_${name}}},\n")
endforeach()
file(WRITE "${to}" "${arrays}constexpr std::pair<std::string_view, std::string_view> kTexts[] = {\n${table}};\n")
