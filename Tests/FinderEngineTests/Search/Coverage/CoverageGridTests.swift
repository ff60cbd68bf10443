import Foundation
import TestSupport
import Testing

@testable import FinderEngine

@Suite struct CoverageGridTests {
  /// Between two parallels and two meridians, in closed form.
  private static func area(south: Double, north: Double, width: Double) -> Double {
    let f = Geodesic.flattening
    let e = (f * (2 - f)).squareRoot()
    func zone(_ latitude: Double) -> Double {
      let sine = sin(latitude * .pi / 180)
      return sine / (1 - e * e * sine * sine) + log((1 + e * sine) / (1 - e * sine)) / (2 * e)
    }
    let polar = Geodesic.equatorialRadius * (1 - f)
    return polar * polar / 2 * width * .pi / 180 * (zone(north) - zone(south))
  }

  @Test func cellsHaveEqualAreas() {
    for (name, area) in CoverageAreas.all {
      for cell in [500.0, 10_000, 100_000] {
        let grid = CoverageGrid(area, cell: cell)
        for number in Set([0, 1, grid.rowCount / 3, grid.rowCount - 2, grid.rowCount - 1])
        where number >= 0 && number < grid.rowCount {
          let row = grid.row(number)
          guard row.width < 360 else { continue }
          let found = Self.area(south: row.south, north: row.north, width: row.width)
          #expect(abs(found / (cell * cell) - 1) < 1e-4, "\(name), \(cell), row \(number)")
          #expect(row.area == cell * cell || abs(row.area / (cell * cell) - 1) < 1e-9)
        }
      }
    }
  }

  /// Rows follow one another without a gap, and so do columns. None overlaps another, or a pole.
  @Test func cellsLieSideBySide() {
    for (name, area) in CoverageAreas.all {
      let grid = CoverageGrid(area, cell: CoverageAreas.cell(of: area, 200))
      for number in 0..<grid.rowCount {
        let row = grid.row(number)
        #expect(row.south < row.north && row.south >= -90 && row.north <= 90, "\(name)")
        if number > 0 { #expect(row.south == grid.row(number - 1).north, "\(name)") }
        #expect(
          Double(row.count) * row.width <= 360.000_000_1 || row.count == 1, "\(name) \(number)")
        #expect(row.edges(0).east == row.edges(1).west)
        let middle = (row.south + row.north) / 2
        #expect(grid.row(at: middle) == number, "\(name)")
      }
      #expect(grid.row(at: grid.row(0).south - 0.001) == nil)
    }
  }

  /// Less than half a cell is left over at each edge.
  @Test func boxesAreCovered() throws {
    let box = BoundingBox(south: 51.2, west: -0.6, north: 51.8, east: 0.4)
    let grid = CoverageGrid(.box(box), cell: 1000)
    #expect(grid.rowCount == 67)
    let row = grid.row(30)
    #expect(row.count == 69)
    #expect(abs(row.edges(0).west - -0.6) < row.width / 2)
    #expect(abs(row.edges(68).east - 0.4) < row.width / 2)
    // A cell is a square.
    let middle = row.middle(30)
    let east = Geodesic.distance(from: middle, to: row.middle(31))
    let north = Geodesic.distance(
      from: Coordinate(latitude: row.south, longitude: 0),
      to: Coordinate(latitude: row.north, longitude: 0))
    #expect(abs(east - 1000) < 0.2)
    #expect(abs(north - 1000) < 1e-5)
  }

  /// The runs have exactly the cells whose middles are inside.
  @Test func middlesAreInside() throws {
    // Every row of a sliver has millions of cells outside it.
    for (name, area) in CoverageAreas.all where name != "a sliver" {
      let cells = try #require(CoverageCells(area, cell: CoverageAreas.cell(of: area, 300)))
      var inside: [Coordinate] = []
      for number in 0..<cells.grid.rowCount {
        let row = cells.grid.row(number)
        inside += (0..<row.count).map(row.middle).filter(area.contains)
      }
      var found: [Coordinate] = []
      cells.forEach(in: 0..<cells.count) { cell, middle in
        #expect(cell == found.count)
        found.append(middle)
      }
      #expect(found == inside, "\(name)")
      #expect(found.count == cells.count)
      #expect(found.enumerated().allSatisfy { cells.middle($0) == $1 }, "\(name)")
      // Also in pieces.
      var pieces: [Coordinate] = []
      for start in stride(from: 0, to: cells.count, by: 7) {
        cells.forEach(in: start..<min(start + 7, cells.count)) { pieces.append($1) }
      }
      #expect(pieces == found)
      #expect(
        found.allSatisfy {
          ($0.latitude * 1e6).rounded() / 1e6 == $0.latitude
            && ($0.longitude * 1e6).rounded() / 1e6 == $0.longitude
        })
    }
  }

  @Test func areasSmallerThanACell() throws {
    let small = try #require(CoverageCells(CoverageAreas.box(0, 51, 0.001, 51.001), cell: 5_000))
    #expect(small.count == 1)
    #expect(small.middle(0) == Coordinate(latitude: 51.0005, longitude: 0.0005))
    let spot = try #require(CoverageCells(CoverageAreas.box(7, 51, 7, 51), cell: 5_000))
    #expect(spot.count == 1)
    let cap = CoverageArea.circle(Coordinate(latitude: 90, longitude: 0), radius: 10)
    #expect(CoverageCells(cap, cell: 1000)?.count == 1)
    let ring = CoverageAreas.polygon(
      [(0, 50), (1, 50), (1, 51), (0, 51)],
      [(0.001, 50.001), (0.999, 50.001), (0.999, 50.999), (0.001, 50.999)])
    #expect(CoverageCells(.polygon(ring), cell: 300_000)?.count == 0)
  }

  @Test func theLimitOfCells() throws {
    for (name, area) in CoverageAreas.all where name != "a sliver" {
      let cell = CoverageAreas.cell(of: area, 3_000)
      let least = CoverageCells.leastCell(for: area, above: cell / 4, most: 1_000)
      #expect(CoverageCells(area, cell: cell / 4, most: 1_000) == nil)
      let fits = try #require(CoverageCells(area, cell: least, most: 1_000), "\(name)")
      #expect(fits.count > 500, "\(name)")
      #expect(least > cell / 4)
    }
    let box = CoverageAreas.box(-1, 51, 1, 52)
    #expect(CoverageCells(box, cell: 1e-3) == nil)
    #expect(CoverageCells(CoverageAreas.box(-180, -90, 180, 90), cell: 0.01) == nil)
    let least = CoverageCells.leastCell(for: box, above: 0.01)
    #expect(least == 63)
  }

  @Test func usualCells() throws {
    for (name, area) in CoverageAreas.all where name != "a sliver" && name != "a flat box" {
      let cell = CoverageCells.usualCell(for: area)
      let count = try #require(CoverageCells(area, cell: cell)).count
      #expect((1_400...10_000).contains(count), "\(name): \(count) of \(cell)")
    }
    #expect(CoverageCells.usualCell(for: CoverageAreas.box(7, 51, 7, 51)) == 1)
  }
}
