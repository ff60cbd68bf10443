import FinderEngine
import TestSupport

/// Small datasets, written as text so that tests see every byte that matters.
enum Dataset {
  static func collection(_ features: [String]) -> String {
    #"{"type":"FeatureCollection","features":["# + "\n"
      + features.joined(separator: ",\n") + "\n]}\n"
  }

  /// A venue. `properties` is JSON text.
  static func feature(
    _ latitude: Double, _ longitude: Double, properties: String, id: String? = nil
  ) -> String {
    let id = id.map { #""id":\#($0),"# } ?? ""
    return #"{"type":"Feature",\#(id)"geometry":{"type":"Point","coordinates":"#
      + #"[\#(longitude),\#(latitude)]},"properties":\#(properties)}"#
  }

  /// A venue whose name has only plain letters, with an id that equals the name.
  static func venue(_ name: String, _ latitude: Double, _ longitude: Double) -> String {
    feature(latitude, longitude, properties: "{\"name\":\"\(name)\"}", id: "\"\(name)\"")
  }

  /// Four venues around Trafalgar Square, the nearest first: 0 m, about 230 m, 1.1 km, 2.2 km.
  static let square = collection([
    venue("Nelson", 51.508, -0.128), venue("Lion", 51.51, -0.127),
    venue("Fountain", 51.518, -0.128), venue("Pigeon", 51.488, -0.128),
  ])

  /// Calls `body` with a folder that holds the dataset, and the dataset's path.
  static func with<Result>(
    _ text: String, _ body: (TemporaryDirectory, String) throws -> Result
  ) throws -> Result {
    try TemporaryDirectory.with { folder in
      try body(folder, try folder.write(text, to: "venues.geojson"))
    }
  }
}

/// The sample in the project's Data folder.
enum Sample {
  static let path = Package.folder + "/Data/venues.geojson.gz"
  static let count = 55_000

  /// The note about it, with the area that a fetch would ask for, if there is one.
  static func note(_ area: String? = nil) -> String {
    "these venues are made up; for real ones\(area == nil ? ", such as London's" : ""): finder data fetch osm "
      + "\(area ?? "London --radius 3km") --install, or a country's file: finder help data"
  }
}
