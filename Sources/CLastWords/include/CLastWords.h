// How a process ends that cannot go on where it is: one thread of it speaks, and none returns.
#pragma once
#include <stdbool.h>

#include "ChildSpawn.h"
#include "FreedMemory.h"
#include "TerminalGuard.h"

/// True for the first caller alone. The others wait for the process to end.
bool isFirstToSpeak(void);

/// Has `refused` called, which must not return, when the system refuses memory to anybody in this
/// process: to finder itself, to Swift's library, to zlib. Without it they get NULL as usual, of which
/// Swift's library makes an illegal instruction. Has no effect where the C library is not glibc.
void whenMemoryIsRefused(void (*refused)(void));
