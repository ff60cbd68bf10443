// The one place that names a system's C library; every other file of the engine sees it through
// this import, and so do the executables that import the engine.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
