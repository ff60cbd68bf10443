import CProcess
import FinderEngine

/// The only way to start another program: without a shell, from a path found before. `streams` are the
/// descriptors that have other numbers in the program. Returns `nil` with `errno` set if it cannot be
/// started.
func start(
  _ program: FilePath, _ arguments: [FilePath], environment: [FilePath]? = nil,
  streams: [(number: CInt, descriptor: CInt)], _ tie: ProgramTie
) -> pid_t? {
  func terminated(_ words: [FilePath]) -> [UnsafeMutablePointer<CChar>?] {
    words.map { $0.withCString { strdup($0) } } + [nil]
  }
  let words = terminated([program] + arguments)
  let variables = environment.map(terminated)
  defer { for word in words + (variables ?? []) { free(word) } }
  // finder's parent may have made it ignore SIGCHLD. Then the system does not record how children end, and a
  // program that starts others would not learn how those ended.
  signal(SIGCHLD, SIG_DFL)
  var process = pid_t()
  let ends = streams.flatMap { [$0.number, $0.descriptor] }
  let error = program.withCString { path in
    words.withUnsafeBufferPointer { words in
      func start(_ variables: UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
        startProgram(&process, path, words.baseAddress, variables, ends, CInt(streams.count), tie)
      }
      guard let variables else { return start(nil) }
      return variables.withUnsafeBufferPointer { start($0.baseAddress) }
    }
  }
  errno = error
  return error == 0 ? process : nil
}
