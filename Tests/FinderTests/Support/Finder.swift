import TestSupport
import Testing

/// The built binary, run as a user runs it, but with nothing from this machine: no installed dataset, no
/// settings, no home folder.
enum Finder {
  static let plain = ["HOME": "/nonexistent"]

  static func path() throws -> String { try ProcessRunner.builtProduct("finder") }

  /// `finder` is on the search path too, for scripts.
  static func environment(_ extra: [String: String] = [:]) throws -> [String: String] {
    let binary = try path()
    let folder = binary[..<(binary.lastIndex(of: "/") ?? binary.startIndex)]
    let search = "\(folder):\(ProcessRunner.plainEnvironment["PATH"] ?? "/usr/bin:/bin")"
    return plain.merging(["PATH": search]) { $1 }.merging(extra) { $1 }
  }

  static func run(
    _ arguments: [String], data: String? = nil, environment extra: [String: String] = [:],
    stdin: ChildInput = .null, stdout: ChildOutput = .captured, directory: String? = nil
  ) throws -> ProcessResult {
    let named = data.map { ["--data", $0] } ?? []
    return try ProcessRunner.run(
      try path(), arguments + named, environment: try environment(extra), stdin: stdin,
      stdout: stdout, directory: directory)
  }

  /// The arguments in one text, with single spaces between them and no quoting.
  static func run(
    _ line: String, data: String? = nil, environment extra: [String: String] = [:],
    stdin: ChildInput = .null, stdout: ChildOutput = .captured, directory: String? = nil
  ) throws -> ProcessResult {
    try run(
      words(line), data: data, environment: extra, stdin: stdin, stdout: stdout,
      directory: directory)
  }

  static func words(_ line: String) -> [String] {
    line.split(separator: " ").map { String($0) }
  }

  /// A bash script in which `finder` is the binary.
  static func shell(
    _ script: String, environment extra: [String: String] = [:], stdin: ChildInput = .null,
    directory: String? = nil
  ) throws -> ProcessResult {
    try ProcessRunner.shell(
      script, environment: try environment(extra), stdin: stdin, directory: directory)
  }

  /// A script on a terminal of this many columns. Its output is returned as the terminal got it, with
  /// standard error mixed in, but with plain line breaks.
  static func terminal(
    columns: Int, _ script: String, environment extra: [String: String] = [:]
  ) throws -> ProcessResult {
    let settings = ["TERM": "xterm", "SHELL": "/bin/bash"].merging(extra) { $1 }
    return try shell(
      "script -qec \(quoted("stty cols \(columns) && \(script)")) /dev/null | tr -d '\\r'",
      environment: settings)
  }

  static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}

extension ProcessResult {
  /// The terminal's text, with each wrapped message joined into one line.
  var unwrapped: String { stdout.replacing("\r\n", with: "\n").replacing("\n  ", with: " ") }
}

/// Programs that some tests need and some machines lack.
enum Tool {
  static func isThere(_ name: String) -> Bool {
    (try? ProcessRunner.shell("command -v \(name)").status) == 0
  }

  /// util-linux's `script`; the one of BSD systems takes other options.
  static let script = (try? ProcessRunner.shell("script -qec true /dev/null").status) == 0
  static let jq = isThere("jq")
  static let gzip = isThere("gzip")
  static let isRoot = (try? ProcessRunner.shell("test $(id -u) = 0").status) == 0
}

extension Trait where Self == ConditionTrait {
  static var needsTerminal: Self {
    .enabled(if: Tool.script, "needs util-linux's 'script' to make a terminal")
  }
  static var needsJQ: Self { .enabled(if: Tool.jq, "needs 'jq'") }
  static var needsGzip: Self { .enabled(if: Tool.gzip, "needs 'gzip'") }
  static var needsFullDevice: Self {
    .enabled(if: (try? ProcessRunner.shell("test -c /dev/full").status) == 0, "needs /dev/full")
  }
}
