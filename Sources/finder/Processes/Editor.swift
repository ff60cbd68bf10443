import CommandLineKit
import FinderEngine
import FinderOwn

/// The user's editor. It is run without a shell, in the terminal.
struct Editor {
  let name: String
  private let path: FilePath
  private let arguments: [String]

  /// The editor in VISUAL, else in EDITOR, else vi; blank values are ignored. Checked before a file is
  /// created for it.
  init() throws {
    let (variable, text) = Self.named ?? ("EDITOR", "vi")
    guard let words = CommandWords.words(of: text), let program = words.first else {
      throw Failure(
        .unavailable, "\(variable) has a quote that is not closed")
    }
    guard let path = LocatingProgram.path(of: program) else {
      throw Failure(
        .unavailable, "no editor: \(LocatingProgram.problem(with: program))",
        hint: "  set EDITOR to your editor")
    }
    name = program
    self.path = path
    arguments = Array(words.dropFirst())
  }

  /// `nil` if neither VISUAL nor EDITOR names one.
  static func chosen() throws -> Editor? { named == nil ? nil : try Editor() }

  private static var named: (name: String, text: String)? {
    for name in ["VISUAL", "EDITOR"] {
      guard let path = environment(name) else { continue }
      let text = "\(path)"
      if CommandWords.words(of: text)?.isEmpty != true { return (name, text) }
    }
    return nil
  }

  /// Opens a copy of a text, and passes the result to `keep` when the editor has ended. The copy is removed
  /// only if `keep` succeeds: if anything goes wrong, the user's text stays there.
  func edit<Value>(
    _ text: [UInt8], of subject: String, _ keep: (PaddedBytes) throws -> Value
  ) throws -> Value {
    let path = try Self.file(with: text, "finder-\(subject)-")
    do {
      try run(with: path)
      let value = try keep(try FileReading.contents(ofFile: path))
      path.removeFile()
      return value
    } catch {
      guard Self.hasText(path, otherThan: text) else {
        path.removeFile()
        throw error
      }
      let failure = Failure(error)
      let hint = failure.hint.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" } ?? ""
      throw Failure(
        failure.code, failure.message,
        hint: hint + UsageError.escape("  your text is in \(path)") + "\n")
    }
  }

  /// The same for the text of a review.
  func edit<Value>(review text: String, _ keep: (String) throws -> Value) throws -> Value {
    try edit(Array((text.isEmpty ? "" : text + "\n").utf8), of: "review") { edited in
      guard edited.count <= VisitRecord.mostText else {
        throw Failure(
          .badData, "the text is longer than \(VisitRecord.mostText) bytes: nothing was kept")
      }
      guard let text = String(validating: edited.bytes, as: UTF8.self) else {
        throw Failure(.badData, "the text is not UTF-8: nothing was kept")
      }
      return try keep(text)
    }
  }

  /// Returns when the editor has ended.
  private func run(with file: FilePath) throws {
    // Ctrl-C is meant for the editor, which receives it as usual: finder's handler is not inherited.
    let kept = [SIGINT, SIGQUIT].map { ($0, signal($0) { _ in }) }
    defer { for (number, handler) in kept { signal(number, handler) } }
    // finder's output may go elsewhere than to the terminal.
    let process = start(
      path, arguments.map { FilePath($0) } + [file], streams: [(STDOUT_FILENO, STDERR_FILENO)],
      .withTerminal)
    guard let process else {
      throw Failure(.unavailable, "cannot start \(path): \(systemMessage(errno))")
    }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw Failure(.unavailable, "the editor \(path) failed: nothing was kept")
    }
  }

  /// Whether some text was written; also true if that is unknown.
  private static func hasText(_ path: FilePath, otherThan before: [UInt8]) -> Bool {
    guard let edited = try? FileReading.contents(ofFile: path) else { return path.isAccessible() }
    return withExtendedLifetime(edited) {
      !edited.bytes.allSatisfy(\.isBlank) && !edited.bytes.elementsEqual(before)
    }
  }

  /// Readable only by its owner.
  private static func file(with text: [UInt8], _ beginning: String) throws -> FilePath {
    let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let ending = ".txt"
    var name = Array(("\(folder)/\(beginning)XXXXXX\(ending)" as FilePath).bytes) + [0]
    let descriptor = name.withUnsafeMutableBytes {
      mkstemps($0.assumingMemoryBound(to: CChar.self).baseAddress!, CInt(ending.utf8.count))
    }
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "cannot create a file in \(folder): \(systemMessage(errno))")
    }
    defer { close(descriptor) }
    let path = FilePath(bytes: Array(name.dropLast()))
    guard text.withUnsafeBytes({ FileWriting.all($0, to: descriptor) }) else {
      let error = errno
      path.removeFile()
      throw Failure(.writeFailed, "cannot write \(path): \(systemMessage(error))")
    }
    return path
  }
}
