import Testing

@testable import FinderEngine

@Suite struct WalkingEnergyTests {
  /// The figures of the equations at 4.8 km/h: 5 × (3.5 + 0.1 × 80) / 80 and 5 × 0.1.
  @Test func walkingAtTheUsualPace() {
    let net = WalkingEnergy(weight: 1)
    let gross = WalkingEnergy(weight: 1, isNet: false)
    #expect(abs(net.kilocaloriesByKilometre - 0.5) < 1e-12)
    #expect(abs(gross.kilocaloriesByKilometre - 0.71875) < 1e-12)
  }

  @Test func runningTakesTwiceAsMuchNet() {
    let run = WalkingEnergy(mode: .run, weight: 70)
    #expect(abs(run.kilocaloriesByKilometre - 70) < 1e-9)
    let gross = WalkingEnergy(mode: .run, weight: 70, pace: 12, isNet: false)
    // 12 km/h are 200 metres a minute: 3.5 + 40 ml, at 5 kcal a litre, for 5 minutes a kilometre.
    #expect(abs(gross.kilocaloriesByKilometre - 43.5 * 5 / 1000 * 5 * 70) < 1e-9)
  }

  /// 182 lb are 82.55381134 kg, and 6 mph 9.656064 km/h.
  @Test func bodyAndPaceForPeople() {
    let energy = WalkingEnergy(weight: 182 * 0.453_592_37, pace: 6 * 1.609344)
    #expect(energy.bodyAndPace == "82.6 kg and 9.7 km/h")
    #expect(WalkingEnergy().bodyAndPace == "70 kg and 4.8 km/h")
  }

  /// A Big Mac of 508 kcal takes 14.5 km net at 70 kg: 508 / (0.5 × 70).
  @Test func theWayOfAMealAndBack() {
    let energy = WalkingEnergy()
    let metres = energy.metres(burning: 508)
    #expect(abs(metres - 508 / 35 * 1000) < 1e-6)
    #expect(abs(energy.kilocalories(over: metres) - 508) < 1e-9)
  }
}
