import FinderEngine

/// How much a gazetteer may hold, far above what there is: the United Kingdom has 2.7 million postcodes,
/// those out of use included, and 60,000 names of places. A file of 16 MB can unpack to 10^9 rows, and
/// must not fill the memory before somebody notices.
struct GazetteerLimits {
  var postcodes = 10_000_000
  var names = 5_000_000
  /// Bytes of all names with their keys; offsets into them have 32 bits.
  var text = 1 << 29
  /// Their numbers have 16 bits, and 0 is none.
  var regions = Int(UInt16.max)
  /// What comes several times is merged whenever so much has come unmerged, and as much as is merged.
  var mergedAfter = 1 << 22

  enum Reached: Error {
    case postcodes(Int)
    case names(Int)
    case text(Int)
    case regions(Int)

    /// A clause about what was to be added.
    var problem: String {
      let what =
        switch self {
        case .postcodes(let most): "\(most) postcodes"
        case .names(let most): "\(most) names of places"
        case .text(let most): "\(most >> 20) MiB of names"
        case .regions(let most): "\(most) counties"
        }
      return "there are more than \(what), the most that a gazetteer holds"
    }
  }
}
