/// Writes columns as a `SectionFile`. They stay where they are until they are written.
package struct SectionWriter {
  private let kind: SectionKind
  private let identity: [UInt64]
  private var columns: [SectionHeader.Column] = []
  private var contents: [@Sendable (_ from: Int) -> UnsafeRawPointer] = []

  package init(_ kind: SectionKind, identity: [UInt64]) {
    self.kind = kind
    self.identity = identity
  }

  package mutating func add<Element>(_ column: Column<Element>) {
    columns.append(
      SectionHeader.Column(rows: column.count, stride: MemoryLayout<Element>.stride))
    // The closure keeps the column's memory alive.
    contents.append { UnsafeRawPointer(column.base) + $0 }
  }

  /// `nil` where there is too much for a file.
  var fileBytes: Int? {
    SectionHeader(kind: kind, identity: identity, columns: columns)?.blocks.fileBytes
  }

  /// Returns false with the reason in `errno` where writing failed.
  package func write(to descriptor: CInt) -> Bool {
    guard let header = SectionHeader(kind: kind, identity: identity, columns: columns) else {
      errno = EFBIG
      return false
    }
    let sections = zip(header.columns, contents).map { column, contents in
      PieceWriter.Section(offset: column.offset, bytes: column.rows * column.stride) { range, _ in
        contents(range.lowerBound)
      }
    }
    guard let sums = BlockWriter(blocks: header.blocks).write(sections, to: descriptor) else {
      return false
    }
    header.checksumsOfChecksums = sums
    return header.words.withUnsafeBytes { FileWriting.all($0, to: descriptor, at: 0) }
  }
}
