/// What a word means in the name of a venue, as far as the word itself shows it.
///
/// These are words of trade, of law and of streets. No list has brands or towns: the dataset itself shows
/// which words are places (`PlaceWords`).
package struct WordRole: OptionSet {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Ends the name of a company.
  static let legal = WordRole(rawValue: 1)
  /// The kind of business, which may be left out: `McDonald's Restaurant`.
  package static let trade = WordRole(rawValue: 2)
  /// Ends the name of a pub; many pubs share such names.
  static let pub = WordRole(rawValue: 4)
  /// Belongs to an address: `Station Road`.
  package static let address = WordRole(rawValue: 8)
  /// Joins words, and is never the last word of a name.
  static let joining = WordRole(rawValue: 16)
  /// Together with words of trade, forms a name that any owner may choose: `The Coffee House`.
  static let common = WordRole(rawValue: 32)
  /// Begins with a digit.
  package static let number = WordRole(rawValue: 64)
  /// Announces a number that does not denote a branch: `No. 22`.
  static let numbering = WordRole(rawValue: 1024)
  /// Ends the name of a street.
  static let street = WordRole(rawValue: 256)
  /// What a chain sells, which may be left out of its name: `Kaspas Desserts`.
  static let fare = WordRole(rawValue: 512)
  /// A place, as the dataset shows: venues with the word in their names are near each other.
  static let place = WordRole(rawValue: 128)

  private static let lists = 10

  /// The words of each role, separated by spaces.
  private static func list(_ number: Int) -> (role: WordRole, words: StaticString) {
    switch number {
    case 0: (.legal, "ltd limited plc llp cic inc")
    case 1:
      (
        .trade,
        """
        restaurant restaurants resturant cafe cafes caffe coffee shop shops pub takeaway takeaways \
        take away bar bars grill store stores pizza inn hotel tavern drive thru through bistro diner
        """
      )
    case 2: (.pub, "inn hotel tavern arms pub")
    case 3:
      (
        .address,
        """
        street st road rd lane avenue ave way square place station park parade hill town city \
        village centre center shopping retail services airport north south east west high market \
        quay pier bridge green row court mall estate junction roundabout outlet terminal university \
        hospital campus dock docks marina harbour central cross grove gardens dt
        """
      )
    case 4: (.address, "the at in on by")
    case 8: (.numbering, "no nr number route")
    case 7: (.fare, "dessert desserts houses gelato burger burgers kebab kebabs")
    case 6: (.street, "street st road rd lane avenue ave parade")
    case 5: (.joining, "the at in on by of a le la el il de les y en")
    default:
      (
        .common,
        """
        house kitchen tea room rooms tearoom tearooms garden gardens bakery deli club lounge food \
        foods
        """
      )
    }
  }

  private static let longest = 11

  /// A word of the lists, packed into two integers.
  private struct Letters: Hashable {
    var (low, high): (UInt64, UInt64) = (0, 0)

    init(_ word: some Sequence<UInt8>) {
      for byte in word { (high, low) = (high << 8 | low >> 56, low << 8 | UInt64(byte)) }
    }
  }

  /// Each new word of all names is looked up here. Searching the lists took 3 % of a merge.
  private static let roles: [Letters: WordRole] = {
    var roles: [Letters: WordRole] = [:]
    for number in 0..<lists {
      let (role, words) = list(number)
      for word in words.bytes.split(separator: 0x20) {
        roles[Letters(word), default: []].insert(role)
      }
    }
    return roles
  }()

  /// All roles of a folded word. `No1` is a number too.
  init(of word: Bytes) {
    let digits = word.starts(with: "no".utf8) ? word.dropFirst(2) : word[...]
    self = (0x30...0x39).contains(digits.first ?? 0) ? .number : []
    guard word.count <= Self.longest, let role = Self.roles[Letters(word)] else { return }
    insert(role)
  }

  /// Whether the word may be part of a branch's address, if it comes after a chain's name.
  var isOfAddress: Bool { !isDisjoint(with: [.address, .number, .place]) }

  /// Whether a name made only of such words says nothing about its owner.
  package var isGeneric: Bool { !isDisjoint(with: [.trade, .joining, .common, .address, .number]) }
}
