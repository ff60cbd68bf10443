// The one place that names a system's C library; every other file of the engine sees it through
// this import, and so do the executables that import the engine.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

/// Where the running program lies, links resolved.
package func executablePath() -> String? {
  #if canImport(Darwin)
    var size: UInt32 = 0
    _NSGetExecutablePath(nil, &size)
    var name = [CChar](repeating: 0, count: Int(size))
    guard _NSGetExecutablePath(&name, &size) == 0, let path = realpath(name, nil) else {
      return nil
    }
  #else
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
  #endif
  defer { free(path) }
  return String(cString: path)
}
