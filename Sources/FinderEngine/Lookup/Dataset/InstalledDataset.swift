/// What is installed in a data folder: the edition that queries use, and the one before.
///
///     installed.json            the record of these two
///     editions/2f8a….geojson.gz the editions, unchanged, named by their SHA-256
///     editions/2f8a….snapshot   made at installation, so no query has to make it
///
/// The record decides. One `rename` replaces it to switch from an edition to the next: a process that reads
/// it before uses the old edition with all its files, and one that reads it after uses the new. An edition's
/// own file never changes.
package struct InstalledDataset: Equatable, Sendable {
  package let folder: FilePath
  package var current: EditionRecord
  package var previous: EditionRecord?

  package static let recordName = "installed.json"
  static let version = 1
  package static let editions = "editions"

  /// Whether it is a name that finder gives to an edition or a file that belongs to one.
  static func isEditionName(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }
    return stem.utf8.count == 32
      && stem.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      && [".geojson", ".geojson.gz"].contains(String(name.dropFirst(stem.count)))
  }
}

extension InstalledDataset {
  /// `nil` if nothing was installed there. A record that exists and cannot be read is an error, not a reason
  /// to search other data.
  package init?(folder: FilePath) throws(DatasetError) {
    let found = try Self.read(folder) { (text) throws(ParseError) in try Self.editions(text) }
    guard let found else { return nil }
    self.init(folder: folder, current: found.current, previous: found.previous)
  }

  /// Where queries find the dataset; `nil` if nothing was installed. It takes a tenth of the instructions for
  /// the whole record (about 200,000).
  static func path(in folder: FilePath) throws(DatasetError) -> FilePath? {
    try read(folder) { (text) throws(ParseError) in "\(folder)/\(try currentFile(text))" }
  }

  private static func read<Result>(
    _ folder: FilePath, _ take: (PaddedBytes) throws(ParseError) -> Result
  ) throws(DatasetError) -> Result? {
    let path: FilePath = "\(folder)/\(recordName)"
    let text: PaddedBytes
    do {
      text = try FileReading.contents(ofFile: path)
    } catch {
      // A file that cannot be seen counts as missing, as in another user's home folder.
      guard path.isAccessible() else { return nil }
      throw .file(error)
    }
    do {
      return try withExtendedLifetime(text) { () throws(ParseError) in try take(text) }
    } catch {
      throw .damagedRecord(
        path: "\(path)", at: TextPosition(of: error.offset, in: text.bytes),
        problem: error.description(in: text.bytes))
    }
  }

  /// The edition in use comes first.
  package var editions: [EditionRecord] { [current] + [previous].compactMap { $0 } }

  /// Where queries find the dataset.
  package var path: FilePath { path(of: current) }

  package func path(of edition: EditionRecord) -> FilePath { "\(folder)/\(edition.file)" }

  /// The record of the dataset at a path, if it is the installed one.
  package static func record(ofFile path: FilePath, in folder: FilePath) -> EditionRecord? {
    guard let installed = try? InstalledDataset(folder: folder), installed.path == path else {
      return nil
    }
    return installed.current
  }

  var text: String {
    var output = ByteBuffer()
    output.appendDocument(
      onLines: true,
      [
        { $0.append(key: "version", integer: Self.version) },
        { $0.append(key: "current", edition: current) },
        { $0.append(key: "previous", edition: previous) },
      ])
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private static func editions(
    _ text: PaddedBytes
  ) throws(ParseError) -> (current: EditionRecord, previous: EditionRecord?) {
    var previous: EditionRecord?
    let current = try readCurrent(text) { (cursor) throws(ParseError) in
      try EditionRecord(&cursor)
    } other: { (key, cursor) throws(ParseError) in
      guard cursor.string(key, is: "previous"), cursor.byte == UInt8(ascii: "{") else {
        return try cursor.skipValue()
      }
      previous = try EditionRecord(&cursor)
    }
    return (current, previous)
  }

  private static func currentFile(_ text: PaddedBytes) throws(ParseError) -> String {
    try readCurrent(text) { (cursor) throws(ParseError) in
      try EditionRecord.file(&cursor)
    } other: { (_, cursor) throws(ParseError) in
      try cursor.skipValue()
    }
  }

  /// Reads the whole text, and returns its current edition.
  private static func readCurrent<Edition>(
    _ text: PaddedBytes, _ current: (inout JSONCursor) throws(ParseError) -> Edition,
    other: (JSONStringSpan, inout JSONCursor) throws(ParseError) -> Void
  ) throws(ParseError) -> Edition {
    var cursor = JSONCursor(text)
    var edition: Edition?
    var hasVersion = false
    cursor.skipWhitespace()
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "current") {
        edition = try current(&cursor)
        return
      }
      guard cursor.string(key, is: "version") else { return try other(key, &cursor) }
      let start = cursor.position
      let digits = cursor.bytes(of: try cursor.readNumber())
      hasVersion = digits.elementsEqual(String(version).utf8)
      guard hasVersion else {
        throw ParseError(start, "expected version \(version); a newer finder wrote this")
      }
    }
    guard cursor.isAtEnd() else { throw cursor.failure("expected nothing more") }
    guard hasVersion else { throw ParseError(0, "expected a \"version\"") }
    guard let edition else { throw ParseError(0, "expected a \"current\" edition") }
    return edition
  }
}
