// What Swift's `CommandLine` says in the static finder, without a search through the stack. There is
// nothing to call: being linked is enough.
#pragma once
