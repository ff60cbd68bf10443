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
    guard _NSGetExecutablePath(&name, &size) == 0 else { return nil }
    return name.withUnsafeBufferPointer { resolvedPath(String(cString: $0.baseAddress!)) }
  #else
    return resolvedPath("/proc/self/exe")
  #endif
}

/// The absolute path with links resolved; `nil` with `errno` set where it leads nowhere.
package func resolvedPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// By a clock that nobody sets.
package func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
