// The one place that names a system's C library; all other files of the engine, and the
// executables, see it through this import.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

/// The path of the running program, with links resolved.
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
