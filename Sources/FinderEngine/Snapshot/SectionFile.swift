/// A mapped file of typed columns, for anything that is to be looked up without being read.
///
///     var writer = SectionWriter(SectionKind("TOWN", version: 1), identity: [])
///     writer.add(latitudes)
///     writer.add(longitudes)
///     guard let file = ReplacementFile(for: path, mode: 0o600), writer.write(to: file.descriptor), …
///
///     let file = SectionFile(path, SectionKind("TOWN", version: 1), identity: [])
///     let latitudes = file?.column(0, of: Int32.self)
///
/// Blocks are verified when they are first touched: see `CheckedFile`. A file with right checksums can
/// still be nonsense, if somebody made it so. Whoever uses a number from it as a place in a column checks
/// it first; `Column.value(at:)` does.
final class SectionFile: CheckedFile, @unchecked Sendable {
  private let header: SectionHeader

  /// `nil` unless the file is whole, of that kind and version, and made for that identity.
  init?(descriptor: CInt, size: Int, _ kind: SectionKind, identity: [UInt64]) {
    guard size >= BlockLayout.blockSize, let file = MappedFile(descriptor, size: size),
      let header = SectionHeader(file.bytes, kind), header.identity == identity
    else { return nil }
    self.header = header
    super.init(file, header.blocks, checksumsOfChecksums: header.checksumsOfChecksums)
  }

  /// From the file at a path, if no other user can have written it.
  static func open(_ path: FilePath, _ kind: SectionKind, identity: [UInt64]) -> SectionFile? {
    PrivateFile.with(path) { descriptor, size in
      SectionFile(descriptor: descriptor, size: size, kind, identity: identity)
    } ?? nil
  }

  var columnCount: Int { header.columns.count }
  var fileBytes: Int { header.blocks.fileBytes }

  /// The columns have numbers in the order in which they were added. One that is not there, or has rows
  /// of another size, is empty, and the file counts as damaged.
  func column<Element: BitwiseCopyable>(_ number: Int, of: Element.Type) -> Column<Element> {
    guard header.columns.indices.contains(number),
      header.columns[number].stride == MemoryLayout<Element>.stride
    else {
      noteDamage()
      return Column(count: 0) { _ in fatalError("no rows") }
    }
    let place = header.columns[number]
    return Column(
      base: (origin + place.offset).assumingMemoryBound(to: Element.self), count: place.rows,
      owner: self)
  }
}

extension Column {
  /// `nil` where there is no such row: for numbers from a file, which anybody may have written.
  @inline(__always) func value(at row: Int) -> Element? {
    row >= 0 && row < count ? self[row] : nil
  }

  /// The values of some rows, verified; `nil` where they are not all there.
  @inline(__always) func values(in rows: Range<Int>) -> UnsafeBufferPointer<Element>? {
    guard rows.lowerBound >= 0, rows.upperBound <= count else { return nil }
    verify(rows)
    return UnsafeBufferPointer(start: base + rows.lowerBound, count: rows.count)
  }
}
