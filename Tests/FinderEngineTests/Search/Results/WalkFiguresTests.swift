import TestSupport
import Testing

@testable import FinderEngine

@Suite struct WalkFiguresTests {
  @Test(arguments: [
    ("82", 82), ("82kg", 82), (" 82 KG ", 82), ("13st", 13 * 6.350_293_18),
    ("180 lb", 180 * 0.453_592_37), ("1", 1), ("1000", 1000), ("0.9", nil), ("1001", nil),
    ("kg", nil), ("", nil), ("-70", nil), ("nan", nil), ("inf", nil), ("70k", nil),
  ])
  func weights(text: String, kilograms: Double?) {
    #expect(WalkingMeasure.weight(text) == kilograms)
  }

  @Test(arguments: [
    ("4.8", 4.8), ("5 km/h", 5), ("5kmh", 5), ("3MPH", 3 * 1.609344), ("0.1", 0.1), ("50", 50),
    ("0", nil), ("51", nil), ("32mph", nil), ("m", nil), ("", nil),
  ])
  func paces(text: String, pace: Double?) { #expect(WalkingMeasure.pace(text) == pace) }

  /// There and back doubles everything.
  @Test func thereAndBack() {
    let one = WalkFigures(WalkingEnergy(), factor: 1.2)
    let both = WalkFigures(WalkingEnergy(), factor: 1.2, isReturn: true)
    #expect(one.metres(1000) == 1200)
    #expect(both.metres(1000) == 2400)
    #expect(one.minutes(1000) == 15)
    #expect(both.minutes(1000) == 30)
    #expect(abs(one.kilocalories(1000) - 42) < 1e-9)
    #expect(abs(both.kilocalories(1000) - 84) < 1e-9)
  }

  /// A Big Mac: 508 kcal are 14,514 m of walk, 12,095 m of straight line.
  @Test func howFar() {
    let walk = WalkFigures(WalkingEnergy())
    let annulus = walk.annulus(burning: 508, tolerance: 0.5)
    #expect(abs(annulus.inner - 14_514.285_714) < 1e-3)
    #expect(abs(annulus.outer - 21_771.428_571) < 1e-3)
    #expect(!annulus.contains(distance: 12_095))
    #expect(annulus.contains(distance: 12_096))
    #expect(abs(walk.kilocalories(12_096) - 508) < 0.1)
    #expect(!annulus.contains(distance: 18_143))
  }
}
