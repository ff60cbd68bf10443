/// What kind of point a text was taken for, as answers name it.
package enum PlaceKind: Sendable {
  case plusCode, gridReference, postcode, place, venue, saved, here

  fileprivate var name: StaticString {
    switch self {
    case .plusCode: "plus-code"
    case .gridReference: "grid"
    case .postcode: "postcode"
    case .place: "place"
    case .venue: "venue"
    case .saved: "saved"
    case .here: "here"
    }
  }
}

/// Where the position of such a point comes from, as answers name it.
package enum PlaceSource: Sendable {
  case dataset, gazetteer, places, saved, locate

  fileprivate var name: StaticString {
    switch self {
    case .dataset: "dataset"
    case .gazetteer: "gazetteer"
    case .places: "places"
    case .saved: "saved"
    case .locate: "locate"
    }
  }
}

extension ByteBuffer {
  /// The value of an answer's `place`. No `String` is made: most points in words of a stream are postcodes.
  package mutating func append(
    placeMeantBy text: Bytes, _ kind: PlaceKind, named name: Bytes, _ precision: PointPrecision,
    from source: PlaceSource?
  ) {
    append("{\"text\":")
    append(jsonString: text)
    append(",\"kind\":\"")
    append(kind.name)
    append("\",\"name\":")
    append(jsonString: name)
    append(",\"precision\":\"")
    append(precision.name)
    append("\",\"from\":")
    if let source {
      append("\"")
      append(source.name)
      append("\"}")
    } else {
      append("null}")
    }
  }
}
