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

  private let archive: ZipArchive
  private let members: [ZipArchive.Member]
  private let name: String

  /// Throws `FileError` if the archive is damaged, or would unpack to more than `mostUnpacked` bytes. The
  /// default is far more than the lists of a country.
  package init(
    _ path: FilePath, named other: String? = nil, mostUnpacked: Int = 64 << 30
  ) throws(FileError) {
    name = other ?? "\(path)"
    archive = try ZipArchive(path, named: other)
    members = archive.members.filter { !Self.isIgnored($0.name) }
    var unpacked = 0
    for member in members {
      let (sum, isTooMuch) = unpacked.addingReportingOverflow(member.size)
      unpacked = sum
      guard !isTooMuch, unpacked <= mostUnpacked else {
        throw .tooLarge(path: name, limit: mostUnpacked)
      }
    }
  }

  /// Folders, and the files of metadata that macOS adds to an archive.
  private static func isIgnored(_ name: String) -> Bool {
    name.hasSuffix("/") || name.hasPrefix("__MACOSX/")
  }

  /// Turns a list whose rows have only postcodes into GeoJSON; `nil` for any other text. Throws if the
  /// positions of postcodes are not available.
  package typealias Placing = (ListStream) throws -> PaddedBytes?

  /// `fault` receives the first ten records that cannot be used: the member, where in it, and why.
  package func read(
    _ input: ListInput, _ output: ListOutput, choice: VenueChoice,
    encoding: TextSource.Encoding = .utf8,
    placing: Placing = { _ in nil }, progress: ((Double?, Int) -> Void)? = nil,
    write: @escaping RecordWriter.Write,
    fault: (_ member: String, _ place: String, _ problem: String) -> Void = { _, _, _ in }
  ) throws -> Summary {
    var summary = Summary()
    let taker = VenueTaker(choice, isForSeveral: true)
    let writer = RecordWriter(output, write: write)
    let packed = Double(members.reduce(0) { $0 + $1.packedSize } + 1)
    var before = (packed: 0, records: 0)
    var foreign: (member: String, what: String)?
    var leftOut = ChoiceTally()
    for member in members {
      var records = 0
      func read(_ stream: ListStream) throws -> ListConversion.Summary? {
        let conversion = ListConversion(stream, input, output)
        conversion.taker = taker
        conversion.progress = { share, count in
          records = count
          let done = Double(before.packed) + (share ?? 0) * Double(member.packedSize)
          progress?(done / packed, before.records + count)
        }
        return try conversion.run(into: writer) { place, problem in
          if summary.faults < ListPasses.mostReported { fault(stream.name, place, problem) }
        }
      }
      func list(_ stream: () throws -> UnpackedStream) throws -> ListConversion.Summary? {
        if let found = try read(ListStream(try stream(), encoding: encoding)) { return found }
        guard let placed = try placing(ListStream(try stream(), encoding: encoding)) else {
          return nil
        }
        return try read(ListStream(UnpackedStream(placed, named: member.name)))
      }
      var found = try list { try archive.stream(of: member) }
      if found == nil, member.size > 0 {
        let what = try look(at: member)
        if foreign == nil { foreign = what.foreignName.map { (member.name, $0) } }
        if what.isExtract {
          let spool = try spool(member)
          let extract = try Extract.read(
            dup(spool.descriptor), named: "\(name): \(member.name)", choice, today: taker.today
          ) { _ in }
          leftOut.add(extract.leftOut)
          found = try read(ListStream(UnpackedStream(extract.document, named: member.name)))
          found?.notes += extract.notes
        } else if what.isPacked {
          let spool = try spool(member)
          found = try list {
            lseek(spool.descriptor, 0, SEEK_SET)
            return UnpackedStream(spool.descriptor, named: member.name)
          }
        }
      }
      before = (before.packed + member.packedSize, before.records + records)
      guard let found else {
        if member.size > 0 { summary.skipped.append(member.name) }
        continue
      }
      summary.add(found, named: member.name)
    }
    guard summary.lists > 0 else { throw nothing(but: foreign) }
    summary.attribution.add(taker.attribution)
    writer.attribution = summary.attribution
    try writer.finish()
    leftOut.add(taker.tally)
    (summary.written, summary.leftOut) = (writer.tally, leftOut)
    return summary
  }

  /// Examines the beginning of a member that could not be read as a list.
  private func look(
    at member: ZipArchive.Member
  ) throws -> (isPacked: Bool, isExtract: Bool, foreignName: String?) {
    let stream = ListStream(try archive.stream(of: member))
    stream.checksText = false
    try stream.fill()
    let head = UnsafeBufferPointer(stream.window)
    return (Gzip.isGzip(head), ForeignFormat.isExtract(head), ForeignFile.name(of: head))
  }

  /// Copies a member to a temporary file, since in the archive it can only be read from front to back.
  private func spool(_ member: ZipArchive.Member) throws -> Spool {
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
  private func nothing(but foreign: (member: String, what: String)?) -> ListError {
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
