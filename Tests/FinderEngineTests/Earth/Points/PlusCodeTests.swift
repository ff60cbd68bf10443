import Testing

@testable import FinderEngine

@Suite struct PlusCodeTests {
  /// From the test data of Google's own libraries (Apache 2.0).
  @Test(arguments: [
    ("7FG49Q00+", 20.375, 2.775), ("7FG49QCJ+2V", 20.3700625, 2.7821875),
    ("7FG49QCJ+2VX", 20.3701125, 2.782234375), ("7FG49QCJ+2VXGJ", 20.3701135, 2.78223535156),
    ("8FVC2222+22", 47.0000625, 8.0000625), ("4VCPPQGP+Q9", -41.2730625, 174.7859375),
    ("62G20000+", 0.5, -179.5), ("22220000+", -89.5, -179.5),
    ("7fg49qcj+2v", 20.3700625, 2.7821875),
  ])
  func centres(text: String, latitude: Double, longitude: Double) throws {
    let code = try #require(try PlusCode(text))
    #expect(abs(code.centre.latitude - latitude) < 1e-9, "\(code.centre)")
    #expect(abs(code.centre.longitude - longitude) < 1e-9, "\(code.centre)")
    #expect(code.code == text.uppercased())
  }

  @Test(arguments: [
    "", "+", "1+2", "+447911123456", "Marks+Spencer Ltd", "9C3XGV4C", "9C3XGV4C+XV+",
    "9C3X GV4C+XV", "Fish+Chips Leeds", "3XGV4C+X London",
  ])
  func others(text: String) throws { #expect(try PlusCode(text) == nil) }

  @Test(arguments: [
    ("GV4C+XV", "short"), ("gv4c+xv London", "short"), ("3XGV4C+XV, London", "short"),
    ("9C3XGV4C+X", "one character"), ("9C3AGV4C+XV", "'A'"),
    ("9C0X0000+", "zeros"), ("9C3X0000+XV", "zeros"), ("9C300000+", "zeros"),
    ("XC3XGV4C+XV", "poles"),
    ("00000000+", "zeros"), ("9C3XGV4C+X1", "'1'"),
  ])
  func faults(text: String, word: String) {
    let problem = #expect(throws: PointProblem.self) { try PlusCode(text) }
    #expect(problem?.problem.contains(word) == true, "\(problem?.problem ?? "")")
  }
}
