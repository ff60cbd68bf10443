// All there is stands in the header, so that it becomes part of the Swift code that asks for it.
#include "CVector.h"
