import FinderEngine

extension Editor {
  /// What is left of a text when the editor has ended. Throws where it did not end well.
  func edit(text: String) throws -> String {
    let path = try Self.file(with: text)
    defer { path.removeFile() }
    try edit(path, otherwise: "nothing was kept")
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
