// Everything is in the header, so it is compiled into the Swift code that uses it.
#include "CVector.h"
