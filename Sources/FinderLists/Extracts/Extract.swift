import FinderEngine

/// The venues of an extract of OpenStreetMap, a file such as `united-kingdom-latest.osm.pbf`.
///
/// The format is that of openstreetmap/OSM-binary: `BlobFile` finds the pieces of a file, `ExtractBlock`
/// reads one, and `ExtractReading` asks them for what it needs. A venue has the same tags
/// (`OSMTags`) and the same id as if it had been fetched.
package struct Extract {
  /// A FeatureCollection in order of ids, with its attribution. `data fetch osm` makes the same from the same
  /// venues.
  package let document: PaddedBytes
  /// The ids of the venues, and where they are in the document.
  let features: [Feature]
  package var venues: Int { features.count }
  package let leftOut: ChoiceTally
  /// The ids of ways and relations that are only partly in the file. Each is placed at the middle of its
  /// part.
  package let partial: Set<ObjectID>
  /// Sentences about the file, such as kinds of blobs that finder does not know.
  package let notes: [String]
  /// The date of the data, in seconds since 1970, if the file gives it.
  package let dataMoment: Int?
  /// The box that the data cover, if the file gives it.
  package let extent: BoundingBox?

  typealias Feature = (id: ObjectID, place: Range<Int>)

  /// `progress` receives the share of the file read so far. The file cannot be a pipe, since it is not read
  /// from front to back. Throws `ListError` or `FileError`.
  package static func read(
    _ path: FilePath, named name: String? = nil, choice: VenueChoice,
    today: String = Timestamp.today, progress: @escaping (Double) -> Void = { _ in }
  ) throws -> Extract {
    let name = name ?? "\(path)"
    let descriptor = path.open(O_RDONLY)
    guard descriptor >= 0 else { throw FileError.unreadable(path: name, errno: errno) }
    return try read(descriptor, named: name, choice, today: today, progress)
  }

  /// `descriptor` must be a regular file's. It is closed after reading.
  static func read(
    _ descriptor: CInt, named name: String, _ choice: VenueChoice, today: String,
    _ progress: @escaping (Double) -> Void
  ) throws -> Extract {
    let file = try BlobFile(descriptor, named: name)
    let reading = ExtractReading(file, choice, today: today, progress: progress)
    try reading.run()
    var features = FetchedFeatures(of: .osm, mostBytes: .max)
    // If the file has blobs of unknown types, the missing parts may be in them, so no venue is placed by the
    // parts that are known.
    reading.forEachVenue(mayBePartial: file.otherTypes.isEmpty) {
      id, latitude, longitude, properties in
      features.append(id.word) { output in
        output.append(number: Double(longitude) / 1e7)
        output.append(",")
        output.append(number: Double(latitude) / 1e7)
      } properties: {
        $0.append(properties)
      }
    }
    let document = features.document { $0.append(attribution: [.openStreetMap]) }
    var leftOut = reading.leftOut
    leftOut[.doubles] = features.tally.leftOut[.doubles]
    return Extract(
      document: document.padded(),
      features: features.places.map { (ObjectID(word: $0.id), $0.place) }, leftOut: leftOut,
      partial: reading.partial, notes: notes(of: file, reading),
      dataMoment: file.dataMoment, extent: file.extent)
  }

  private static func notes(of file: BlobFile, _ reading: ExtractReading) -> [String] {
    var notes = file.otherTypes.map { type, count in
      "left out \(count == 1 ? "a blob" : "\(count) blobs") of type '\(fitForMessage(type))', which "
        + "finder does not know"
    }
    if file.typesNotNamed > 0 {
      notes.append("left out \(file.typesNotNamed) blobs of other types")
    }
    // A file that was cut between two blobs looks complete.
    if reading.hasOnlyNodes {
      notes.append("the file has no ways and no relations: it may have been cut short")
    }
    return notes
  }
}
