// What becomes of memory that was given back.
#pragma once

/// Keeps memory that is freed, up to 32 MiB, for what is asked for next. A PNG takes a megabyte several times,
/// one after the other, and new pages for each are a twentieth of its time. Has no effect where the C library
/// is not glibc.
void keepFreedMemory(void);
