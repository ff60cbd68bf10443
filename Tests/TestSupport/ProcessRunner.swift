// Runs programs for tests: what they print, how they end, how much memory they take.
//
//     let result = try ProcessRunner.run("/bin/cat", stdin: .bytes(data), timeout: .seconds(5))
//     #expect(result.status == 0 && result.stdoutBytes == data, "\(result)")
//
//     let cat = try Coprocess("/bin/cat")                       // a conversation
//     try cat.send("hello\n")
//     #expect(try cat.readLine(timeout: .seconds(5)) == "hello")
//     let end = try cat.finish(timeout: .seconds(5))            // closes stdin, waits
//
// One thread does everything: a `poll` loop feeds stdin while it drains stdout and stderr, so no
// pipe can fill up while the other side waits, and there is nothing to race. Our ends of the pipes
// do not block. A child is reaped only when it is known to have ended, and signals are sent only
// before that, so no signal can reach a stranger with the same id.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// MARK: - What goes in and what comes out

/// Where a child's standard input comes from.
package enum ChildInput: Sendable {
  /// `/dev/null`: at its end at once.
  case null
  /// No descriptor 0 at all.
  case closed
  case bytes([UInt8])
  case file(String)

  package static func text(_ text: String) -> ChildInput { .bytes(Array(text.utf8)) }
}

/// Where a child's standard output or error goes.
package enum ChildOutput: Sendable {
  case captured
  /// No descriptor at all.
  case closed
  /// A path, created or emptied: `/dev/full`, for one.
  case file(String)
}

/// How a process ended, and what it printed.
package struct ProcessResult: Sendable {
  package let command: [String]
  /// The exit status, or 128 + the number of the signal that ended it, as a shell has it.
  package let status: Int32
  /// The signal that ended it, if one did.
  package let signal: Int32?
  /// It was killed because its time was up.
  package let timedOut: Bool
  package let stdoutBytes: [UInt8]
  package let stderrBytes: [UInt8]
  /// The most memory that it held at once. Exact if that is more than this process holds; else
  /// the highest of samples taken every few milliseconds (see `Coprocess.sampleMemory`).
  package let peakResidentBytes: Int

  package var stdout: String { String(decoding: stdoutBytes, as: UTF8.self) }
  package var stderr: String { String(decoding: stderrBytes, as: UTF8.self) }
}

extension ProcessResult: CustomStringConvertible {
  /// What one wants to see of it when a test fails.
  package var description: String {
    let words = command.map { word in
      let isPlain = !word.isEmpty && word.allSatisfy { !" '\"\\$|&;<>()*?\n\t".contains($0) }
      return isPlain ? word : "'\(word)'"
    }
    let end = timedOut ? "timed out" : signal.map { "signal \($0)" } ?? "exit \(status)"
    return """
      $ \(words.joined(separator: " "))
      [\(end)]
      --- stdout, \(stdoutBytes.count) bytes
      \(stdout.prefix(4_000))
      --- stderr, \(stderrBytes.count) bytes
      \(stderr.prefix(4_000))
      """
  }
}

package struct ProcessError: Error, CustomStringConvertible {
  package let description: String

  init(_ what: String, errno code: Int32? = nil) {
    description = what + (code.map { ": " + String(cString: strerror($0)) } ?? "")
  }
}

// MARK: - Running a program to its end

package enum ProcessRunner {
  /// The environment of children that are given none: the search path, and nothing that could
  /// make a result differ from one machine to the next.
  package static let plainEnvironment = ["PATH": variable("PATH") ?? "/usr/bin:/bin"]

  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Runs the executable at a path and waits for its end. When the time is up, it and all that it
  /// started are killed, and the result says so.
  package static func run(
    _ executable: String, _ arguments: [String] = [],
    environment: [String: String] = plainEnvironment, stdin: ChildInput = .null,
    stdout: ChildOutput = .captured, stderr: ChildOutput = .captured,
    directory: String? = nil, timeout: Duration = .seconds(60)
  ) throws -> ProcessResult {
    let process = try Coprocess(
      executable, arguments, environment: environment, stdin: stdin, stdout: stdout,
      stderr: stderr, directory: directory)
    return try process.finish(timeout: timeout)
  }

  /// Runs a script by bash with `pipefail`: the status is that of the last part that failed.
  package static func shell(
    _ script: String, environment: [String: String] = plainEnvironment,
    stdin: ChildInput = .null, directory: String? = nil, timeout: Duration = .seconds(60)
  ) throws -> ProcessResult {
    try run(
      "/bin/bash", ["-o", "pipefail", "-c", script], environment: environment, stdin: stdin,
      directory: directory, timeout: timeout)
  }

  /// The path of an executable of this package, built in the same configuration as the tests: it
  /// lies beside the test bundle, or some folders above the file inside the bundle.
  package static func builtProduct(_ name: String) throws -> String {
    var folder = try pathOfThisImage()[...]
    for _ in 0..<5 {
      guard let slash = folder.lastIndex(of: "/") else { break }
      folder = folder[..<slash]
      let candidate = "\(folder)/\(name)"
      if access(candidate, X_OK) == 0, !isDirectory(candidate) { return candidate }
    }
    throw ProcessError("no executable '\(name)' at or above \(try pathOfThisImage())")
  }

  /// The file that this code was loaded from: on Linux the running executable, on Apple systems
  /// the bundle that a helper loaded.
  private static func pathOfThisImage() throws -> String {
    #if canImport(Darwin)
      var info = Dl_info()
      guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else {
        throw ProcessError("the test bundle's path is unknown")
      }
      return String(cString: name)
    #else
      var buffer = [CChar](repeating: 0, count: 4096)
      let length = readlink("/proc/self/exe", &buffer, buffer.count)
      guard length > 0 else { throw ProcessError("/proc/self/exe", errno: errno) }
      return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #endif
  }

  fileprivate static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

// MARK: - Talking with a program while it runs

/// A child process. Use it from one thread; it is killed when nobody holds it any longer.
package final class Coprocess {
  package let processID: pid_t
  private let command: [String]
  private var input: Int32?
  private var outputs: [Stream]
  private var unsent: ArraySlice<UInt8> = []
  private var closesInputWhenSent = false
  private var isReaped = false
  private var hasEnded = false
  /// How much of the output `readLine` has handed out.
  private var taken = 0
  private var peakSample = 0
  private var nextSample = ContinuousClock.now
  /// The most that this process had held when it had just started the child.
  private let ownPeak: Int

  /// One end of a pipe that the child writes to, and what has come through.
  private struct Stream {
    var descriptor: Int32?
    var bytes: [UInt8] = []
  }

  /// Starts the executable at a path, with a pipe for its input.
  package convenience init(
    _ executable: String, _ arguments: [String] = [],
    environment: [String: String] = ProcessRunner.plainEnvironment, directory: String? = nil
  ) throws {
    try self.init(
      executable, arguments, environment: environment, stdin: nil, stdout: .captured,
      stderr: .captured, directory: directory)
  }

  fileprivate init(
    _ executable: String, _ arguments: [String], environment: [String: String],
    stdin: ChildInput?, stdout: ChildOutput, stderr: ChildOutput, directory: String?
  ) throws {
    var spawn = Spawn()
    defer { spawn.destroy() }
    (processID, input, outputs) = try Spawn.lock.withLock { _ in
      let input = try spawn.connectInput(stdin)
      let outputs = try [spawn.connect(stdout, as: 1), spawn.connect(stderr, as: 2)]
      let child = try spawn.start(
        executable, arguments, environment: environment, directory: directory)
      return (child, input, outputs.map { Stream(descriptor: $0) })
    }
    ownPeak = Self.highWater(of: "self") ?? 0
    command = [executable] + arguments
    // Sent by whatever method runs the loop first.
    if case .bytes(let bytes) = stdin {
      unsent = bytes[...]
      closesInputWhenSent = true
    }
  }

  deinit {
    killGroup()
    if !isReaped { waitpid(processID, nil, 0) }
    for descriptor in [input] + outputs.map(\.descriptor) { descriptor.map { _ = close($0) } }
  }

  /// Sends all of the bytes; output that comes meanwhile is kept.
  package func send(_ bytes: [UInt8], timeout: Duration = .seconds(30)) throws {
    unsent += bytes
    let isSent = try pump(until: .now + timeout) { self.unsent.isEmpty }
    guard isSent else { throw ProcessError("\(command[0]) took no input within \(timeout)") }
  }

  package func send(_ text: String, timeout: Duration = .seconds(30)) throws {
    try send(Array(text.utf8), timeout: timeout)
  }

  /// The next line of its output without its line break; `nil` at the end. What follows the last
  /// line break counts as a line.
  package func readLine(timeout: Duration = .seconds(30)) throws -> String? {
    var scanned = taken
    var end: Int?
    let isThere = try pump(until: .now + timeout) {
      end = self.outputs[0].bytes[scanned...].firstIndex(of: UInt8(ascii: "\n"))
      scanned = self.outputs[0].bytes.count
      return end != nil || self.outputs[0].descriptor == nil
    }
    guard isThere else { throw ProcessError("\(command[0]) wrote no line within \(timeout)") }
    let bytes = outputs[0].bytes
    let line = bytes[taken..<(end ?? bytes.count)]
    if end == nil, line.isEmpty { return nil }
    taken = min((end ?? bytes.count) + 1, bytes.count)
    return String(decoding: line, as: UTF8.self)
  }

  package func closeInput() {
    if let descriptor = input { close(descriptor) }
    input = nil
    unsent = []
  }

  /// Sends a signal to the process alone; one that has ended gets none.
  package func sendSignal(_ number: Int32) {
    if !isReaped { kill(processID, number) }
  }

  /// Closes its input, once what is to be sent has been, and waits for its end. The result has
  /// all that it printed, lines already read too. When the time is up it is killed.
  package func finish(timeout: Duration = .seconds(30)) throws -> ProcessResult {
    closesInputWhenSent = true
    if unsent.isEmpty { closeInput() }
    let isDone = { self.hasEnded && self.outputs.allSatisfy { $0.descriptor == nil } }
    let inTime = try pump(until: .now + timeout, isDone)
    if !inTime {
      killGroup()
      // Something that left the process group may hold the pipes for as long as it likes.
      _ = try pump(until: .now + .seconds(5), isDone)
    }
    return try reap(timedOut: !inTime)
  }

  private func reap(timedOut: Bool) throws -> ProcessResult {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(processID, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw ProcessError("wait4", errno: errno) }
    }
    isReaped = true
    let signal = status & 0x7F
    return ProcessResult(
      command: command, status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      signal: signal == 0 ? nil : signal, timedOut: timedOut, stdoutBytes: outputs[0].bytes,
      stderrBytes: outputs[1].bytes, peakResidentBytes: peak(usage))
  }

  /// Ends the process and all that it started, which share its group.
  private func killGroup() {
    if !isReaped { kill(-processID, SIGKILL) }
  }
}

// MARK: - The loop

extension Coprocess {
  /// Moves bytes until the condition holds, or until the deadline: then `false`.
  private func pump(
    until deadline: ContinuousClock.Instant, _ condition: () -> Bool
  ) throws -> Bool {
    // Short naps at first, for programs that end at once; longer ones later, for the processor's
    // sake.
    var nap: Int32 = 1
    while true {
      noteEnd()
      if condition() { return true }
      if .now >= deadline { return false }
      sampleMemory()
      try moveBytes(waiting: nap)
      nap = min(nap + 1, 10)
    }
  }

  private func moveBytes(waiting milliseconds: Int32) throws {
    let feeding = unsent.isEmpty ? nil : input
    var polled = [
      pollfd(fd: feeding ?? -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: outputs[0].descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outputs[1].descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, nfds_t(polled.count), milliseconds) >= 0 || errno == EINTR else {
      throw ProcessError("poll", errno: errno)
    }
    if polled[0].revents != 0 { try feed() }
    for index in outputs.indices where polled[index + 1].revents != 0 { try drain(index) }
  }

  private func feed() throws {
    guard let descriptor = input else { return }
    let count = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    switch (count, errno) {
    case (0..., _): unsent = unsent.dropFirst(count)
    case (_, EAGAIN), (_, EINTR): return
    // The child reads no more; that is its own affair, as it is in a shell.
    case (_, EPIPE): closeInput()
    case (_, let code): throw ProcessError("writing to \(command[0])", errno: code)
    }
    if unsent.isEmpty, closesInputWhenSent { closeInput() }
  }

  private func drain(_ index: Int) throws {
    guard let descriptor = outputs[index].descriptor else { return }
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { outputs[index].bytes += buffer[..<count] }
      return count
    }
    if count == 0 {
      close(descriptor)
      outputs[index].descriptor = nil
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      throw ProcessError("reading from \(command[0])", errno: errno)
    }
  }

  /// Looks whether the child has ended, and leaves it to be reaped.
  private func noteEnd() {
    guard !hasEnded else { return }
    var info = siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    guard waitid(P_PID, id_t(processID), &info, flags) == 0 else { return }
    hasEnded = info.si_signo == SIGCHLD
  }
}

// MARK: - Memory

extension Coprocess {
  /// On Linux the figure that `wait4` gives starts from what the parent held, for until it runs
  /// its own program a child shares the parent's memory, and a test process holds a lot. The
  /// kernel's figure for the child's own memory is gone once the child has ended; hence samples.
  private func sampleMemory() {
    guard !hasEnded, .now >= nextSample else { return }
    nextSample = .now + .milliseconds(2)
    peakSample = max(peakSample, Self.highWater(of: "\(processID)") ?? 0)
  }

  private func peak(_ usage: rusage) -> Int {
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      let told = Int(usage.ru_maxrss) * 1024
      // The kernel counts in batches, so the two figures for this process may differ by a little.
      let isOwn = told > ownPeak + (1 << 20)
      return isOwn || peakSample == 0 ? told : min(told, peakSample)
    #endif
  }

  private static func highWater(of process: String) -> Int? {
    guard let text = try? Files.text("/proc/\(process)/status") else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let words = line?.split(whereSeparator: \.isWhitespace)
    return words?.dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}

// MARK: - Starting a child

/// What is to be done in the child before its program runs.
private struct Spawn {
  /// Between being made and being marked, a pipe would be inherited by a child that another
  /// thread starts, which would then hold it open.
  static let lock = Mutex(())

  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif
  private var childEnds: [Int32] = []
  private var parentEnds: [Int32] = []
  private var hasStarted = false

  init() {
    _ = Self.ignoresBrokenPipes
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
  }

  /// Writing to a child that has gone is an error to be told, not the end of the tests.
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    for descriptor in childEnds + (hasStarted ? [] : parentEnds) { close(descriptor) }
  }

  /// Our end of the child's input, if it is a pipe.
  mutating func connectInput(_ input: ChildInput?) throws -> Int32? {
    switch input {
    case .null: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, 0)
    case .bytes, nil:
      let pipe = try makePipe()
      return connect(child: pipe.read, as: 0, parent: pipe.write)
    }
    return nil
  }

  mutating func connect(_ output: ChildOutput, as number: Int32) throws -> Int32? {
    switch output {
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    case .closed: posix_spawn_file_actions_addclose(&actions, number)
    case .captured:
      let pipe = try makePipe()
      return connect(child: pipe.write, as: number, parent: pipe.read)
    }
    return nil
  }

  private mutating func connect(child: Int32, as number: Int32, parent: Int32) -> Int32 {
    posix_spawn_file_actions_adddup2(&actions, child, number)
    _ = fcntl(parent, F_SETFL, fcntl(parent, F_GETFL) | O_NONBLOCK)
    childEnds.append(child)
    parentEnds.append(parent)
    return parent
  }

  /// Both ends closed in every child, and out of the way of the numbers 0 to 2.
  private func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ProcessError("pipe", errno: errno) }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    for end in ends { close(end) }
    guard moved.allSatisfy({ $0 >= 0 }) else { throw ProcessError("pipe", errno: errno) }
    return (moved[0], moved[1])
  }

  mutating func start(
    _ executable: String, _ arguments: [String], environment: [String: String], directory: String?
  ) throws -> pid_t {
    setAttributes()
    if let directory { try change(to: directory) }
    let words = [executable] + arguments
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    guard !(words + variables).contains(where: { $0.utf8.contains(0) }) else {
      throw ProcessError("no argument or variable can hold a NUL: \(words)")
    }
    let argv = words.map { strdup($0) } + [nil]
    let envp = variables.map { strdup($0) } + [nil]
    defer { for word in argv + envp { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, executable, &actions, &attributes, argv, envp)
    guard code == 0 else { throw ProcessError("cannot run \(executable)", errno: code) }
    hasStarted = true
    return child
  }

  /// Signals as at login, whatever this process ignores or blocks, and a group of its own, so that
  /// it can be killed with all that it started.
  private mutating func setAttributes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let usual = [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGUSR1, SIGUSR2]
    for number in usual { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  private mutating func change(to directory: String) throws {
    #if canImport(Darwin)
      let code = posix_spawn_file_actions_addchdir_np(&actions, directory)
    #else
      // Old enough to rely on, but not in POSIX, and so hidden from Swift's view of the headers.
      typealias AddChdir =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) ->
        Int32
      guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else {
        throw ProcessError("the C library cannot start a child in another folder")
      }
      let code = unsafeBitCast(symbol, to: AddChdir.self)(&actions, directory)
    #endif
    guard code == 0 else { throw ProcessError("folder \(directory)", errno: code) }
  }
}

// MARK: - Files

/// Whole files, in and out.
package enum Files {
  package static func bytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rbe") else { throw ProcessError(path, errno: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      while case let count = fread(buffer.baseAddress, 1, buffer.count, file), count > 0 {
        bytes += buffer[..<count]
      }
      guard ferror(file) == 0 else { throw ProcessError(path, errno: errno) }
    }
    return bytes
  }

  package static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  package static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "wbe") else { throw ProcessError(path, errno: errno) }
    let count = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard fclose(file) == 0, count == bytes.count else { throw ProcessError(path, errno: errno) }
  }

  /// The names in a folder, sorted.
  package static func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw ProcessError(folder, errno: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes a file, or a folder with all that is in it; follows no links.
  package static func remove(_ path: String) throws {
    if ProcessRunner.isDirectory(path) {
      for name in try names(in: path) { try remove("\(path)/\(name)") }
      guard rmdir(path) == 0 else { throw ProcessError(path, errno: errno) }
    } else {
      guard unlink(path) == 0 else { throw ProcessError(path, errno: errno) }
    }
  }
}

/// A folder that is there while a closure runs: a value that owned it would be gone after its last
/// use, and the folder with it.
package struct TemporaryDirectory: Sendable {
  package let path: String

  package static func with<Result>(
    _ body: (TemporaryDirectory) throws -> Result
  ) throws -> Result {
    let parent = ProcessRunner.variable("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/finder-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ProcessError(parent, errno: errno) }
    let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let directory = TemporaryDirectory(path: name)
    defer { try? Files.remove(directory.path) }
    return try body(directory)
  }

  /// The path of a file in it, whether there is one or not.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and gives its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Files.write(bytes, to: file(name))
    return file(name)
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }
}
