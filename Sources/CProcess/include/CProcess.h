// What Swift cannot do for a process: ending it from a signal handler or from malloc, starting another
// program, and restoring the terminal however it ends.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/// True only for the first caller. The others wait for the process to end.
bool isFirstToSpeak(void);

/// Calls `refused`, which must not return, when the system refuses memory to any part of this process: finder
/// itself, Swift's library or zlib. Otherwise they get NULL as usual, which Swift's library turns into an
/// illegal instruction. Has no effect if the C library is not glibc.
void whenMemoryIsRefused(void (*refused)(void));

/// How a program relates to this process and its terminal.
typedef enum __attribute__((enum_extensibility(closed))) {
  /// The same terminal as finder's.
  withTerminal,
  /// In a session of its own, to outlive the terminal.
  detached,
  /// The system kills it if this process is killed, or the calling thread ends, before it does (on Linux).
  tied,
  /// The same, in a process group of its own.
  tiedGroup,
} ProgramTie;

/// Starts a program without a shell. `environment` may be NULL, for this process's own. `ends` are pairs: a
/// descriptor's number in the program, and its number here, which no earlier pair may overwrite. Returns 0 or
/// an error number.
int startProgram(
  pid_t *process, const char *path, char *const arguments[], char *const environment[],
  const int *ends, int count, ProgramTie tie);

// A changed terminal is restored however the process ends.

/// Remembers the terminal's settings, and the bytes that restore its screen, which must stay in place. From
/// now on, crashes and SIGQUIT restore the terminal before they end the process as usual.
///
/// If standard error is a terminal, what is written to it meanwhile stays in memory until the terminal is
/// restored.
void guardTerminal(int terminal, const struct termios *before, const char *bytes, size_t count);

/// `guardTerminal` calls this too. If another thread will guard the terminal, the thread that uses the most
/// stack should call it first: only the calling thread gets a stack for the handlers.
void expectCrashes(void);

/// Only the first call after `guardTerminal` does anything. It uses only what is allowed in a signal handler,
/// and waits at most a second for a terminal that takes nothing.
void restoreTerminal(void);
