import FinderEngine

struct ChildProcess {
  let seconds: Double
  /// The most memory that it held at a time, pages of mapped files among it.
  ///
  /// Linux starts this figure, in a child, from what the parent held when it was spawned. So whoever
  /// measures must stay small: nothing of a dataset is ever held in this process.
  let peakBytes: Int

  /// With `environment` and nothing else in its environment; what it prints is thrown away.
  init(_ arguments: [String], environment: [String]) throws {
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)

    let start = monotonicSeconds()
    var child = pid_t()
    guard posix_spawn(&child, arguments[0], &actions, nil, &words, &variables) == 0 else {
      throw Problem(message: "cannot start \(arguments[0])", status: ExitStatus.noInput)
    }
    var status: CInt = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child, status == 0 else {
      throw Problem(
        message: "failed: " + arguments.joined(separator: " "), status: ExitStatus.ioError)
    }
    seconds = monotonicSeconds() - start
    #if canImport(Darwin)
      peakBytes = usage.ru_maxrss
    #else
      peakBytes = usage.ru_maxrss * 1024
    #endif
  }

  static func median(of runs: Int, _ run: () throws -> ChildProcess) rethrows -> ChildProcess {
    let all = try (0..<runs).map { _ in try run() }
    return all.sorted { $0.seconds < $1.seconds }[runs / 2]
  }
}
