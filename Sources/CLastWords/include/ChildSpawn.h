// A program that ends with the one that started it.
#pragma once
#ifdef __linux__
#include <stdbool.h>
#include <sys/types.h>

/// Starts a program as `posix_spawn` does, and has the system kill it should this process be killed, or the
/// calling thread end, before it. `ends` are pairs: the number that a descriptor has in the program, and
/// the one that it has here, which is above all those numbers. Returns 0 or an error number.
int spawnTied(
  pid_t *child, const char *path, char *const arguments[], char *const environment[], const int *ends,
  int count, bool hasOwnGroup);
#endif
