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
// One thread does everything: a `poll` loop feeds stdin while it drains stdout and stderr, so no pipe can
// fill up while the other side waits, and there are no races. Our ends of the pipes do not block. A child is
// reaped only when it is known to have ended, and signals are sent only before that, so no signal can reach
// another process with the same id.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

package enum ProcessRunner {
  /// The default environment of children: the search path, and nothing that could make results differ between
  /// machines.
  package static let plainEnvironment = ["PATH": variable("PATH") ?? "/usr/bin:/bin"]

  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Runs the executable at a path and waits for its end. When the time is up, it and everything it started
  /// are killed, and the result says so.
  package static func run(
    _ executable: String, _ arguments: [String] = [],
    environment: [String: String] = plainEnvironment, stdin: ChildInput = .null,
    stdout: ChildOutput = .captured, stderr: ChildOutput = .captured,
    directory: String? = nil, timeout: Duration = .seconds(300)
  ) throws -> ProcessResult {
    let process = try Coprocess(
      executable, arguments, environment: environment, stdin: stdin, stdout: stdout,
      stderr: stderr, directory: directory)
    return try process.finish(timeout: timeout)
  }

  /// Runs a script in bash with `pipefail`: the status is that of the last part that failed.
  package static func shell(
    _ script: String, environment: [String: String] = plainEnvironment,
    stdin: ChildInput = .null, directory: String? = nil, timeout: Duration = .seconds(300)
  ) throws -> ProcessResult {
    try run(
      "/bin/bash", ["-o", "pipefail", "-c", script], environment: environment, stdin: stdin,
      directory: directory, timeout: timeout)
  }

  /// The path of an executable of this package, built in the same configuration as the tests: it is beside
  /// the test bundle, or some folders above the file inside the bundle.
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

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
