/// Writes columns as a `SectionFile`. They stay where they are until they are written.
struct SectionWriter {
  private let kind: SectionKind
  private let identity: [UInt64]
  private let notes: [UInt64]
  private var columns: [SectionHeader.Column] = []
  private var contents: [BlockWriter.Contents] = []

  init(_ kind: SectionKind, identity: [UInt64], notes: [UInt64] = []) {
    (self.kind, self.identity, self.notes) = (kind, identity, notes)
  }

  mutating func add<Element>(_ column: Column<Element>) {
    add(SectionHeader.Column(rows: column.count, stride: MemoryLayout<Element>.stride)) { range, _ in
      withExtendedLifetime(column) { UnsafeRawPointer(column.base) + range.lowerBound }
    }
  }

  /// A column whose bytes are put together as they are written, on several threads.
  mutating func add(_ column: SectionHeader.Column, _ contents: @escaping BlockWriter.Contents) {
    columns.append(column)
    self.contents.append(contents)
  }

  private var header: SectionHeader? {
    SectionHeader(kind: kind, identity: identity, notes: notes, columns: columns)
  }

  /// `nil` where there is too much for a file.
  var fileBytes: Int? { header?.blocks.fileBytes }

  /// Returns false with the reason in `errno` where writing failed.
  func write(to descriptor: CInt) -> Bool {
    guard let header else {
      errno = EFBIG
      return false
    }
    let sections = zip(header.columns, contents).map { column, contents in
      BlockWriter.Section(
        offset: column.offset, bytes: column.rows * column.stride, contents: contents)
    }
    guard let sums = BlockWriter(blocks: header.blocks).write(sections, to: descriptor) else {
      return false
    }
    header.checksumsOfChecksums = sums
    return header.words.withUnsafeBytes { FileWriting.all($0, to: descriptor, at: 0) }
  }
}
