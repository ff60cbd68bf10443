import CommandLineKit
import FinderEngine
import FinderOwn

/// The user's editor. It is run without a shell, and has the terminal.
struct Editor {
  let name: String
  private let path: FilePath
  private let arguments: [String]

  /// The one of VISUAL, else of EDITOR, else vi; blanks alone name none. Whether there is one is known before
  /// anything is made for it.
  init() throws {
    let (variable, text) = Self.named ?? ("EDITOR", "vi")
    guard let words = CommandWords.words(of: text), let program = words.first else {
      throw Failure(
        .unavailable, "\(variable) has a quote that is not closed")
    }
    guard let path = LocatingProgram.path(of: program) else {
      throw Failure(
        .unavailable, "no editor: \(LocatingProgram.problem(with: program))",
        hint: "  set EDITOR to the one that you use")
    }
    name = program
    self.path = path
    arguments = Array(words.dropFirst())
  }

  /// `nil` where neither VISUAL nor EDITOR names one.
  static func chosen() throws -> Editor? { named == nil ? nil : try Editor() }

  private static var named: (name: String, text: String)? {
    for name in ["VISUAL", "EDITOR"] {
      guard let path = environment(name) else { continue }
      let text = "\(path)"
      if CommandWords.words(of: text)?.isEmpty != true { return (name, text) }
    }
    return nil
  }

  /// Returns when the editor has ended. `otherwise` says what becomes of it all where it failed.
  func edit(_ file: FilePath, otherwise: String) throws {
    // Ctrl-C is meant for the editor, which gets it as ever: a handler of finder's is not handed on.
    let kept = [SIGINT, SIGQUIT].map { ($0, signal($0) { _ in }) }
    defer { for (number, handler) in kept { signal(number, handler) } }
    // What finder prints may go elsewhere than to the terminal.
    let process = start(
      path, arguments.map { FilePath($0) } + [file], streams: [(STDOUT_FILENO, STDERR_FILENO)],
      .withTerminal)
    guard let process else {
      throw Failure(.unavailable, "cannot start \(path): \(systemMessage(errno))")
    }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw Failure(.unavailable, "the editor \(path) failed: \(otherwise)")
    }
  }
}

extension Editor {
  /// Opens a text, and gives `keep` what is left of it when the editor has ended. The file that it is
  /// written in goes only when that is kept: where anything goes wrong, what somebody wrote stays there.
  func edit<Value>(text: String, _ keep: (String) throws -> Value) throws -> Value {
    let path = try Self.file(with: text)
    do {
      try edit(path, otherwise: "nothing was kept")
      let value = try keep(try Self.text(in: path))
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

  private static func text(in path: FilePath) throws -> String {
    let edited = try FileReading.contents(ofFile: path)
    guard edited.count <= VisitRecord.mostText else {
      throw Failure(
        .badData, "the text is longer than \(VisitRecord.mostText) bytes: nothing was kept")
    }
    guard let text = String(validating: edited.bytes, as: UTF8.self) else {
      throw Failure(.badData, "the text is not UTF-8: nothing was kept")
    }
    return text
  }

  /// Whether somebody wrote something; also where that cannot be told.
  private static func hasText(_ path: FilePath, otherThan before: String) -> Bool {
    guard let edited = try? FileReading.contents(ofFile: path) else { return path.isAccessible() }
    let text = VisitDraft.trimmed(String(decoding: edited.bytes, as: UTF8.self))
    return text != nil && text != VisitDraft.trimmed(before)
  }

  /// For its owner alone.
  private static func file(with text: String) throws -> FilePath {
    let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let ending = ".txt"
    var name = Array(("\(folder)/finder-review-XXXXXX\(ending)" as FilePath).bytes) + [0]
    let descriptor = name.withUnsafeMutableBytes {
      mkstemps($0.assumingMemoryBound(to: CChar.self).baseAddress!, CInt(ending.utf8.count))
    }
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "cannot create a file in \(folder): \(systemMessage(errno))")
    }
    defer { close(descriptor) }
    let path = FilePath(bytes: Array(name.dropLast()))
    let bytes = Array((text.isEmpty ? "" : text + "\n").utf8)
    guard bytes.withUnsafeBytes({ FileWriting.all($0, to: descriptor) }) else {
      let error = errno
      path.removeFile()
      throw Failure(.writeFailed, "cannot write \(path): \(systemMessage(error))")
    }
    return path
  }
}
