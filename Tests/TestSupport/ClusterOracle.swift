import FinderEngine
import Foundation

/// Groups computed slowly: a cell is found among the edges of its own zoom, and nothing is reused from one
/// zoom to the next.
package struct ClusterOracle {
  package struct Cell: Hashable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  package struct Group: Equatable {
    package var count: Int
    package var center: Coordinate
    package var splitsAtZoom: Int?
    package var faceName: String
    package var facePosition: Coordinate

    package init(
      count: Int = 0, center: Coordinate = Coordinate(latitude: 0, longitude: 0),
      splitsAtZoom: Int? = nil, faceName: String = "",
      facePosition: Coordinate = Coordinate(latitude: 0, longitude: 0)
    ) {
      self.count = count
      self.center = center
      self.splitsAtZoom = splitsAtZoom
      self.faceName = faceName
      self.facePosition = facePosition
    }
  }

  package let venues: [TestVenue]

  package init(venues: [TestVenue]) {
    self.venues = venues
  }

  /// In a square that is halved this many times.
  package static func cell(of point: Coordinate, level: Int) -> Cell {
    let side = pow(2, Double(level))
    var row = 0
    if point.latitude < edge(0, side), point.latitude > edge(side, side) {
      let y = (1 - asinh(tan(point.latitude * .pi / 180)) / .pi) / 2 * side
      row = Int(y)
      while point.latitude > edge(Double(row), side) { row -= 1 }
      while point.latitude <= edge(Double(row + 1), side) { row += 1 }
    } else if point.latitude < 0 {
      row = Int(side) - 1
    }
    // Edges of columns are whole multiples of 45 / 2^25 degrees.
    var column = Int((point.longitude + 180) / 360 * side)
    while point.longitude < Double(column) * 360 / side - 180 { column -= 1 }
    return Cell(row: min(row, Int(side) - 1), column: column % Int(side))
  }

  private static func edge(_ row: Double, _ side: Double) -> Double {
    atan(sinh(.pi * (1 - 2 * row / side))) * 180 / .pi
  }

  package func groups(zoom: Int, pixels: Int, cells: (Int) -> [Cell]) -> [Cell: Group] {
    let level = zoom + 8 - Int(log2(Double(pixels)))
    let own = cells(level)
    return Dictionary(grouping: venues.indices, by: { own[$0] }).mapValues { members in
      group(members, zoom: zoom, level: level, cells: cells)
    }
  }

  private func group(
    _ members: [Int], zoom: Int, level: Int, cells: (Int) -> [Cell]
  ) -> Group {
    var group = Group()
    group.count = members.count
    group.center = Coordinate(
      latitude: mean(members.map { venues[$0].position.latitude }),
      longitude: mean(
        members.map {
          let units = venues[$0].position.longitude
          return units == 180 * ExactPosition.unit ? -units : units
        }))
    group.splitsAtZoom = (zoom..<21).first { later in
      let cells = cells(level + later - zoom)
      return members.contains { cells[$0] != cells[members[0]] }
    }
    let origin = GeodesicOrigin(group.center)
    let face = members.map { ($0, origin.distance(to: venues[$0].coordinate)) }.min { a, b in
      if a.1 != b.1 { return a.1 < b.1 }
      let (one, other) = (venues[a.0], venues[b.0])
      guard one.name.utf8.elementsEqual(other.name.utf8) else {
        return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
      }
      return (one.position.latitude, one.position.longitude)
        < (other.position.latitude, other.position.longitude)
    }
    group.faceName = venues[face!.0].name
    group.facePosition = venues[face!.0].coordinate
    return group
  }

  private func mean(_ units: [Int]) -> Double {
    let sum = units.reduce(0, +)
    let (whole, rest) = sum.magnitude.quotientAndRemainder(
      dividingBy: UInt(units.count * 10))
    let rounded = Int(whole) + (rest * 2 >= UInt(units.count * 10) ? 1 : 0)
    return Double(sum < 0 ? -rounded : rounded) / 1e6
  }
}
