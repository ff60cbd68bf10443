import FinderEngine

/// The lists in a zip archive, read one after another into one document.
///
/// What a member is depends on its content, not on its name or folder. A member that is itself compressed, or
/// is an extract, is first copied to a temporary file. Members that are not lists are skipped, and the
/// summary names them. Several programs may have written the lists, with the same place in each: of venues
/// with the same id, the first is kept. If any member cannot be read to its end, the whole archive is
/// refused.
package struct VenueArchive {
  package struct Summary: Sendable {
    package var written = ListTally()
    package var leftOut = ChoiceTally()
    /// Records that cannot be used.
    package var faults = 0
    /// Records left out by `ListInput.businessTypes`.
    package var otherTypes = 0
    /// The number of members that were read.
    package var lists = 0
    /// The names of members that are not lists.
    package var skipped: [String] = []
    /// Notes about the lists, such as that one is incomplete.
    package var notes: [String] = []
    package var attribution: [Attribution] = []
  }

  fileprivate let archive: ZipArchive
  fileprivate let members: [ZipArchive.Member]
  fileprivate let name: String

  /// Throws `FileError` if the archive is damaged, or would unpack to more than `mostUnpacked` bytes. The
  /// default is far more than the lists of a country.
  package init(
    _ path: FilePath, named other: String? = nil, mostUnpacked: Int = 64 << 30
  ) throws(FileError) {
    name = other ?? "\(path)"
    archive = try ZipArchive(path, named: other)
    members = archive.members.filter { !Self.isIgnored($0.name) }
    try archive.refuse(members, above: mostUnpacked)
  }

  /// Folders, and the files of metadata that macOS adds to an archive.
  private static func isIgnored(_ name: String) -> Bool {
    name.hasSuffix("/") || name.hasPrefix("__MACOSX/")
  }

  /// Turns a list whose rows have only postcodes into GeoJSON, and counts the rows that cannot be read, the
  /// first of which it reports; `nil` for any other text. Throws if the positions of postcodes are not
  /// available.
  package typealias Placing = (
    ListStream, _ fault: (_ place: String, _ problem: String) -> Void
  ) throws -> (text: PaddedBytes, faults: Int)?

  /// The member, where in it, and why.
  package typealias Fault = (_ member: String, _ place: String, _ problem: String) -> Void

  /// `fault` receives the first ten records that cannot be used.
  package func read(
    _ input: ListInput, _ output: ListOutput, choice: VenueChoice,
    encoding: TextSource.Encoding = .utf8,
    placing: @escaping Placing = { _, _ in nil }, progress: ((Double?, Int) -> Void)? = nil,
    write: @escaping RecordWriter.Write, fault: @escaping Fault = { _, _, _ in }
  ) throws -> Summary {
    var reading = ArchiveReading(
      lists: self, input: input, output: output, choice: choice, encoding: encoding,
      placing: placing, progress: progress, fault: fault,
      taker: VenueTaker(choice, isForSeveral: true), writer: RecordWriter(output, write: write),
      packed: Double(members.reduce(0) { $0 + $1.packedSize } + 1))
    for member in members { try reading.read(member) }
    return try reading.finish()
  }

  /// Examines the beginning of a member that could not be read as a list.
  fileprivate func look(
    at member: ZipArchive.Member
  ) throws -> (isPacked: Bool, isExtract: Bool, foreignName: String?) {
    let stream = ListStream(try archive.stream(of: member))
    stream.checksText = false
    try stream.fill()
    let head = UnsafeBufferPointer(stream.window)
    return (Gzip.isGzip(head), ForeignFormat.isExtract(head), ForeignFile.name(of: head))
  }

  /// Copies a member to a temporary file, since in the archive it can only be read from front to back.
  fileprivate func spool(_ member: ZipArchive.Member) throws -> Spool {
    let spool = try Spool()
    let stream = ListStream(try archive.stream(of: member))
    stream.checksText = false
    while !stream.isAtEnd {
      try stream.fill()
      try spool.keep(UnsafeBufferPointer(stream.window))
      stream.use(stream.window.count)
    }
    return spool
  }

  /// The error for an archive without lists. A member in a format that finder recognises but cannot read
  /// explains more than the names of the members do.
  fileprivate func nothing(but foreign: (member: String, what: String)?) -> ListError {
    if let foreign {
      return .malformed(
        path: name, place: "",
        problem: "found no list of venues but \(fitForMessage(foreign.member)), \(foreign.what)",
        hint: nil)
    }
    let names = members.prefix(3).map { fitForMessage($0.name) }.joined(separator: ", ")
    return .malformed(
      path: name, place: "",
      problem: "expected a list of venues in the archive, found "
        + (names.isEmpty ? "nothing" : names + (members.count > 3 ? " and others" : "")),
      hint: nil)
  }
}

/// One reading of an archive's members.
private struct ArchiveReading {
  let lists: VenueArchive
  let input: ListInput
  let output: ListOutput
  let choice: VenueChoice
  let encoding: TextSource.Encoding
  let placing: VenueArchive.Placing
  let progress: ((Double?, Int) -> Void)?
  let fault: VenueArchive.Fault
  let taker: VenueTaker
  let writer: RecordWriter
  /// The packed size of all members.
  let packed: Double
  var summary = VenueArchive.Summary()
  /// How many records were reported to `fault`.
  var reported = 0
  /// What was read of the members before, and of this one.
  var before = (packed: 0, records: 0)
  var records = 0
  /// The first member in a format that finder recognises but cannot read.
  var foreign: (member: String, what: String)?

  mutating func read(_ member: ZipArchive.Member) throws {
    records = 0
    let archive = lists.archive
    var found = try list(member) { try archive.stream(of: member) }
    if found == nil, member.size > 0 { found = try hiddenList(member) }
    before = (before.packed + member.packedSize, before.records + records)
    if let found {
      summary.add(found, named: member.name)
    } else if member.size > 0 {
      summary.skipped.append(member.name)
    }
  }

  mutating func finish() throws -> VenueArchive.Summary {
    guard summary.lists > 0 else { throw lists.nothing(but: foreign) }
    summary.attribution.add(taker.attribution)
    writer.attribution = summary.attribution
    try writer.finish()
    summary.leftOut.add(taker.tally)
    summary.written = writer.tally
    return summary
  }

  /// Reads a list, whose rows may have only postcodes. `nil` if it is none.
  private mutating func list(
    _ member: ZipArchive.Member, _ stream: () throws -> UnpackedStream
  ) throws -> ListConversion.Summary? {
    let whole = ListStream(try stream(), encoding: encoding)
    if let found = try records(of: whole, member) { return found }
    let again = ListStream(try stream(), encoding: encoding)
    guard let placed = try placing(again, { report(again.name, $0, $1) }) else { return nil }
    let text = ListStream(UnpackedStream(placed.text, named: member.name))
    var found = try records(of: text, member)
    found?.faults += placed.faults
    return found
  }

  /// Reads a member that is an extract, or a list compressed once more. `nil` if it is neither.
  private mutating func hiddenList(
    _ member: ZipArchive.Member
  ) throws -> ListConversion.Summary? {
    let what = try lists.look(at: member)
    if foreign == nil { foreign = what.foreignName.map { (member.name, $0) } }
    if what.isExtract {
      let spool = try lists.spool(member)
      let extract = try Extract.read(
        dup(spool.descriptor), named: "\(lists.name): \(member.name)", choice, today: taker.today
      ) { _ in }
      summary.leftOut.add(extract.leftOut)
      let text = ListStream(UnpackedStream(extract.document, named: member.name))
      var found = try records(of: text, member)
      found?.notes += extract.notes
      return found
    }
    guard what.isPacked else { return nil }
    let spool = try lists.spool(member)
    return try list(member) {
      lseek(spool.descriptor, 0, SEEK_SET)
      return UnpackedStream(spool.descriptor, named: member.name)
    }
  }

  private mutating func records(
    of stream: ListStream, _ member: ZipArchive.Member
  ) throws -> ListConversion.Summary? {
    let conversion = ListConversion(stream, input, output)
    conversion.taker = taker
    var records = records
    conversion.progress = { [before, packed, progress] share, count in
      records = count
      let done = Double(before.packed) + (share ?? 0) * Double(member.packedSize)
      progress?(done / packed, before.records + count)
    }
    defer { self.records = records }
    return try conversion.run(into: writer) { report(stream.name, $0, $1) }
  }

  private mutating func report(_ member: String, _ place: String, _ problem: String) {
    guard reported < ListPasses.mostReported else { return }
    reported += 1
    fault(member, place, problem)
  }
}

extension VenueArchive.Summary {
  fileprivate mutating func add(_ list: ListConversion.Summary, named name: String) {
    lists += 1
    faults += list.faults
    otherTypes += list.otherTypes
    attribution.add(list.attribution)
    for note in list.notes where notes.count < 10 {
      notes.append("\(fitForMessage(name)): \(note)")
    }
  }
}
