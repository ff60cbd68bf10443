import Testing

@testable import FinderEngine

/// Weights and paces as people type them.
@Suite struct WalkingMeasureTests {
  @Test(arguments: [
    ("82", 82), (" 82 KG ", 82), ("82kilos", 82), ("1e2 kg", 100), ("82.5kg", 82.5),
    ("180lb", 81.646_626_6), ("180 lbs", 81.646_626_6), ("180pounds", 81.646_626_6),
    ("13st", 82.553_811_34), ("13 stone", 82.553_811_34), ("12.5stone", 79.378_664_75),
    ("13st 4lb", 84.368_180_82), ("13st4", 84.368_180_82), ("13 Stone 4 Pounds", 84.368_180_82),
    ("13st 0lb", 82.553_811_34), ("11st 13.5", 75.976_721_975),
  ])
  func weights(text: String, kilograms: Double) throws {
    let weight = try #require(WalkingMeasure.weight(text))
    #expect(abs(weight - kilograms) < 1e-9)
  }

  @Test(arguments: [
    "", "kg", "82x", "0", "-82", "1001", "nan", "0x52", "82 k g", "82kgkg", "13st 14lb",
    "13st -1lb",
    "13st 4kg", "13st 4st", "st 4lb", "13st lb", "13lb 4", "4lb 13st", "13st 4lb 2", "82/kg", "82/",
  ])
  func noWeights(text: String) { #expect(WalkingMeasure.weight(text) == nil) }

  @Test(arguments: [
    ("4.8", 4.8), ("4.8 km/h", 4.8), ("4.8KMH", 4.8), ("4.8kph", 4.8), ("3mph", 4.828032),
    ("3 mi/h", 4.828032), ("12 min/km", 5), ("12min/mile", 8.04672), ("7.5 min/mi", 12.874752),
  ])
  func paces(text: String, kilometresAnHour: Double) throws {
    let pace = try #require(WalkingMeasure.pace(text))
    #expect(abs(pace - kilometresAnHour) < 1e-9)
  }

  @Test(arguments: [
    "", "fast", "0", "51", "0 min/km", "0.5 min/km", "-12 min/km", "5 km", "5 min", "5 /", "inf",
  ])
  func noPaces(text: String) { #expect(WalkingMeasure.pace(text) == nil) }
}
