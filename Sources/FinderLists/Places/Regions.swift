import FinderEngine

/// Counties and countries as people write them after a place's name.
enum Regions {
  /// Whether a text may name the place's region: its words are beginnings of words of the county, of the
  /// district, of the ending in brackets or of the country.
  static func match(_ text: String, _ place: Place) -> Bool {
    matches(
      text,
      in: [
        place.county, place.district, place.qualifier,
        place.country ?? country(of: place.county ?? place.district),
      ])
  }

  /// The same with `otherCounties`, which addresses still have: `Bolton, Lancashire`, `Croydon, Surrey`.
  static func matchOtherCounties(_ text: String, _ place: Place) -> Bool {
    let counties = [place.county, place.district]
    return otherCounties.contains { counties.contains($0.county) && matches(text, in: [$0.others]) }
  }

  private static func matches(_ text: String, in names: [String?]) -> Bool {
    let plain = plain(text)
    guard let match = NameMatch(plain) else { return true }
    return names.contains { name in name?.withBytes { match.matches($0) } ?? false }
  }

  /// Expands abbreviations that are not the beginning of the word. Drops what says nothing: `Co.`, `the`, and
  /// the names of the United Kingdom.
  private static func plain(_ text: String) -> String {
    let key = String(decoding: PlaceKey.of(text), as: UTF8.self)
    if ["uk", "gb", "united kingdom", "great britain"].contains(key) { return "" }
    let words = key.split(separator: " ").map(String.init)
    return words.filter { words.count == 1 || $0 != "co" && $0 != "county" && $0 != "the" }
      .map { word in abbreviations.first { $0.0 == word }?.1 ?? word }
      .joined(separator: " ")
  }

  private static let abbreviations = [
    ("beds", "bedfordshire"), ("bucks", "buckinghamshire"), ("cambs", "cambridgeshire"),
    ("carms", "carmarthenshire"), ("glos", "gloucestershire"), ("gtr", "greater"),
    ("hants", "hampshire"), ("herts", "hertfordshire"), ("iow", "isle of wight"),
    ("lancs", "lancashire"), ("leics", "leicestershire"), ("lincs", "lincolnshire"),
    ("middx", "middlesex"), ("ni", "northern ireland"), ("northants", "northamptonshire"),
    ("notts", "nottinghamshire"), ("oxon", "oxfordshire"), ("pembs", "pembrokeshire"),
    ("salop", "shropshire"), ("staffs", "staffordshire"), ("warks", "warwickshire"),
    ("worcs", "worcestershire"),
  ]

  /// Former counties of a county, and other names for it.
  private static let otherCounties = [
    (county: "Greater London", others: "Middlesex, Surrey, Kent, Essex, Hertfordshire, London"),
    (county: "Greater Manchester", others: "Lancashire, Cheshire"),
    (county: "Merseyside", others: "Lancashire, Cheshire"),
    (county: "West Midlands", others: "Warwickshire, Staffordshire, Worcestershire"),
    (county: "Tyne and Wear", others: "Northumberland, County Durham"),
    (county: "Cumbria", others: "Cumberland, Westmorland, Lancashire"),
    (county: "Bristol", others: "Avon, Gloucestershire, Somerset"),
    (county: "Somerset", others: "Avon"),
    (county: "North Yorkshire", others: "Cleveland"),
    (county: "East Riding of Yorkshire", others: "Humberside, East Yorkshire"),
    (county: "Lincolnshire", others: "Humberside"),
    (county: "Gwent", others: "Monmouthshire"),
    (county: "Anglesey", others: "Isle of Anglesey, Gwynedd"),
    (county: "Conwy", others: "Clwyd, Gwynedd"), (county: "Denbighshire", others: "Clwyd"),
    (county: "Flintshire", others: "Clwyd"), (county: "Wrexham", others: "Clwyd"),
    (county: "Pembrokeshire", others: "Dyfed"), (county: "Carmarthenshire", others: "Dyfed"),
    (county: "Ceredigion", others: "Dyfed, Cardiganshire"),
    (
      county: "Scottish Borders",
      others: "Berwickshire, Roxburghshire, Selkirkshire, Peeblesshire"
    ),
    (county: "Dumfries and Galloway", others: "Dumfriesshire, Kirkcudbrightshire, Wigtownshire"),
    (county: "Highland", others: "Inverness-shire, Ross-shire, Sutherland, Nairnshire"),
    (county: "Perthshire", others: "Perth and Kinross"),
  ]

  /// The sample's counties outside England, by country.
  private static let outsideEngland = [
    (
      "Wales",
      [
        "Anglesey", "Carmarthenshire", "Ceredigion", "Conwy", "Denbighshire", "Flintshire", "Gwent",
        "Gwynedd", "Mid Glamorgan", "Monmouthshire", "Pembrokeshire", "Powys", "South Glamorgan",
        "West Glamorgan", "Wrexham",
      ]
    ),
    (
      "Scotland",
      [
        "Aberdeenshire", "Angus", "Argyll", "Ayrshire", "Banffshire", "Bute", "Caithness",
        "Clackmannanshire", "Dumfries and Galloway", "Dunbartonshire", "East Lothian", "Edinburgh",
        "Fife", "Highland", "Kinross-shire", "Lanarkshire", "Midlothian", "Moray", "Orkney",
        "Perthshire", "Renfrewshire", "Scottish Borders", "Shetland", "Stirlingshire",
        "West Lothian", "Western Isles",
      ]
    ),
    (
      "Northern Ireland",
      [
        "County Antrim", "County Armagh", "County Down", "County Fermanagh", "County Londonderry",
        "County Tyrone",
      ]
    ),
    ("Ireland", ["County Cork", "County Dublin"]),
  ]

  private static func country(of county: String?) -> String? {
    county.map { county in outsideEngland.first { $0.1.contains(county) }?.0 ?? "England" }
  }
}
