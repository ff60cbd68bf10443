#include <stdlib.h>

// Swift's library looks for the arguments in a constructor of its own: it reads /proc/self/maps to find the
// stack, and walks back from `environ`. That takes 59,000 instructions of the 476,000 of a whole `near`, and
// an eighth of its time. The C library passes the arguments to every constructor. So these replace two
// functions of Swift's library, whose object file is then not linked. They are weak: if a later library links
// that file for another reason, its own functions are used.
#if defined(STATIC_EXECUTABLE) && defined(__linux__) && defined(__GLIBC__)
static int count;
static char **arguments;

__attribute__((constructor)) static void keepArguments(int given, char **vector) {
  count = given;
  arguments = vector;
}

__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *outCount) {
  *outCount = count;
  return arguments;
}

__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **vector, int given) {
  keepArguments(given, vector);
}
#endif
