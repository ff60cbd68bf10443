#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads and writes whole files.
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

  /// Removes a file, or a folder with everything in it; follows no links.
  package static func remove(_ path: String) throws {
    if ProcessRunner.isDirectory(path) {
      for name in try names(in: path) { try remove("\(path)/\(name)") }
      guard rmdir(path) == 0 else { throw ProcessError(path, errno: errno) }
    } else {
      guard unlink(path) == 0 else { throw ProcessError(path, errno: errno) }
    }
  }
}

/// A folder that exists while a closure runs: a value that owned it would be released after its last use, and
/// the folder with it.
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

  /// The path of a file in it, whether or not the file exists.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
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
