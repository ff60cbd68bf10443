#include "CPage.h"

// The parts of a page, embedded in the binary by the compiler. This costs nothing at start, and hardly
// anything in a build. The package manager's own way, `.embedInCode`, makes an array of 45,000 numbers from
// the script, which takes the Swift compiler 7 s in each build.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char body[] = {
#embed "page.html"
};
static const unsigned char style[] = {
#embed "page.css"
};
static const unsigned char script[] = {
#embed "page.js"
};

PageFile pageBody(void) { return (PageFile){body, sizeof body}; }
PageFile pageStyle(void) { return (PageFile){style, sizeof style}; }
PageFile pageScript(void) { return (PageFile){script, sizeof script}; }
