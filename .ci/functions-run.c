// Prints which functions a static program runs, in the order of their first calls:
//
//   functions-run PROGRAM ARGUMENT… < SYMBOLS
//
// SYMBOLS has a line `ADDRESS NAME` for each function, in order of the addresses. Each function starts
// with a breakpoint, which is taken away when it is met: some ten milliseconds in all.
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__
#define PLACE rip
// The processor stands behind it when it stops.
enum { WIDTH = 1, BEHIND = 1 };
static const unsigned char breakpoint[WIDTH] = {0xCC};
#else
#define PLACE pc
enum { WIDTH = 4, BEHIND = 0 };
static const unsigned char breakpoint[WIDTH] = {0x00, 0x00, 0x20, 0xD4};
#endif

typedef struct {
  unsigned long long place;
  char *name;
  unsigned char code[WIDTH];
} Function;

static int order(const void *a, const void *b) {
  const Function *first = a, *second = b;
  return (first->place > second->place) - (first->place < second->place);
}

int main(int count, char **words) {
  if (count < 2) return 64;
  Function *functions = NULL, next = {0};
  size_t known = 0;
  while (scanf("%llx %ms", &next.place, &next.name) == 2) {
    // Several names of one function.
    if (known > 0 && functions[known - 1].place == next.place) continue;
    if (known % 4096 == 0) functions = realloc(functions, (known + 4096) * sizeof next);
    functions[known++] = next;
  }
  const pid_t process = fork();
  if (process == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execv(words[1], words + 1);
    _exit(127);
  }
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/mem", process);
  int status, memory = -1;
  while (waitpid(process, &status, 0) > 0 && WIFSTOPPED(status)) {
    int passed = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
    struct user_regs_struct registers;
    struct iovec whole = {&registers, sizeof registers};
    if (memory < 0) {
      memory = open(name, O_RDWR);
      for (Function *one = functions; one < functions + known; one++) {
        pread(memory, one->code, WIDTH, (off_t)one->place);
        pwrite(memory, breakpoint, WIDTH, (off_t)one->place);
      }
    } else if (passed == 0) {
      ptrace(PTRACE_GETREGSET, process, NT_PRSTATUS, &whole);
      next.place = registers.PLACE -= BEHIND;
      Function *met = bsearch(&next, functions, known, sizeof next, order);
      if (!met) return 70;
      puts(met->name);
      pwrite(memory, met->code, WIDTH, (off_t)met->place);
      ptrace(PTRACE_SETREGSET, process, NT_PRSTATUS, &whole);
    }
    ptrace(PTRACE_CONT, process, NULL, passed);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 70;
}
