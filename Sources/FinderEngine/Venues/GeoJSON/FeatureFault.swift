/// Why a feature cannot be used. The rest of its dataset can: a fault leaves out one feature, counts
/// it, and `data validate` shows where it stands.
package enum FeatureFault: UInt8, CaseIterable, Sendable {
  case notAFeature
  case noGeometry
  case emptyGeometry
  case unknownGeometry
  case malformedCoordinates
  case outOfRange
  case malformedProperties

  /// A word for scripts.
  package var name: String {
    switch self {
    case .notAFeature: "not-a-feature"
    case .noGeometry: "no-geometry"
    case .emptyGeometry: "empty-geometry"
    case .unknownGeometry: "unknown-geometry"
    case .malformedCoordinates: "malformed-coordinates"
    case .outOfRange: "out-of-range"
    case .malformedProperties: "malformed-properties"
    }
  }

  /// A clause for people, after "feature 12: ".
  package var explanation: String {
    switch self {
    case .notAFeature: "is not an object of type Feature"
    case .noGeometry: "has no geometry"
    case .emptyGeometry: "has a geometry without any position"
    case .unknownGeometry: "has a geometry of a type that GeoJSON does not know"
    case .malformedCoordinates: "has coordinates that do not fit its geometry's type"
    case .outOfRange: "has a latitude outside -90…90 or a longitude outside -180…180"
    case .malformedProperties: "has properties that are neither an object nor null"
    }
  }
}
