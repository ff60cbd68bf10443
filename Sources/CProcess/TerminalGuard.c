#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CProcess.h"

// The thread that takes the descriptor from here restores the terminal.
static atomic_int guarded = -1;
static struct termios settings;
static const char *sequence;
static size_t sequenceLength;

// MARK: Writing

// False if the terminal takes no more.
static bool writeAll(int terminal, const char *bytes, size_t count) {
  int patience = 10;
  while (count > 0) {
    ssize_t written = write(terminal, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (written < 0 && errno == EAGAIN && patience-- > 0) {
      struct pollfd request = {.fd = terminal, .events = POLLOUT};
      poll(&request, 1, 100);
    } else if (written >= 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

// MARK: Standard error

static atomic_int standardError = -1;

static int newFileInMemory(void) {
#ifdef __linux__
  return memfd_create("finder", MFD_CLOEXEC);
#else
  char name[] = "/tmp/finder.XXXXXX";
  int file = mkstemp(name);
  if (file < 0) return -1;
  unlink(name);
  fcntl(file, F_SETFD, FD_CLOEXEC);
  return file;
#endif
}

static void keepStandardError(void) {
  if (!isatty(STDERR_FILENO)) return;
  int file = newFileInMemory();
  if (file < 0) return;
  // Above the numbers of the standard streams, whichever of those may be closed.
  int terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
  if (terminal >= 0 && dup2(file, STDERR_FILENO) >= 0) atomic_store(&standardError, terminal);
  else if (terminal >= 0) close(terminal);
  close(file);
}

static void giveStandardErrorBack(void) {
  int terminal = atomic_exchange(&standardError, -1);
  if (terminal < 0) return;
  char buffer[1024];
  off_t start = 0;
  ssize_t count;
  while ((count = pread(STDERR_FILENO, buffer, sizeof buffer, start)) > 0) {
    if (!writeAll(terminal, buffer, (size_t)count)) break;
    start += count;
  }
  dup2(terminal, STDERR_FILENO);
  close(terminal);
}

// MARK: Restoring

void restoreTerminal(void) {
  int terminal = atomic_exchange(&guarded, -1);
  if (terminal < 0) return;
  int error = errno;
  writeAll(terminal, sequence, sequenceLength);
  // In the background, the terminal's settings belong to another process.
  if (tcgetpgrp(terminal) == getpgrp()) {
    // Pending reports of the mouse are not meant for the shell. TCSANOW does not wait for output, as
    // TCSAFLUSH would: a stopped terminal never takes it.
    tcflush(terminal, TCIFLUSH);
    tcsetattr(terminal, TCSANOW, &settings);
  }
  giveStandardErrorBack();
  errno = error;
}

// MARK: Crashes

static const int crashes[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
enum { crashCount = sizeof crashes / sizeof *crashes };
static struct sigaction earlier[crashCount];

static void crashed(int number, siginfo_t *info, void *context) {
  (void)context;
  restoreTerminal();
  for (int i = 0; i < crashCount; i++)
    if (crashes[i] == number) sigaction(number, &earlier[i], NULL);
  // A fault happens again by itself, with its address, once this returns. A breakpoint does not, nor does a
  // signal that was sent.
  bool isFault = number == SIGILL || number == SIGBUS || number == SIGFPE || number == SIGSEGV;
  if (!isFault || info->si_code <= 0) raise(number);
}

void expectCrashes(void) {
  static bool isListening = false;
  if (isListening) return;
  isListening = true;
  // The stack may be exhausted. The new one is kept for the life of the process.
  stack_t stack = {.ss_size = 64 * 1024};
  stack.ss_sp = malloc(stack.ss_size);
  if (stack.ss_sp) sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  for (int i = 0; i < crashCount; i++) {
    sigaction(crashes[i], NULL, &earlier[i]);
    if (earlier[i].sa_handler != SIG_IGN) sigaction(crashes[i], &action, NULL);
  }
}

void guardTerminal(int terminal, const struct termios *before, const char *bytes, size_t count) {
  settings = *before;
  sequence = bytes;
  sequenceLength = count;
  expectCrashes();
  keepStandardError();
  atomic_store(&guarded, terminal);
}
