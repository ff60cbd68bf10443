import FinderEngine

/// Another program, run to its end without a shell, what it writes taken as it comes.
///
/// One thread does it all, by `poll`, so that no pipe can fill up while nobody reads. The program is
/// killed, and waited for, when whoever takes its output wants no more, or when its time is up.
struct ChildProgram {
  let path: String
  let arguments: [String]
  let environment: [String]
  /// It finds this on its standard input: less than a pipe holds, so that writing it never waits.
  let input: [UInt8]

  /// Where it writes: its standard output, its standard error, and descriptor 3.
  enum Stream: CInt, CaseIterable {
    case output = 1
    case errors = 2
    case headers = 3
  }

  enum End {
    case exit(CInt)
    case signal(CInt)
    /// It has ended, and the system does not say how.
    case unknown
    /// Killed here: its time was up, or its output was no longer wanted.
    case outOfTime
    case unwanted
  }

  static let mostInput = 32_768

  /// The program of that name that a shell would find; relative places on the search path are left
  /// out, since what lies in the working folder is data.
  static func search(_ name: String) -> String? {
    for folder in (environmentValue("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 {
        return path
      }
    }
    return nil
  }

  private static func environmentValue(_ name: String) -> String? { finder.environment(name) }

  /// Gives each piece of output to `take`, which says whether it wants more, and calls `tick` some
  /// ten times a second. `nil` with `errno` set where the program cannot be started.
  func run(
    seconds: Double, take: (Stream, UnsafeBufferPointer<UInt8>) -> Bool, tick: () -> Void
  ) -> End? {
    guard var child = Started(self) else { return nil }
    let deadline = Self.now() + seconds
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while child.isOpen {
      guard Self.now() < deadline else {
        child.kill()
        return .outOfTime
      }
      tick()
      for stream in child.readable(within: 100) {
        let count = buffer.withUnsafeMutableBytes { child.read(stream, into: $0) }
        guard count > 0 else { continue }
        let isWanted = buffer.withUnsafeBufferPointer { bytes in
          take(stream, UnsafeBufferPointer(rebasing: bytes[..<count]))
        }
        guard isWanted else {
          child.kill()
          return .unwanted
        }
      }
    }
    return child.wait()
  }

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The program while it runs, and our ends of its pipes.
private struct Started {
  private let process: pid_t
  private var descriptors: [(stream: ChildProgram.Stream, descriptor: CInt)]

  var isOpen: Bool { !descriptors.isEmpty }

  init?(_ program: ChildProgram) {
    var ours: [(stream: ChildProgram.Stream, descriptor: CInt)] = []
    var theirs: [(number: CInt, descriptor: CInt)] = []
    defer { for end in theirs { close(end.descriptor) } }
    guard let input = Pipe() else { return nil }
    theirs.append((STDIN_FILENO, input.reader))
    precondition(program.input.count <= ChildProgram.mostInput)
    _ = program.input.withUnsafeBytes { write(input.writer, $0.baseAddress, $0.count) }
    close(input.writer)
    for stream in ChildProgram.Stream.allCases {
      guard let pipe = Pipe() else {
        for end in ours { close(end.descriptor) }
        return nil
      }
      ours.append((stream, pipe.reader))
      theirs.append((stream.rawValue, pipe.writer))
    }
    guard let process = Self.spawn(program, theirs) else {
      let error = errno
      for end in ours { close(end.descriptor) }
      errno = error
      return nil
    }
    self.process = process
    descriptors = ours
  }

  private static func spawn(
    _ program: ChildProgram, _ ends: [(number: CInt, descriptor: CInt)]
  ) -> pid_t? {
    var words = ([program.path] + program.arguments).map { strdup($0) } + [nil]
    var variables = program.environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for end in ends { posix_spawn_file_actions_adddup2(&actions, end.descriptor, end.number) }
    // Whoever started finder may have had it ignore that its children end. Then the system keeps no
    // word of how they did, and the program would not see how its own end.
    signal(SIGCHLD, SIG_DFL)
    var process = pid_t()
    let error = posix_spawn(&process, program.path, &actions, nil, &words, &variables)
    guard error == 0 else {
      errno = error
      return nil
    }
    return process
  }

  /// Those that have something to read, or are at their end.
  func readable(within milliseconds: CInt) -> [ChildProgram.Stream] {
    var requests = descriptors.map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return [] }
    return zip(descriptors, requests).filter { $0.1.revents != 0 }.map { $0.0.stream }
  }

  /// How many bytes came; none at the end, after which the stream is closed.
  mutating func read(_ stream: ChildProgram.Stream, into buffer: UnsafeMutableRawBufferPointer)
    -> Int
  {
    guard let i = descriptors.firstIndex(where: { $0.stream == stream }) else { return 0 }
    let count = FinderEngine.read(descriptors[i].descriptor, buffer.baseAddress, buffer.count)
    if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN {
      close(descriptors[i].descriptor)
      descriptors.remove(at: i)
    }
    return max(count, 0)
  }

  mutating func kill() {
    _ = FinderEngine.kill(process, SIGKILL)
    _ = wait()
  }

  mutating func wait() -> ChildProgram.End {
    for end in descriptors { close(end.descriptor) }
    descriptors = []
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 {
      // No word of its end is no word that all went well.
      guard errno == EINTR else { return .unknown }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// Both ends, kept from other programs and from the numbers that a program's own streams take.
private struct Pipe {
  let reader: CInt
  let writer: CInt

  init?() {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    guard moved.allSatisfy({ $0 >= 0 }) else {
      for end in moved where end >= 0 { close(end) }
      return nil
    }
    (reader, writer) = (moved[0], moved[1])
  }
}
