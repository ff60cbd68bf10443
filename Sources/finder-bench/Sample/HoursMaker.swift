import FinderEngine

/// Makes up when venues are open, by the words of their names, as OpenStreetMap writes it. Two in five are
/// without: in OpenStreetMap more are.
///
/// There are few and short texts, most of them without days, for each byte more is read by every query
/// that has no snapshot.
struct HoursMaker {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed, stream: 7) }

  mutating func hours(of name: String) -> String? {
    let (isKnown, number) = (random.chance(60, in: 100), random.below(60))
    guard isKnown else { return nil }
    let words = name.lowercased().split { !$0.isLetter }
    let kind = Self.kinds.first { kind in
      words.contains { word in kind.words.contains { word.hasPrefix($0) } }
    }
    let texts = kind?.texts ?? Self.restaurants
    return texts[number % texts.count]
  }

  /// The beginnings of words, and hours. The first kind that a name has counts.
  private static let kinds: [(words: [Substring], texts: [String])] = [
    (["hotel", "lodge", "hostel"], ["24/7", "24/7", "07:00-23:00", "12:00-14:30,18:00-21:00"]),
    (
      ["mccrumb", "hoagie", "cluckingham", "sally", "captain", "taco", "spud"],
      ["24/7", "06:00-00:00", "09:00-22:00", "11:00-23:00", "11:00-22:00"]
    ),
    (
      [
        "cafe", "café", "coffee", "tea", "tearoom", "bakery", "bakehouse", "deli", "brew", "cobble",
        "crumpet", "toastie", "patisserie", "sandwich", "espresso",
      ],
      [
        "08:00-17:00", "09:00-17:00", "Mo-Sa 08:00-16:00", "07:30-18:00", "Mo-Fr 07:30-15:00",
        "Tu-Su 09:00-16:00",
      ]
    ),
    (
      [
        "kebab", "doner", "fish", "chip", "frier", "fryer", "takeaway", "pizza", "fried", "chicken",
        "burger", "wok", "peri", "piri", "noodle",
      ],
      [
        "16:00-23:00", "17:00-00:00", "11:30-14:00,16:30-22:00", "Tu-Su 17:00-22:30", "12:00-02:00",
      ]
    ),
    (
      ["inn", "arms", "tavern", "pub", "bar", "tap", "club", "ye", "the", "public"],
      [
        "11:00-23:00", "12:00-23:00", "12:00-00:00", "Mo-Th 12:00-23:00, Fr-Su 12:00-01:00",
        "16:00-23:00", "Mo-Sa 11:00-23:00; Su 12:00-22:30",
      ]
    ),
  ]

  private static let restaurants = [
    "12:00-22:00", "12:00-14:30,17:30-22:30", "17:00-23:00", "Tu-Su 12:00-22:00", "12:00-22:30",
    "Mo-Sa 17:00-22:30",
  ]
}
