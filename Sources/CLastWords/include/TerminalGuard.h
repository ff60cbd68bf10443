// A terminal that was changed gets back what it was, however the process ends.
#pragma once
#include <stddef.h>
#include <termios.h>

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
