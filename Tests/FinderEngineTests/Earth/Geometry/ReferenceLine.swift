import Testing

@testable import FinderEngine

struct ReferenceLine: CustomTestStringConvertible, Sendable {
  let name: String
  let from, to: Coordinate
  let distance, bearing: Double

  var testDescription: String { name }

  init(
    _ name: String, _ latitude1: Double, _ longitude1: Double, _ latitude2: Double,
    _ longitude2: Double, _ distance: Double, _ bearing: Double
  ) {
    self.name = name
    from = Coordinate(latitude: latitude1, longitude: longitude1)
    to = Coordinate(latitude: latitude2, longitude: longitude2)
    self.distance = distance
    self.bearing = bearing
  }

  private typealias Line = ReferenceLine

  static let all = [
    Line(
      "London to Edinburgh", 51.5074, -0.1278, 55.9533, -3.1883, 534334.324101261, 339.0198388791),
    Line("London to Belfast", 51.5074, -0.1278, 54.5973, -5.9301, 518952.979058804, 313.7625860835),
    Line(
      "Land's End to John o' Groats",
      50.0657, -5.7132, 58.6373, -3.0689, 969284.134253815, 9.1487194445),
    Line("one point", 51.5, -0.12, 51.5, -0.12, 0.000000000, 0.0000000000),
    Line("one metre north", 51.5, -0.12, 51.500009, -0.12, 1.001320504, 0.0000000000),
    Line("a millimetre east", 51.5, -0.12, 51.5, -0.1199999856, 0.000999943, 89.9999999944),
    Line(
      "20 cm, where the short form holds",
      51.5, -0.12, 51.5000013, -0.1199979, 0.205388148, 45.2347156538),
    Line("30 cm, where it does not", 51.5, -0.12, 51.500002, -0.119997, 0.304813202, 43.1130465278),
    Line("1 km", 51.5074, -0.1278, 51.5149, -0.1198, 1002.366603009, 33.6440531173),
    Line("20 km along a parallel", 51.5, -0.12, 51.5, 0.168, 19998.855897195, 89.8873043332),
    Line("40 km north-east", 50.1, -5.2, 50.35, -4.8, 39850.582030233, 45.5945868380),
    Line("100 km, to the lower latitude", 53.4, -3.0, 52.5, -2.9, 100382.044868683, 176.1207179713),
    Line("260 km south-west", 51.5, -1.2, 50.2, -4.3, 261834.341044463, 237.6872468607),
    Line("260 km north-east", 50.2, -4.3, 51.5, -1.2, 261834.341044463, 55.2828207011),
    Line("370 km south-east", 58.8262, -4.3569, 56.5119, 0.0449, 367878.935383601, 132.5797986510),
    Line("650 km north", 49.56, -3.8914, 55.329, -2.526, 648593.061927751, 7.6910604363),
    Line("400 km east", 52.4, -4.1, 52.6, 1.7, 394400.667035242, 84.4673571897),
    Line(
      "2,000 km south-east, across the equator", 10, 20, -5, 32, 2126570.692272516, 140.7331773781),
    Line("pole to pole", 90, 0, -90, 0, 20003931.458625447, 180.0000000000),
    Line("from the north pole", 90, 0, 51.5, -0.12, 4294253.477642252, 180.1200000000),
    Line("to the south pole", 51.5, -0.12, -90, 0, 15709677.980983192, 180.0000000000),
    Line("over the north pole", 89.9, 30, 89.9, -150, 22338.795682520, 0.0000000000),
    Line("beside the pole", 89.9999, 10, 89.9998, 130, 29.551449287, 40.8933946492),
    Line("along the equator", 0, -10, 0, 25, 3896182.177764575, 90.0000000000),
    Line("equator, just short of the cut locus", 0, 0, 0, 179.3, 19959584.699233953, 90.0000000000),
    Line("equator, just past it", 0, 0, 0, 179.5, 19980861.908890963, 55.9664951402),
    Line("equatorial antipodes", 0, 0, 0, 180, 20003931.458625447, 0.0000000000),
    Line("across the equator", -1e-09, 3, 1e-09, 3.5, 55659.745396637, 89.9999997724),
    Line("along a meridian", -33, 18.5, 60, 18.5, 10306820.862667467, 0.0000000000),
    Line("antipodes", 30, -100, -30, 80, 20003931.458625447, 0.0000000000),
    Line(
      "nearly antipodal, on the astroid's axis",
      30, 0, -29.9, 179.8, 19989832.827609532, 18.1094752637),
    Line(
      "nearly antipodal, inside the astroid",
      41.32, 0, -41.0, 179.5, 19956911.949438661, 31.7600593051),
    Line(
      "nearly antipodal, equal latitudes", -30, 0, 30, 179.6, 19989165.416035745, 130.0887647422),
    Line(
      "equal latitudes near the pole, on the cut locus",
      88.202499451857, 0, -88.202499451857, 179.98102203299285, 20003898.213853300, 90.0000000002),
    Line(
      "equal latitudes, on the cut locus",
      52.784459512564, 0, -52.78445951256399, 179.6344074649438, 19991596.095171604, 89.9999597695),
    Line(
      "7 cm, latitudes one bit apart",
      36.493349428792, 0, 36.49334942879201, 8e-07, 0.071679009, 89.9999997621),
    Line(
      "nearly antipodal, outside the astroid", 5, 0, -5, 179.4, 19970715.516595997, 86.3510540796),
    Line("date line", 52, 179.999, 52.001, -179.998, 234.157018179, 61.6275720829),
    Line("date line, far", -17.7, 178.1, 21.3, -157.8, 5051902.289519941, 32.3424092495),
    Line(
      "Wellington to Salamanca",
      -41.28889, 174.77722, 40.9647, -5.66284, 19959003.356352530, 152.0142603112),
  ]
}
