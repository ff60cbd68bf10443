// What a process does that Swift has no words for: ending it from a signal's handler or from malloc,
// starting another program, and giving the terminal back however it ends.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/// True for the first caller alone. The others wait for the process to end.
bool isFirstToSpeak(void);

/// Has `refused` called, which must not return, when the system refuses memory to anybody in this
/// process: to finder itself, to Swift's library, to zlib. Without it they get NULL as usual, of which
/// Swift's library makes an illegal instruction. Has no effect where the C library is not glibc.
void whenMemoryIsRefused(void (*refused)(void));

/// A program's place among the other processes.
typedef enum __attribute__((enum_extensibility(closed))) {
  /// As finder itself has it.
  withTerminal,
  /// In a session of its own, so that it outlives the terminal.
  detached,
  /// The system kills it should this process be killed, or the calling thread end, before it (on Linux).
  tied,
  /// So too, and it has a group of its own.
  tiedGroup,
} ProgramTie;

/// Starts a program without a shell. `environment` may be NULL, for this process's own. `ends` are pairs:
/// the number that a descriptor has in the program, and the one that it has here, which none of those
/// before it takes away. Returns 0 or an error number.
int startProgram(
  pid_t *process, const char *path, char *const arguments[], char *const environment[],
  const int *ends, int count, ProgramTie tie);

// A terminal that was changed gets back what it was, however the process ends.

/// Keeps how the terminal was, and the bytes that bring its screen back, which must stay where they
/// are. Crashes and SIGQUIT restore it from now on, before they end the process as they always did.
///
/// What is written to standard error meanwhile, if that is a terminal, waits in memory until the
/// terminal is restored.
void guardTerminal(int terminal, const struct termios *before, const char *bytes, size_t count);

/// `guardTerminal` does so too. To be called before by the thread that uses most of its stack, where
/// another is to guard the terminal: only the caller gets a stack for the handlers.
void expectCrashes(void);

/// Only the first call after `guardTerminal` does anything. It uses nothing that a signal's handler may
/// not use, and waits a second at most for a terminal that takes nothing.
void restoreTerminal(void);
