#ifndef FINDER_CPAGE_H
#define FINDER_CPAGE_H

#include <stddef.h>

// A file of this folder, unchanged, in the program's constant data.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} PageFile;

PageFile pageBody(void);
PageFile pageStyle(void);
PageFile pageScript(void);

#endif
