// Writes a lot to a standard error that TerminalGuard.c keeps, and is interrupted all the time while it
// is given back.
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

#include "CProcess.h"

static void nothing(int number) { (void)number; }

int main(void) {
  struct termios before;
  if (tcgetattr(0, &before) != 0) return 1;
  guardTerminal(0, &before, "", 0);
  for (int i = 0; i < 40000; i++) fprintf(stderr, "%08d", i);
  // Without SA_RESTART.
  struct sigaction action = {.sa_handler = nothing};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval often = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &often, NULL);
  restoreTerminal();
  return 0;
}
