// Answers as GeoJSON: one feature per venue, at the venue's position. Its properties are the columns or keys
// of the input, then the columns of a row about the venue, then the venue's own other properties.

extension BulkAnswerer {
  mutating func writeFeatures(
    _ ruling: CameraRuling, asked: Coordinate, _ record: PaddedText
  ) {
    search(from: ruling.point)
    guard !hits.isEmpty else { return }
    let names = fillRowStartWithProperties(asked, of: record)
    let precision = reader.precision.flatMap { $0 == .degrees ? nil : $0 }
    for (place, hit) in hits.enumerated() {
      let (venue, writer, start) = (writer.store.venue(hit), writer, rowStart.bytes)
      let (columns, fields) = (plan.venueColumns, plan.venueFields)
      let hasOthers = plan.settings.fields == nil
      output.append(",\n")
      writer.append(
        featureOf: venue, to: &output, replaces: { _ in true },
        adding: { output in
          output.append(start)
          output.append(key: "rank", integer: place + 1)
          let reader = FieldReader(venue)
          for (column, field) in zip(columns, fields.all) {
            output.append(keyText: column)
            writer.append(valueOf: field, of: hit, asInFile: true, reader, to: &output)
          }
          if ruling.isMoved { output.append(key: "moved", bool: true) }
          if let precision { output.append(precision, at: ruling.point) }
          if hasOthers { writer.append(otherPropertiesOf: venue, besides: names, to: &output) }
        })
    }
  }

  /// Writes the record's returned properties. Returns the names taken by these and by the properties that
  /// follow.
  private mutating func fillRowStartWithProperties(
    _ point: Coordinate, of record: PaddedText
  ) -> TakenNames {
    rowStart.truncate()
    switch plan.shape {
    case .cells:
      let cells = reader.cells.all
      for (place, key) in plan.featureKeys.all.enumerated() {
        // The first has no comma before it.
        rowStart.append(place > 0 ? key.text : UnsafeBufferPointer(rebasing: key.text.dropFirst()))
        guard key.column < cells.count else {
          rowStart.append("\"\"")
          continue
        }
        cells[key.column].withValue { rowStart.append(jsonString: $0) }
      }
      return plan.featureNames
    case .objects:
      var names = plan.featureNames
      rowStart.append("\"lat\":")
      rowStart.append(number: point.latitude)
      rowStart.append(key: "lon", number: point.longitude)
      names.take(["lat", "lon"])
      let cursor = JSONCursor(record)
      for member in reader.members {
        // A feature's properties describe its point.
        let isObject = cursor.base[member.value.start] == UInt8(ascii: "{")
        guard reader.isFeature, isObject, cursor.string(member.key, is: "properties") else {
          append(property: member.key, member.value, cursor, &names)
          continue
        }
        var members: [ObjectMember] = []
        cursor.forEachMember(of: member.value) { members.append(ObjectMember(key: $0, value: $1)) }
        for member in members { append(property: member.key, member.value, cursor, &names) }
      }
      return names
    }
  }

  private mutating func append(
    property key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor, _ names: inout TakenNames
  ) {
    rowStart.appendComma()
    names.unused(cursor.decoded(key)).withUnsafeBufferPointer { rowStart.append(jsonString: $0) }
    rowStart.append(":")
    rowStart.append(json: cursor.bytes(of: value))
  }
}

extension VenueWriter {
  /// The venue's properties other than name and postcode; if a name is taken, `venue_` is put before it.
  fileprivate func append(
    otherPropertiesOf venue: Venue, besides taken: TakenNames, to output: inout ByteBuffer
  ) {
    guard venue.tokens.hasOtherProperties else { return }
    let (feature, cursor) = (venue.readFeature(), venue.cursor)
    var taken = taken
    cursor.forEachMember(of: feature.properties) { key, value in
      if cursor.isNameOrPostcode(key, value, of: feature) { return }
      let name = cursor.decoded(key)
      let free = taken.unused(taken.contains(name) ? Array("venue_".utf8) + name : name)
      output.appendComma()
      free.withUnsafeBufferPointer { output.append(jsonString: $0) }
      output.append(":")
      output.append(json: cursor.bytes(of: value))
    }
  }
}

extension ByteBuffer {
  fileprivate mutating func append(_ precision: PointPrecision, at point: Coordinate) {
    append(key: "place_precision")
    append("\"")
    append(precision.name)
    append("\"")
    append(key: "searched_lat", number: point.latitude)
    append(key: "searched_lon", number: point.longitude)
  }
}
