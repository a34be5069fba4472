# cmake -D from=<file> -D to=<header> -P bytes_to_header.cmake: writes a file's bytes, separated by commas.
file(READ "${from}" bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE "${to}" "${bytes}\n")
