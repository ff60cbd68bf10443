#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "CProcess.h"

extern char **environ;

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/wait.h>

// Runs in the child, which shares the parent's memory until `execve`: no handler may run there.
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

int startProgram(
  pid_t *process, const char *path, char *const arguments[], char *const environment[],
  const int *ends, int count, ProgramTie tie) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  const pid_t parent = getpid();
  volatile int error = 0;
  const pid_t child = vfork();
  if (child == 0) {
    resetHandlers();
    if (tie == tied || tie == tiedGroup) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      // The parent may have been killed already.
      if (getppid() != parent) _exit(127);
    }
    bool isReady = tie == detached ? setsid() >= 0 : tie != tiedGroup || setpgid(0, 0) == 0;
    for (int i = 0; isReady && i < count; i++) {
      isReady = dup2(ends[2 * i + 1], ends[2 * i]) >= 0;
    }
    if (isReady) {
      sigprocmask(SIG_SETMASK, &before, NULL);
      execve(path, arguments, environment ? environment : environ);
    }
    error = errno;
    _exit(127);
  }
  const int refusal = child < 0 ? errno : error;
  if (child > 0 && refusal != 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  *process = child;
  return refusal;
}
#else
#include <spawn.h>

int startProgram(
  pid_t *process, const char *path, char *const arguments[], char *const environment[],
  const int *ends, int count, ProgramTie tie) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int i = 0; i < count; i++) {
    posix_spawn_file_actions_adddup2(&actions, ends[2 * i + 1], ends[2 * i]);
  }
  if (tie == detached) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  if (tie == tiedGroup) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error = posix_spawn(
    process, path, &actions, &attributes, arguments, environment ? environment : environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}
#endif
