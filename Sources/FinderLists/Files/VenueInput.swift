import FinderEngine

/// The form of a file, as its beginning shows. Its name does not count.
package enum VenueForm: Sendable {
  /// An extract of OpenStreetMap.
  case extract
  /// A zip archive.
  case archive
  /// Any GeoJSON: it may be used unchanged as a dataset.
  case geoJSON
  /// GeoJSON of Overture Maps or AllThePlaces, which a `VenueTaker` turns into venues.
  case places
  case overpass
  /// The Food Standards Agency's hygiene ratings.
  case hygiene
  /// Another list with positions.
  case list
  /// Rows with postcodes, without positions.
  case postcodes
  /// A web page, or XML that finder does not read.
  case markup
  /// Nothing that finder reads, as the first bytes show.
  case other

  /// Whether finder does not read such files.
  package var isRefused: Bool { self == .markup || self == .other }

  /// Whether it has more than food and drink, so `--kinds` applies.
  package var hasEverything: Bool { [.extract, .archive, .places].contains(self) }

  /// Whether `ListConversion` reads it.
  package var isList: Bool {
    switch self {
    case .geoJSON, .places, .overpass, .hygiene, .list: true
    case .extract, .archive, .postcodes, .markup, .other: false
    }
  }
}

/// A file or standard input, opened, with its beginning read.
///
///     let input = try VenueInput("-")
///     switch input.form { … }
///     let conversion = ListConversion(try input.stream(), …)
///
/// From a pipe, only enough is read to show what it is, so a list still streams. That beginning is kept for
/// the reader: call one of `stream`, `bytes` and `file`, once.
package final class VenueInput {
  package let path: FilePath
  /// The name used in messages.
  package let name: String
  package let form: VenueForm
  /// When a file was last written, in seconds since 1970.
  package let modified: Int?
  let head: PaddedBytes
  /// Whether it begins with bytes that no text has.
  let isBinary: Bool
  private let descriptor: CInt
  /// Whether it can be opened again; it is then read from its current position.
  private let isRegular: Bool
  private var spool: Spool?

  /// How many bytes are examined. If a list's first record does not end in them, more are, up to the longest
  /// that a record may be.
  static let most = 1 << 16
  static let longestRecord = 1 << 24

  /// `-` is standard input.
  package init(
    _ path: FilePath, named other: String? = nil, columns: ListInput = ListInput(),
    encoding: TextSource.Encoding = .utf8
  ) throws {
    self.path = path
    let name = other ?? (path == "-" ? "standard input" : "\(path)")
    self.name = name
    descriptor = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : path.open(O_RDONLY)
    guard descriptor >= 0 else { throw FileError.unreadable(path: name, errno: errno) }
    let status = stat(of: descriptor)
    guard let status, !status.isFolder else {
      let error = status == nil ? errno : EISDIR
      close(descriptor)
      throw FileError.unreadable(path: name, errno: error)
    }
    let start = status.isRegular ? lseek(descriptor, 0, SEEK_CUR) : -1
    isRegular = start >= 0
    modified = path != "-" && status.isRegular ? status.modificationTime.tv_sec : nil
    var (head, form, isBinary) = ([UInt8](), VenueForm?.none, false)
    var (most, isEnd) = (Self.most, false)
    var space = [UInt8](repeating: 0, count: Self.most)
    while form == nil {
      if !isEnd {
        let room = min(Self.most, most - head.count)
        let got = space.withUnsafeMutableBufferPointer { [descriptor] space in
          FileReading.some(
            of: descriptor, into: UnsafeMutableBufferPointer(rebasing: space[..<room]))
        }
        guard got >= 0 else {
          let error = errno
          close(descriptor)
          throw FileError.unreadable(path: name, errno: error)
        }
        head += space[..<got]
        isEnd = got == 0
      }
      let (isAll, isLong) = (isEnd || head.count == most, most > Self.most)
      guard isAll || !isLong else { continue }
      let reading = head.withUnsafeBufferPointer {
        FormReading($0, isAll: isAll, isLong: isLong, columns, encoding)
      }
      if isAll, reading.lacksRecord, isEnd ? !isLong : most < Self.longestRecord {
        most *= 4
        continue
      }
      isBinary = reading.isBinary
      form = reading.form ?? (isAll ? .other : nil)
    }
    self.form = form ?? .other
    self.isBinary = isBinary
    self.head = PaddedBytes(copying: head)
    if isRegular { lseek(descriptor, start, SEEK_SET) }
  }

  deinit { close(descriptor) }

  /// The text, from its beginning.
  package func stream(encoding: TextSource.Encoding = .utf8) throws -> ListStream {
    let source =
      isRegular
      ? try UnpackedStream(path, named: name) : UnpackedStream(descriptor, named: name, after: head)
    return ListStream(source, encoding: encoding)
  }

  /// All bytes, unchanged.
  package func bytes() throws -> PaddedBytes {
    if isRegular { return try FileReading.contents(of: descriptor, named: name) }
    var bytes = GrowingList<UInt8>(capacity: 1 << 20)
    bytes.extend(by: head.count).update(from: head.base, count: head.count)
    while true {
      guard let space = bytes.freeSpace() else {
        throw FileError.unreadable(path: name, errno: ENOMEM)
      }
      let got = FileReading.some(of: descriptor, into: space)
      guard got >= 0 else { throw FileError.unreadable(path: name, errno: errno) }
      if got == 0 { return bytes.padded() }
      bytes.filled(got)
    }
  }

  /// A file that can be read in any order. A pipe is copied to a temporary file, which lasts as long as this
  /// object.
  package func file() throws -> FilePath {
    if isRegular { return path == "-" ? "/dev/fd/\(descriptor)" : path }
    let spool = try Spool()
    self.spool = spool
    try spool.keep(head.bytes)
    let space = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
    defer { space.deallocate() }
    while true {
      let got = FileReading.some(of: descriptor, into: space)
      guard got >= 0 else { throw FileError.unreadable(path: name, errno: errno) }
      guard got > 0 else { return "/dev/fd/\(spool.descriptor)" }
      try spool.keep(Bytes(rebasing: space[..<got]))
    }
  }
}

/// Finds the form from a file's first bytes.
private struct FormReading {
  /// `nil` if the bytes do not show it yet.
  private(set) var form: VenueForm?
  private(set) var isBinary = false
  /// Whether it is GeoJSON whose first record does not end here, so its source does not show.
  private(set) var lacksRecord = false
  private let isAll: Bool

  /// With `isLong`, packed bytes are unpacked up to the length of the longest record.
  init(
    _ head: Bytes, isAll: Bool, isLong: Bool, _ columns: ListInput,
    _ encoding: TextSource.Encoding
  ) {
    self.isAll = isAll
    guard head.count >= 16 || isAll else { return }
    if ForeignFormat.isExtract(head) {
      form = .extract
    } else if ZipArchive.isZip(head) {
      form = .archive
    } else {
      let text = Self.text(of: head, isLong: isLong, encoding)
      isBinary = !Self.isText(text.bytes)
      form = form(ofText: text, columns, isUTF8: !Self.isUTF16(head))
    }
  }

  /// The beginning, unpacked and as UTF-8, as far as it goes.
  private static func text(
    of head: Bytes, isLong: Bool, _ encoding: TextSource.Encoding
  ) -> PaddedBytes {
    var bytes = PaddedBytes(copying: head)
    if Gzip.isGzip(head), isLong {
      bytes = beginning(ListStream(UnpackedStream(bytes, named: "")))
    } else if Gzip.isGzip(head) {
      guard let unpacked = Gzip.head(ofBeginning: head) else { return PaddedBytes(copying: []) }
      bytes = unpacked
    }
    guard encoding == .latin1 || isUTF16(bytes.bytes) else { return bytes }
    return beginning(ListStream(UnpackedStream(bytes, named: ""), encoding: encoding))
  }

  /// The beginning, as far as it goes, but not beyond the length of the longest record.
  private static func beginning(_ stream: ListStream) -> PaddedBytes {
    stream.checksText = false
    while !stream.isAtEnd, stream.window.count < VenueInput.longestRecord {
      guard (try? stream.fill()) != nil else { break }
    }
    return PaddedBytes(copying: UnsafeBufferPointer(stream.window))
  }

  private static func isText(_ text: Bytes) -> Bool {
    let rest = text[text.lengthOfByteOrderMark...]
    // Spreadsheets and databases write other control characters into their lists.
    guard let first = rest.first, first >= 0x20 || first.isBlank || first == 0x1E else {
      return rest.isEmpty
    }
    return !rest.prefix(4096).contains(0)
  }

  /// Follows the rules of `TextSource`.
  private static func isUTF16(_ text: Bytes) -> Bool {
    guard text.count >= 2 else { return false }
    switch (text[0], text[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF), (0x01...0x7F, 0), (0, 0x01...0x7F): return true
    default: return false
    }
  }

  private mutating func form(
    ofText text: PaddedBytes, _ columns: ListInput, isUTF8: Bool
  ) -> VenueForm? {
    let start = text.bytes.lengthOfByteOrderMark
    let rest = text.bytes[start...]
    guard !isBinary else { return .other }
    guard let first = rest.firstIndex(where: { !$0.isBlank }) else { return isAll ? .other : nil }
    switch rest[first] {
    case UInt8(ascii: "<"): return markup(text.bytes[first...])
    case UInt8(ascii: "["): return .list
    case UInt8(ascii: "{"), 0x1E:
      let form = json(JSONCursor(text, from: rest[first] == 0x1E ? first + 1 : first), columns)
      guard form == .geoJSON else { return form }
      let isOfPlaces = FirstRecord.isOfPlaces(text)
      if isOfPlaces == true { return .places }
      lacksRecord = isOfPlaces == nil
      guard isOfPlaces != nil || isAll else { return nil }
      // A dataset must be UTF-8; a list is converted.
      return isUTF8 ? .geoJSON : .list
    default: return rows(Bytes(rebasing: rest), columns)
    }
  }

  private func rows(_ text: Bytes, _ columns: ListInput) -> VenueForm? {
    guard isAll || text.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    guard let header = Header(of: text) else { return isAll ? .list : nil }
    guard columns.position.latitude == nil else { return .list }
    if header.hasPostcodesAlone { return .postcodes }
    return columns.postcode != nil && !Self.hasPosition(header) ? .postcodes : .list
  }

  private static func hasPosition(_ header: Header) -> Bool {
    let names = ColumnNames.latitude + ColumnNames.easting + ["y", "geometry"]
    return header.columnByLetters(of: names) != nil
  }

  private func markup(_ text: Slice<Bytes>) -> VenueForm? {
    guard let name = text.firstElement else { return isAll ? .markup : nil }
    return name.elementsEqual("FHRSEstablishment".utf8) ? .hygiene : .markup
  }

  /// Decides by the members of its first object, up to the one that settles it.
  private func json(_ start: JSONCursor, _ columns: ListInput) -> VenueForm? {
    var cursor = start
    var isFirst = true
    do throws(ParseError) {
      while let key = try cursor.nextMember(&isFirst) {
        if cursor.string(key, is: "type") {
          guard cursor.byte == UInt8(ascii: "\"") else {
            try cursor.skipValue()
            continue
          }
          let type = try cursor.readString()
          if Self.types.contains(where: { cursor.string(type, is: $0) }) { return .geoJSON }
        } else if cursor.byte == UInt8(ascii: "["),
          let container = Self.containers.first(where: { cursor.string(key, is: $0.key) })
        {
          var ahead = cursor
          var isFirst = true
          guard try ahead.nextElement(&isFirst) else { return container.form }
          if ahead.byte == UInt8(ascii: "{") { return container.form }
          try cursor.skipValue()
        } else if isPosition(key, cursor, columns) {
          return .list
        } else {
          try cursor.skipValue()
        }
      }
      return .list
    } catch {
      // An error at the end may only mean that the text is cut off here; any earlier error is in the file.
      guard error.offset + 16 >= cursor.end else { return .other }
      return isAll ? .geoJSON : nil
    }
  }

  private func isPosition(_ key: JSONStringSpan, _ cursor: JSONCursor, _ columns: ListInput) -> Bool
  {
    cursor.withDecoded(key) { key in
      ColumnNames.isOne(of: ColumnNames.latitude + ColumnNames.longitude, key)
        || [columns.position.latitude, columns.position.longitude].contains {
          $0?.utf8.elementsEqual(key) ?? false
        }
    }
  }

  private static let types: [StaticString] = [
    "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString",
    "Polygon", "MultiPolygon", "GeometryCollection",
  ]
  private static let containers: [(key: StaticString, form: VenueForm)] = [
    ("features", .geoJSON), ("elements", .overpass), ("establishments", .hygiene),
    ("venues", .list),
  ]
}

/// Reads the first record of a list. The text may be cut off after it.
private final class FirstRecord: RecordTaker {
  private var isOfPlaces: Bool?

  private struct Seen: Error {}

  /// `nil` if the first record does not end in the text.
  static func isOfPlaces(_ text: PaddedBytes) -> Bool? {
    let first = FirstRecord()
    let conversion = ListConversion(
      ListStream(UnpackedStream(text, named: "")), ListInput(), ListOutput())
    conversion.taker = first
    _ = try? conversion.run(write: { _ in }, fault: { _, _ in })
    return first.isOfPlaces
  }

  func begin() {}
  var attribution: [Attribution] { [] }

  func take(_ record: inout ListRecord) throws -> RecordVerdict {
    isOfPlaces = OverturePlace(record) != nil || SpiderPlace(record) != nil
    throw Seen()
  }
}
