#define _GNU_SOURCE
#include "ChildSpawn.h"

#ifdef __linux__
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// In the child, whose memory is the parent's until `execve`: no handler may run there.
static void resetHandlers(void) {
  for (int number = 1; number <= SIGRTMAX; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0) continue;
    if (action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL) continue;
    action.sa_handler = SIG_DFL;
    action.sa_flags = 0;
    sigaction(number, &action, NULL);
  }
}

int spawnTied(
  pid_t *child, const char *path, char *const arguments[], char *const environment[], const int *ends,
  int count, bool hasOwnGroup) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  const pid_t parent = getpid();
  volatile int error = 0;
  const pid_t process = vfork();
  if (process == 0) {
    resetHandlers();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // It may have been killed already.
    if (getppid() != parent) _exit(127);
    bool isReady = !hasOwnGroup || setpgid(0, 0) == 0;
    for (int i = 0; isReady && i < count; i++) {
      isReady = dup2(ends[2 * i + 1], ends[2 * i]) >= 0;
    }
    if (isReady) {
      sigprocmask(SIG_SETMASK, &before, NULL);
      execve(path, arguments, environment);
    }
    error = errno;
    _exit(127);
  }
  const int refusal = process < 0 ? errno : error;
  if (process > 0 && refusal != 0) {
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  *child = process;
  return refusal;
}
#endif
