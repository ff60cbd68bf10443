/// A mapped file of typed columns, for anything that is to be looked up without being read.
///
///     var writer = SectionWriter(SectionKind("TOWN", version: 1), identity: [])
///     writer.add(latitudes)
///     writer.add(longitudes)
///     guard let file = ReplacementFile(for: path, mode: 0o600), writer.write(to: file.descriptor), …
///
///     let file = try SectionFile.open(path, SectionKind("TOWN", version: 1), identity: [])
///     let latitudes = file?.column(0, of: Int32.self)
///
/// Blocks are verified when they are first touched: see `CheckedFile`. A file with right checksums can
/// still be nonsense, if somebody made it so. Whoever uses a number from it as a place in a column checks
/// it first; `Column.value(at:)` does.
package final class SectionFile: CheckedFile, @unchecked Sendable {
  private let header: SectionHeader

  /// `nil` where there is no memory.
  private init?(_ file: MappedFile, _ header: SectionHeader) {
    self.header = header
    super.init(file, header.blocks, checksumsOfChecksums: header.checksumsOfChecksums)
  }

  /// The file at a path. `nil` where there is none, another user may have written it, or it was looked at
  /// and is not whole, of that kind and version, and made for that identity. An error where the system
  /// did not let it be looked at: that says nothing of what is in it.
  package static func open(
    _ path: FilePath, _ kind: SectionKind, identity: [UInt64]
  ) throws(FileError) -> SectionFile? {
    var refusal: CInt = 0
    let file = PrivateFile.with(path) { descriptor, size -> SectionFile? in
      guard size >= BlockLayout.blockSize else { return nil }
      guard let file = MappedFile(descriptor, size: size) else {
        refusal = errno
        return nil
      }
      guard let header = SectionHeader(file.bytes, kind), header.identity == identity else {
        return nil
      }
      let section = SectionFile(file, header)
      if section == nil { refusal = ENOMEM }
      return section
    } refused: {
      refusal = $0
    }
    if let file = file ?? nil { return file }
    if refusal != 0 { throw .unreadable(path: "\(path)", errno: refusal) }
    return nil
  }

  /// For what can be made anew.
  package static func openIfUsable(
    _ path: FilePath, _ kind: SectionKind, identity: [UInt64]
  ) -> SectionFile? {
    (try? open(path, kind, identity: identity)) ?? nil
  }

  package var columnCount: Int { header.columns.count }
  var fileBytes: Int { header.blocks.fileBytes }

  /// The columns have numbers in the order in which they were added. One that is not there, or has rows
  /// of another size, is empty, and the file counts as damaged.
  package func column<Element: BitwiseCopyable>(_ number: Int, of: Element.Type) -> Column<Element>
  {
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
  @inline(__always) package func value(at row: Int) -> Element? {
    row >= 0 && row < count ? self[row] : nil
  }

  /// The values of some rows, verified; `nil` where they are not all there.
  @inline(__always) package func values(in rows: Range<Int>) -> UnsafeBufferPointer<Element>? {
    guard rows.lowerBound >= 0, rows.upperBound <= count else { return nil }
    verify(rows)
    return UnsafeBufferPointer(start: base + rows.lowerBound, count: rows.count)
  }
}
