/// What a word says in the name of a venue, where that is known without looking at other names.
///
/// These are words of trade, of law and of streets. No brand is among them, and no town: which words are
/// places comes out of the dataset (`PlaceWords`).
struct WordRole: OptionSet {
  let rawValue: UInt16

  /// Ends the name of a company.
  static let legal = WordRole(rawValue: 1)
  /// Says what kind of house it is, and may be left out: `McDonald's Restaurant`.
  static let trade = WordRole(rawValue: 2)
  /// Ends the name of a pub, of which many have the same.
  static let pub = WordRole(rawValue: 4)
  /// Belongs to an address: `Station Road`.
  static let address = WordRole(rawValue: 8)
  /// Joins words; no name ends with one.
  static let joining = WordRole(rawValue: 16)
  /// With words of trade alone it makes a name that anybody may choose: `The Coffee House`.
  static let common = WordRole(rawValue: 32)
  /// Begins with a digit.
  static let number = WordRole(rawValue: 64)
  /// Of the dataset: those who have it in their names are near each other.
  static let place = WordRole(rawValue: 128)

  private static let lists: [(role: WordRole, words: StaticString)] = [
    (.legal, "ltd limited plc llp cic inc"),
    (
      .trade,
      """
      restaurant restaurants resturant cafe cafes caffe coffee shop shops pub takeaway takeaways take \
      away bar bars grill store stores pizza inn hotel tavern drive thru through bistro diner
      """
    ),
    (.pub, "inn hotel tavern arms pub"),
    (
      .address,
      """
      street st road rd lane avenue ave way square place station park parade hill town city village \
      centre center shopping retail services airport north south east west high market quay pier \
      bridge green row court mall estate junction roundabout outlet terminal university hospital \
      campus dock docks marina harbour central cross grove gardens dt
      """
    ),
    (.address, "the at in on by"),
    (.joining, "the at in on by of a le la el il de les y en"),
    (
      .common,
      """
      house kitchen tea room rooms tearoom tearooms garden gardens bakery deli club lounge food foods
      """
    ),
  ]

  /// Each word with all that it is.
  static let known: [(word: String, role: WordRole)] = {
    var roles: [String: WordRole] = [:]
    for (role, words) in lists {
      for word in "\(words)".split(separator: " ") { roles[String(word), default: []].insert(role) }
    }
    return roles.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }()

  /// A tail of such words may follow the name of a chain, as a branch's address.
  var isOfAddress: Bool { !isDisjoint(with: [.address, .number, .place]) }

  /// A name of such words alone is nobody's.
  var isGeneric: Bool { !isDisjoint(with: [.trade, .joining, .common, .address, .number]) }
}
