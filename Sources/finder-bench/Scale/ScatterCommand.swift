import FinderEngine

extension Subcommand {
  /// Writes datasets of any size, and points to ask from.
  static let scatter = Subcommand(
    name: "scatter",
    synopsis: "--count N [--output FILE] [--points N --points-file FILE] [--places FILE]",
    summary: "the sample and moved copies of it, up to N venues, as GeoJSON; CSV points near them"
  ) { arguments in
    let options = try ScatterOptions(arguments)
    let places = try Place.parse(csv: readFile(options.places), of: options.places)
    let venues = ScatteredVenues(count: options.count, places: places)
    try writing(to: options.output) { descriptor in
      var output = SampleWriter(descriptor: descriptor)
      try output.write(venues.all)
    }
    guard let file = options.pointsFile else { return }
    try writing(to: file) { descriptor in
      var output = ByteSink(descriptor: descriptor)
      try output.write("id,lat,lon\n".utf8)
      for (id, point) in venues.points(options.points).enumerated() {
        let latitude = Double(point.latitude) / 1e6
        try output.write("\(id),\(latitude),\(Double(point.longitude) / 1e6)\n".utf8)
      }
      try output.flush()
    }
  }

  private static func writing(
    to path: String?, _ write: (Int32) throws -> Void
  ) throws {
    guard let path else { return try write(STDOUT_FILENO) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else {
      throw Problem(message: "cannot create \(path)", status: ExitStatus.ioError)
    }
    defer { close(descriptor) }
    try write(descriptor)
  }
}

struct ScatterOptions {
  var count = 0
  var output: String?
  var points = 100_000
  var pointsFile: String?
  var places = "Data/places.csv"

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Problem.usage("\(option) needs a value") }
      switch option {
      case "--count": count = try Self.number(value, for: option)
      case "--points": points = try Self.number(value, for: option)
      case "--output": output = value
      case "--points-file": pointsFile = value
      case "--places": places = value
      default: throw Problem.usage("unknown option '\(option)'")
      }
    }
    guard count > 0 else { throw Problem.usage("--count is missing") }
  }

  /// A hundred million venues make 14 GB; more is a slip of the hand.
  static func number(_ text: String, for option: String) throws -> Int {
    guard let number = Int(text), (1...100_000_000).contains(number) else {
      throw Problem.usage("\(option) takes whole numbers from 1 to 100000000")
    }
    return number
  }
}
