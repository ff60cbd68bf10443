/// The position of each row, as its dataset writes it.
struct DegreeColumns: Sendable {
  let latitude: Column<Double>
  let longitude: Column<Double>

  @inline(__always) func coordinate(ofRow row: Int) -> Coordinate {
    Coordinate(latitude: latitude[row], longitude: longitude[row])
  }
}
