/// What a key of a venue's properties means. Only the key's letters and digits count.
enum FoodKey: Equatable, Sendable {
  /// If a venue has several such keys, the one with the lowest rank counts.
  case kind(rank: Int)
  case cuisine(rank: Int)
  /// Its words may be kinds, cuisines, or neither.
  case category
  /// OpenStreetMap's own tag is firm: it overrules other keys.
  case diet(Int, isFirm: Bool)
  case feature(Int, isFirm: Bool)
  /// Words for what is available.
  case list(FoodAspect)
  /// An object with OpenStreetMap's tags.
  case tags

  static let wheelchair = 0

  /// By the numbers of `FoodTable.features`: OpenStreetMap's own tag, and the names for it in lists.
  private static let features: [(tag: String, others: [StaticString])] = [
    ("wheelchair", ["wheelchairaccess", "wheelchairaccessible", "stepfree", "stepfreeaccess"]),
    ("outdoor_seating", ["outdoor", "outdoors", "outsideseating", "terrace", "beergarden"]),
    ("takeaway", ["takeout", "takeaways", "takeawayavailable"]),
    ("delivery", ["delivers", "homedelivery"]),
    ("internet_access", ["wifi", "freewifi", "internet"]),
    ("dog", ["dogs", "dogfriendly", "dogsallowed", "dogswelcome"]),
    ("highchair", ["highchairs"]),
  ]

  /// The tag that most venues in OpenStreetMap have for a line.
  static func tag(of line: FoodLine) -> (key: String, value: String) {
    switch line.aspect {
    case .cuisine: ("cuisine", line.value)
    case .diet: ("diet:\(line.value)", "yes")
    case .feature:
      (features[line.number].tag, features[line.number].tag == wifi ? "wlan" : "yes")
    case .kind:
      if let shop = shops[line.value] {
        ("shop", shop)
      } else if lodgings.contains(line.value) {
        ("tourism", line.value)
      } else {
        ("amenity", line.value)
      }
    }
  }

  private static let wifi = "internet_access"
  private static let shops = [
    "bakery": "bakery", "pastry": "pastry", "delicatessen": "deli", "candy_store": "confectionery",
    "confectionery": "confectionery", "beverage_shop": "beverages", "supermarket": "supermarket",
  ]
  private static let lodgings = ["hotel", "guest_house", "hostel"]

  private static let kinds: [StaticString] = [
    "kind", "amenity", "businesstype", "venuetype", "typeofvenue", "typeofbusiness",
    "typeofestablishment", "typeofplace", "kindofvenue",
  ]
  private static let cuisines: [StaticString] = [
    "cuisine", "cuisines", "cuisinetype", "cuisinetypes", "foodtype", "typeofcuisine",
    "typeoffood", "kindoffood",
  ]
  private static let categories: [StaticString] = [
    "taxonomy", "categories", "category", "basiccategory", "type", "shop", "tourism",
  ]
  private static let dietLists: [StaticString] = ["diet", "diets", "dietary", "dietaryoptions"]
  private static let featureLists: [StaticString] = [
    "features", "facilities", "amenities", "services",
  ]

  private static let meanings: KeyMeanings<FoodKey> = {
    var meanings = KeyMeanings<FoodKey>()
    func add(_ name: some Sequence<UInt8>, _ meaning: FoodKey) { meanings.add(name, meaning) }
    for (rank, name) in kinds.enumerated() { add(name.bytes, .kind(rank: rank)) }
    for (rank, name) in cuisines.enumerated() { add(name.bytes, .cuisine(rank: rank)) }
    for name in categories { add(name.bytes, .category) }
    for line in FoodLine.all(.diet) {
      let diet = line.value.utf8.filter(\.isLetterOrDigit)
      add("diet".utf8 + diet, .diet(line.number, isFirm: true))
      for ending in ["", "options", "friendly", "food"] {
        add(diet + ending.utf8, .diet(line.number, isFirm: false))
      }
      add("serves".utf8 + diet, .diet(line.number, isFirm: false))
    }
    for (number, names) in features.enumerated() {
      add(names.tag.utf8.filter(\.isLetterOrDigit), .feature(number, isFirm: true))
      for name in names.others { add(name.bytes, .feature(number, isFirm: false)) }
    }
    for name in dietLists { add(name.bytes, .list(.diet)) }
    for name in featureLists { add(name.bytes, .list(.feature)) }
    add("tags".utf8, .tags)
    return meanings
  }()

  static func meaning(of key: Bytes) -> FoodKey? { meanings[key] }
}
