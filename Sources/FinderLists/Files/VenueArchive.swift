import FinderEngine

/// The lists in a zip, read one after another into one document.
///
/// What a member is, its content shows: names and folders say nothing. Members that are no lists are passed
/// over and named. Of venues with one id the first is kept, because archives are made by several programs
/// that know the same place. What cannot be read to its end makes the whole archive unreadable.
package struct VenueArchive {
  package struct Summary: Sendable {
    package var written = ListTally()
    package var leftOut = ChoiceTally()
    /// Records that cannot be used.
    package var faults = 0
    package var otherTypes = 0
    /// Members that were read, by their names.
    package var lists = 0
    package var passedOver: [String] = []
    /// Sentences of the lists about themselves, such as that there is more.
    package var notes: [String] = []
    package var attribution: [Attribution] = []
  }

  private let archive: ZipArchive
  private let members: [ZipArchive.Member]
  private let name: String

  /// Throws `FileError` where the archive is damaged, or unpacks to more than a country's lists.
  package init(
    _ path: FilePath, named other: String? = nil, mostUnpacked: Int = 64 << 30
  ) throws(FileError) {
    name = other ?? "\(path)"
    archive = try ZipArchive(path, named: other)
    members = archive.members.filter { !Self.isAside($0.name) }
    var unpacked = 0
    for member in members {
      let (sum, isTooMuch) = unpacked.addingReportingOverflow(member.size)
      unpacked = sum
      guard !isTooMuch, unpacked <= mostUnpacked else {
        throw .tooLarge(path: name, limit: mostUnpacked)
      }
    }
  }

  /// Folders, and what a Mac packs beside each file.
  private static func isAside(_ name: String) -> Bool {
    name.hasSuffix("/") || name.hasPrefix("__MACOSX/")
  }

  /// What rows with postcodes alone are once they are placed: GeoJSON. `nil` of any other text. It may throw
  /// where there is nothing to place them by.
  package typealias Placing = (ListStream) throws -> PaddedBytes?

  /// `fault` gets the first ten records that cannot be used: the member, where in it, and why.
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
      func stream() throws -> ListStream {
        ListStream(try archive.stream(of: member), encoding: encoding)
      }
      var found = try read(stream())
      if found == nil, let placed = try placing(stream()) {
        found = try read(ListStream(UnpackedStream(placed, named: member.name)))
      }
      before = (before.packed + member.packedSize, before.records + records)
      guard let found else {
        if member.size > 0 { summary.passedOver.append(member.name) }
        continue
      }
      summary.add(found, named: member.name)
    }
    guard summary.lists > 0 else { throw nothing }
    summary.attribution.add(taker.attribution)
    writer.attribution = summary.attribution
    try writer.finish()
    (summary.written, summary.leftOut) = (writer.tally, taker.tally)
    return summary
  }

  private var nothing: ListError {
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
