// The solver: choosing the case, the first guess, Newton's method.

extension Geodesic.Frame {
  func solve() -> Geodesic.Line {
    if atPole || lambdaAngle.sine == 0 { return meridian() }
    // The way along the equator is shortest up to 1 - f of a half turn (179.4 degrees); beyond that the
    // shortest way swings off towards a pole.
    if beta1.sine == 0, supplement >= Geodesic.flattening * 180 { return equator() }
    return oblique()
  }

  /// Both points are on one meridian, perhaps on either side of a pole. On an oblate ellipsoid that is always
  /// the shortest way.
  private func meridian() -> Geodesic.Line {
    let azimuth1 = lambdaAngle  // set out towards the other longitude
    let start = Angle(sine: beta1.sine, cosine: azimuth1.cosine * beta1.cosine)
    let arc = start.arc(to: beta2)
    var distance = 0.0
    // Two spellings of one pole may still differ by twice the cosine that replaces zero.
    if arc >= 3 * Geodesic.tiny {
      let e = Geodesic.n
      let series = Geodesic.c1(e).difference(from: start, to: beta2)
      distance = max(0, Geodesic.polarRadius * (1 + Geodesic.a1Less1(e)) * (arc + series))
    }
    return Geodesic.Line(
      distance: distance, azimuth1: azimuth1, azimuth2: Angle(sine: 0, cosine: 1))
  }

  private func equator() -> Geodesic.Line {
    let east = Angle(sine: 1, cosine: 0)
    return Geodesic.Line(
      distance: Geodesic.equatorialRadius * lambda, azimuth1: east, azimuth2: east)
  }

  private func oblique() -> Geodesic.Line {
    let sphere = Geodesic.SphericalGuess(self)
    if let line = sphere.tinyLine(self) { return line }
    return newton(from: sphere.isNearAntipodal(self) ? antipodalGuess() : sphere.azimuth1)
  }

  /// Finds the azimuth whose geodesic has the right longitude at the right latitude. The longitude's error
  /// has exactly one root for azimuths in (0, pi), and is increasing there.
  private func newton(from guess: Angle) -> Geodesic.Line {
    var azimuth = guess
    var low = Angle(sine: Geodesic.tiny, cosine: 1)
    var high = Angle(sine: Geodesic.tiny, cosine: -1)
    var nearlyThere = false
    var bracketSpent = false
    var iteration = 0
    while true {
      let trial = Geodesic.Trial(self, azimuth)
      let error = trial.error
      if trial.canBeCorrected(self) { return trial.corrected(self) }
      // Written so that a NaN ends the search.
      let tolerance = (nearlyThere ? 8 : 1) * Geodesic.ulp
      if bracketSpent || !(abs(error) >= tolerance) || iteration == Geodesic.lastIteration {
        return trial.line()
      }
      // After many steps the bracket is simply halved, without a test.
      let halving = iteration > Geodesic.lastNewtonStep
      if error > 0, halving || azimuth.cotangent > high.cotangent {
        high = azimuth
      } else if error < 0, halving || azimuth.cotangent < low.cotangent {
        low = azimuth
      }
      iteration += 1
      if iteration < Geodesic.lastNewtonStep, let next = trial.newtonStep(self) {
        azimuth = next
        nearlyThere = abs(error) <= 16 * Geodesic.ulp
        continue
      }
      azimuth = Angle(y: (low.sine + high.sine) / 2, x: (low.cosine + high.cosine) / 2)
      nearlyThere = false
      bracketSpent =
        abs(low.sine - azimuth.sine) + (low.cosine - azimuth.cosine) < Geodesic.ulp
        || abs(azimuth.sine - high.sine) + (azimuth.cosine - high.cosine) < Geodesic.ulp
    }
  }
}

extension Geodesic {
  /// 2^-52, the rounding of figures near 1, and its square root.
  @inline(__always) static var ulp: Double { Double.ulpOfOne }
  @inline(__always) static var rootUlp: Double { 0x1p-26 }

  /// Usually two or three trials are enough, and 360,000 pairs, most of them chosen to be hard, needed at
  /// most 6. The bracket is for pairs that have never been tried: halving it ends after as many steps as
  /// there are bits.
  @inline(__always) fileprivate static var lastNewtonStep: Int { 20 }
  @inline(__always) fileprivate static var lastIteration: Int { lastNewtonStep + 63 }
}
