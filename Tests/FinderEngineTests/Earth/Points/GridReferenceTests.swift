import TestSupport
import Testing

@testable import FinderEngine

@Suite struct GridReferenceTests {
  /// Every square of the National Grid. Its letters are found in the opposite way, from its corner.
  @Test func squares() throws {
    let alphabet = Array("ABCDEFGHJKLMNOPQRSTUVWXYZ")
    for column in 0..<7 {
      for row in 0..<13 {
        let first = 19 - row - (19 - row) % 5 + (column + 10) / 5
        let second = (19 - row) * 5 % 25 + column % 5
        let text = "\(alphabet[first])\(alphabet[second]) 25 75"
        let square = try #require(try GridReference(text))
        let expected = MapGrid.national.coordinate(
          easting: Double(column) * 100_000 + 25_500, northing: Double(row) * 100_000 + 75_500)
        #expect(square.centre == expected, "\(text)")
        #expect(square.name == text && square.side == 1000)
      }
    }
  }

  @Test(arguments: [
    ("TQ3080", "TQ 30 80", 530_500.0, 180_500.0), ("tq 30 80", "TQ 30 80", 530_500, 180_500),
    ("TQ 30012 80034", "TQ 30012 80034", 530_012.5, 180_034.5), ("SV 0 0", "SV 0 0", 5000, 5000),
    ("SE24", "SE 2 4", 425_000, 445_000), ("NN 166712", "NN 166 712", 216_650, 771_250),
  ])
  func national(text: String, name: String, easting: Double, northing: Double) throws {
    let square = try #require(try GridReference(text))
    #expect(square.name == name)
    #expect(square.centre == MapGrid.national.coordinate(easting: easting, northing: northing))
  }

  @Test func irish() throws {
    let spire = Coordinate(latitude: 53.34983, longitude: -6.26027)
    // The Spire in Dublin is at O 15904 34671.
    let square = try #require(try GridReference("O 15904 34671"))
    #expect(
      Geodesic.distance(from: square.centre, to: spire) < 30)
    let corner = try #require(try GridReference("V00"))
    #expect(corner.centre == MapGrid.irish.coordinate(easting: 5000, northing: 5000))
  }

  @Test func eastingsAndNorthings() throws {
    let position = try #require(GridReference(easting: 530_500, northing: 180_500))
    #expect(position.centre == MapGrid.national.coordinate(easting: 530_500, northing: 180_500))
    #expect(position.name == "530500,180500" && position.side == 0)
    #expect(GridReference(easting: 700_000, northing: 1) == nil)
    #expect(GridReference(easting: 1, northing: -1) == nil)
  }

  @Test func lettersAlone() throws {
    #expect(try GridReference("TQ") == nil)
    #expect(try GridReference("TQ", forced: true)?.side == 100_000)
  }

  @Test(arguments: ["", "30 80", "TQX 30 80", "TQ 30 80 10", "TQ 3o 80", "London", "TQ30.5 80"])
  func others(text: String) throws { #expect(try GridReference(text) == nil) }

  @Test(arguments: [
    ("TQ 30 801", "the same number of digits"), ("TQ 308", "the same number of digits"),
    ("TQ 123456 123456", "ten digits"), ("AA 12 12", "no square"), ("I 12 12", "no square"),
    ("TI 12 12", "no square"),
  ])
  func faults(text: String, words: String) {
    let problem = #expect(throws: PointProblem.self) { try GridReference(text) }
    #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
  }
}
