/// From a source to a store: read, unpack, parse, index.
public enum DatasetLoader {
  public static func load(_ source: DatasetSource) throws(DatasetError) -> VenueStore {
    try store(reading: text(of: source), source)
  }

  /// The dataset's text.
  public static func text(of source: DatasetSource) throws(DatasetError) -> PaddedBytes {
    try unpacked(bytes(of: source), source)
  }

  /// As they lie in the file, or come down the pipe.
  static func bytes(of source: DatasetSource) throws(DatasetError) -> PaddedBytes {
    source.kind == .stdin
      ? try FileReading.contents(of: STDIN_FILENO, named: source.displayName)
      : try FileReading.contents(ofFile: source.path)
  }

  static func unpacked(
    _ bytes: PaddedBytes, _ source: DatasetSource
  ) throws(DatasetError) -> PaddedBytes {
    Gzip.isGzip(bytes.bytes) ? try Gzip.unpack(bytes, named: source.displayName) : bytes
  }

  static func store(
    reading text: PaddedBytes, _ source: DatasetSource
  ) throws(DatasetError) -> VenueStore {
    do {
      return try VenueStore(reading: text)
    } catch {
      throw malformed(error, in: text, named: source.displayName)
    }
  }

  static func malformed(
    _ error: ParseError, in text: PaddedBytes, named name: String
  ) -> DatasetError {
    .malformed(
      path: name, at: TextPosition(of: error.offset, in: text.bytes), problem: error.problem,
      excerpt: excerpt(of: text.bytes, at: error.offset))
  }
}
