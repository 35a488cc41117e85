# Runs PROGRAM and compares its output exactly with the file EXPECTED.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE output ERROR_VARIABLE error RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
string(REPLACE "\r\n" "\n" output "${output}") # of Windows
if(NOT status EQUAL 0 OR NOT error STREQUAL "" OR NOT output STREQUAL expected)
    message(FATAL_ERROR "${PROGRAM}: status ${status}\n${error}printed\n${output}expected\n${expected}")
endif()
