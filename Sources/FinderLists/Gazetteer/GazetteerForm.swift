import FinderEngine

/// The form of a table for the gazetteer, as its first row shows.
package enum GazetteerForm: String, Sendable, CaseIterable {
  case codePointOpen = "Code-Point Open"
  /// The Office for National Statistics' directories: ONSPD and NSPL.
  case directory = "ONSPD or NSPL"
  case openNames = "OS Open Names"
  case geoNames = "GeoNames"
  case postcodes = "table of postcodes"
  case places = "table of places"

  /// `nil` if the gazetteer cannot use the table. `first` is the cells of the first row.
  init?(_ first: [[UInt8]]) {
    if first.count >= 30, first[1].starts(with: "http".utf8) || first[1].isName("NAMES_URI") {
      self = .openNames
    } else if first.count == 19, first[0].isNumber, first[4].isNumber, first[5].isNumber,
      first[6].count <= 1
    {
      self = .geoNames
    } else if !PositionRows.isHeader(first) {
      self = .codePointOpen
    } else if PositionRows.areEnough(Header(names: first)) {
      self = first.contains { $0.isName("doterm") } ? .directory : .postcodes
    } else if PlaceTable.areEnough(Header(names: first)) {
      self = .places
    } else {
      return nil
    }
  }

  func hasHeader(_ first: [[UInt8]]) -> Bool {
    switch self {
    case .codePointOpen, .geoNames: false
    case .openNames: first[1].isName("NAMES_URI")
    case .directory, .postcodes, .places: true
    }
  }

  var hasPostcodes: Bool {
    switch self {
    case .codePointOpen, .directory, .postcodes: true
    case .openNames, .geoNames, .places: false
    }
  }
}

extension [UInt8] {
  fileprivate func isName(_ name: StaticString) -> Bool { name.bytes.equalsInAnyCase(self) }

  fileprivate var isNumber: Bool { withUnsafeBufferPointer { DecimalNumber.parse($0) != nil } }
}
