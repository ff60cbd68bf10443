import FinderEngine

extension Subcommand {
  /// Writes the dataset that ships with finder, `Data/venues.geojson.gz` before packing.
  static let sample = Subcommand(
    name: "sample",
    synopsis: "[--places FILE] [--count N] [--seed N]",
    summary: "made-up venues around real towns, as GeoJSON on stdout; same seed, same bytes"
  ) { arguments in
    let options = try SampleOptions(arguments)
    let places = try Place.parse(csv: readFile(options.places), of: options.places)
    let venues = SampleGenerator(places: places, seed: options.seed).venues(options.count)
    var output = SampleWriter(descriptor: STDOUT_FILENO)
    try output.write(venues)
  }
}

struct SampleOptions {
  var places = "Data/places.csv"
  var count = 55_000
  var seed: UInt64 = 2020

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard ["--places", "--count", "--seed"].contains(option) else {
        throw Problem.usage("unknown option '\(option)'")
      }
      guard let value = rest.popFirst() else { throw Problem.usage("\(option) needs a value") }
      try set(option, to: value)
    }
  }

  private mutating func set(_ option: String, to value: String) throws {
    switch option {
    case "--places": places = value
    case "--count": count = try Self.number(value, for: option, in: 1...10_000_000)
    default: seed = try Self.number(value, for: option, in: 0...UInt64.max)
    }
  }

  private static func number<Number: FixedWidthInteger>(
    _ text: String, for option: String, in range: ClosedRange<Number>
  ) throws -> Number {
    guard let number = Number(text), range.contains(number) else {
      throw Problem.usage(
        "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
