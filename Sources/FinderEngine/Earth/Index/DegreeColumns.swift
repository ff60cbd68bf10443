/// The position of each row, as its dataset writes it.
package struct DegreeColumns: Sendable {
  package let latitude: Column<Double>
  package let longitude: Column<Double>

  @inline(__always) package func coordinate(ofRow row: Int) -> Coordinate {
    Coordinate(latitude: latitude[row], longitude: longitude[row])
  }
}
