// What becomes of memory that was given back.
#pragma once
#include <stddef.h>

/// Keeps memory that is freed, up to 32 MiB, for what is asked for next, and has the system hand out all pages
/// of the first `soon` bytes at once, if these are 2 MiB or more and far fewer than 32. A PNG takes a megabyte
/// several times, one after the other: new pages for each are a twentieth of its time, and 500 pages one by one
/// another twentieth. Has no effect where the C library is not glibc.
void keepFreedMemory(size_t soon);
