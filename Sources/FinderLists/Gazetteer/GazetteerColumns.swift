import FinderEngine

/// The columns of a gazetteer's file, in order and ready to be written.
struct GazetteerColumns {
  let areas: Column<GazetteerArea>
  let units: Column<GazetteerUnit>
  let positions: Column<PackedPosition>
  let names: Column<GazetteerName>
  let regions: Column<GazetteerRegion>
  let texts: Column<UInt8>
  let givenAreas: Column<GazetteerArea>

  /// Writes a file that is there whole or not at all, and that only its owner can read.
  func write(_ sources: [GazetteerSource], to path: FilePath) throws(FileError) {
    let text = GazetteerSource.text(sources)
    var writer = SectionWriter(GazetteerFile.kind, identity: [])
    writer.add(areas)
    writer.add(units)
    writer.add(positions)
    writer.add(names)
    writer.add(regions)
    writer.add(texts)
    writer.add(Column(count: text.count) { text[$0] })
    writer.add(givenAreas)
    guard let file = ReplacementFile(for: path, mode: 0o600) else {
      throw .cannotCreate(path: "\(path)", errno: errno)
    }
    let error = writer.write(to: file.descriptor) ? file.commit(isSynced: true) : errno
    guard error == 0 else { throw .cannotWrite(path: "\(path)", errno: error) }
    try Folder.sync("\(path.folderPrefix).")
  }
}
