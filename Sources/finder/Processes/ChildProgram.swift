import FinderEngine

/// Another program, run to its end without a shell. Its output is passed on as it arrives.
///
/// One thread reads all its streams with `poll`, so no pipe fills up unread. If the output is no longer
/// wanted, or the time is up, finder kills the program and waits for its end.
struct ChildProgram {
  let path: FilePath
  let arguments: [String]
  let environment: [FilePath]
  /// Its standard input: at most `mostInput` bytes, which fit in a pipe, so writing them never blocks.
  let input: [UInt8]
  /// Whether it has a process group of its own. Then the programs that it starts end with it, but Ctrl-C in
  /// the terminal does not reach it.
  var hasOwnGroup = false

  /// The streams that it writes to: standard output, standard error, and descriptor 3.
  enum Stream: CInt, CaseIterable {
    case output = 1
    case errors = 2
    case headers = 3
  }

  enum End {
    case exit(CInt)
    case signal(CInt)
    /// It has ended, but the system does not report how.
    case unknown
    /// finder killed it because its time was up.
    case outOfTime
    /// finder killed it because `take` wanted no more output.
    case unwanted
  }

  static let mostInput = 32_768

  /// The program that a shell would find under that name. Relative folders on the search path are skipped,
  /// because files in the working folder are data.
  static func search(_ name: String) -> FilePath? {
    let folders = (finder.environment("PATH") ?? "/usr/bin:/bin").bytes
    for folder in folders.split(separator: UInt8(ascii: ":")).map({ FilePath(bytes: $0) })
    where folder.hasPrefix("/") {
      let path: FilePath = "\(folder)/\(name)"
      if stat(ofFile: path)?.isRegular == true, path.isAccessible(X_OK) { return path }
    }
    return nil
  }

  /// Passes each piece of output to `take`, which returns whether it wants more, and calls `tick` about ten
  /// times a second. Returns `nil` with `errno` set if the program cannot be started.
  func run(seconds: Double, take: (Stream, Bytes) -> Bool, tick: () -> Void) -> End? {
    guard var child = RunningProgram(self) else { return nil }
    let deadline = monotonicSeconds() + seconds
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    defer { buffer.deallocate() }
    while child.isOpen {
      guard monotonicSeconds() < deadline else {
        child.kill()
        return .outOfTime
      }
      tick()
      // Programs that it left running may hold its pipes open for ever. So its end is not awaited there: one
      // last read takes what it wrote.
      let isLast = hasOwnGroup && child.hasEnded
      guard child.read(within: isLast ? 0 : 100, into: buffer, take) else {
        child.kill()
        return .unwanted
      }
      if isLast { break }
    }
    // Some programs close their streams and go on running.
    while !child.hasEnded {
      guard monotonicSeconds() < deadline else {
        child.kill()
        return .outOfTime
      }
      usleep(1000)
    }
    return child.wait()
  }
}
