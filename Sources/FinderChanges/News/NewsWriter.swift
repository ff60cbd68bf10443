import FinderEngine

// Writes changes from the journal in the forms that other programs read.

extension NewsItem {
  package static let columns = [
    "date", "change", "id", "name", "postcode", "lat", "lon", "before_id", "before_name",
    "before_postcode", "before_lat", "before_lon", "distance_m", "moved_m", "fields",
  ]

  /// These follow `columns` if food was asked for.
  package static let foodColumns = FoodAspect.allCases.map(\.name.description)

  /// The edition's day, as in `2026-11-22`.
  package var day: String { Timestamp.day(date) }

  /// One object on one line. `distance` is `nil` without a point.
  package func append(
    jsonTo output: inout ByteBuffer, distance: Double?, showsFood: Bool = false
  ) {
    output.appendObject { output in
      output.append(key: "date", string: day)
      output.append(key: "change", string: kind.rawValue)
      output.append(key: "venue")
      venue.append(jsonTo: &output, showsFood: showsFood)
      output.append(key: "before")
      if let before {
        before.append(jsonTo: &output, showsFood: false)
      } else {
        output.append("null")
      }
      output.append(key: "distance_m")
      if let distance { output.append(tenthsOf: distance) } else { output.append("null") }
      if let path { output.append(key: "moved_m", tenths: path.distance) }
      guard !fields.isEmpty else { return }
      output.append(key: "fields", elements: fields.count) { $0.append(jsonString: fields[$1]) }
    }
  }

  /// Its cells, without a final line break.
  package func append(
    cellsTo output: inout ByteBuffer, _ style: DelimitedStyle, distance: Double?,
    showsFood: Bool = false
  ) {
    output.append(text: day)
    output.append(style.separator)
    output.append(text: kind.rawValue)
    output.append(style.separator)
    venue.append(cellsTo: &output, style)
    if let before {
      before.append(cellsTo: &output, style)
    } else {
      for _ in 0..<5 { output.append(style.separator) }
    }
    if let distance { output.append(tenthsOf: distance) }
    output.append(style.separator)
    if let path { output.append(tenthsOf: path.distance) }
    output.append(style.separator)
    output.append(cell: fields.joined(separator: ";"), style)
    guard showsFood else { return }
    for aspect in FoodAspect.allCases {
      output.append(style.separator)
      output.append(cell: venue.food?.values(aspect).joined(separator: ";") ?? "", style)
    }
  }
}

extension NewsVenue {
  /// The food is `null` if it was not noted.
  fileprivate func append(jsonTo output: inout ByteBuffer, showsFood: Bool) {
    output.appendObject { output in
      output.append(key: "id", string: id)
      output.append(key: "name", string: name.isEmpty ? nil : name)
      output.append(key: "postcode", string: postcode.isEmpty ? nil : postcode)
      output.append(placeOf: place)
      guard showsFood else { return }
      output.append(key: "food")
      guard let food else { return output.append("null") }
      output.appendObject { $0.append(membersOf: food) }
    }
  }

  fileprivate func append(cellsTo output: inout ByteBuffer, _ style: DelimitedStyle) {
    for text in [TidyText.string(id), name, postcode] {
      output.append(cell: text, style)
      output.append(style.separator)
    }
    output.append(number: place.latitude)
    output.append(style.separator)
    output.append(number: place.longitude)
    output.append(style.separator)
  }
}
