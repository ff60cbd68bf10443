import CommandLineKit
import FinderEngine
import FinderOwn

/// The program that the user allowed to say where 'here' is. It is run without a shell or any input, and has
/// five seconds; then it and everything that it started are killed.
struct LocatingProgram {
  let words: [String]

  static let seconds = 5.0
  private static let mostOutput = 1 << 16
  private static let mostErrors = 1 << 10

  struct Problem: Error { let text: String }

  /// From an absolute path, or from a name on the search path. A relative path would be a different program
  /// in each folder.
  static func path(of name: String) -> FilePath? {
    guard name.utf8.contains(UInt8(ascii: "/")) else { return ChildProgram.search(name) }
    let path = FilePath(name)
    guard path.hasPrefix("/"), stat(ofFile: path)?.isRegular == true, path.isAccessible(X_OK) else {
      return nil
    }
    return path
  }

  static func problem(with name: String) -> String {
    let path = FilePath(name)
    let quoted = UsageError.quote(name)
    if !name.utf8.contains(UInt8(ascii: "/")) {
      return "there is no program \(quoted) on the search path"
    }
    if !path.hasPrefix("/") { return "\(quoted) is not an absolute path" }
    guard let status = stat(ofFile: path) else { return "there is no program \(quoted)" }
    return status.isRegular ? "\(quoted) is not executable" : "\(quoted) is not a program"
  }

  func position() -> Result<Coordinate, Problem> {
    let name = UsageError.quote(words[0])
    func failure(_ text: String) -> Result<Coordinate, Problem> {
      .failure(Problem(text: "the program \(name) \(text)"))
    }
    guard let path = Self.path(of: words[0]) else { return failure("is not there") }
    let program = ChildProgram(
      path: path, arguments: Array(words.dropFirst()), environment: Self.environment, input: [],
      hasOwnGroup: true)
    var said = Said()
    let end = program.run(seconds: Self.seconds, take: { said.take($0, $1) }, tick: {})
    switch end {
    case nil: return failure("cannot be started: \(systemMessage(errno))")
    case .unwanted where said.position == nil:
      return failure("printed more than \(shown(bytes: Self.mostOutput))")
    case .exit(let code) where code != 0:
      return failure("ended with exit code \(code)\(said.complaint)")
    case .signal(let number): return failure("was stopped by signal \(number)")
    default: break
    }
    if let position = said.whole() { return .success(position) }
    if case .outOfTime = end {
      return failure("gave no position within \(shown(Self.seconds)) seconds")
    }
    return failure("printed no position\(said.complaint)")
  }

  /// The user's whole environment, since such programs use services of the session; but with a decimal point
  /// in numbers, not a comma.
  private static var environment: [FilePath] {
    var variables: [FilePath] = []
    var place = 0
    while let variable = environ[place] {
      let variable = FilePath(variable)
      if !variable.hasPrefix("LC_ALL=") { variables.append(variable) }
      place += 1
    }
    return variables + ["LC_ALL=C"]
  }

  private struct Said {
    private(set) var position: Coordinate?
    private var output: [UInt8] = []
    private var errors: [UInt8] = []

    mutating func take(_ stream: ChildProgram.Stream, _ bytes: Bytes) -> Bool {
      switch stream {
      case .output:
        output += bytes.prefix(mostOutput + 1 - output.count)
        // Some programs go on printing until they are stopped.
        position = output.withUnsafeBufferPointer { ProgramPosition.find(in: $0, isAll: false) }
        return position == nil && output.count <= mostOutput
      case .errors: errors += bytes.prefix(mostErrors - errors.count)
      case .headers: break
      }
      return true
    }

    func whole() -> Coordinate? {
      position ?? output.withUnsafeBufferPointer { ProgramPosition.find(in: $0, isAll: true) }
    }

    var complaint: String {
      let lines = (errors.isEmpty ? output : errors).split(separator: 0x0A)
      guard let line = lines.first(where: { !$0.isEmpty }) else { return "" }
      return ": \(UsageError.quote(String(decoding: line, as: UTF8.self)))"
    }
  }
}
