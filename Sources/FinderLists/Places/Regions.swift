import FinderEngine

/// Counties and countries as people write them after a place.
enum Regions {
  /// Whether a text can describe the place: each of its words begins a word of the county, of the bracketed
  /// ending or of the country.
  static func fit(_ text: String, _ place: Place) -> Bool {
    holds(
      text,
      in: [
        place.county, place.district, place.qualifier,
        place.country ?? country(of: place.county ?? place.district),
      ])
  }

  /// The same for former counties, which addresses still have: `Bolton, Lancashire`, `Croydon, Surrey`.
  static func fitFormerly(_ text: String, _ place: Place) -> Bool {
    let counties = [place.county, place.district]
    return former.contains { counties.contains($0.county) && holds(text, in: [$0.counties]) }
  }

  private static func holds(_ text: String, in names: [String?]) -> Bool {
    let plain = plain(text)
    guard let match = NameMatch(plain) else { return true }
    return names.contains { name in name?.withBytes { match.matches($0) } ?? false }
  }

  /// Expands abbreviations that are not beginnings of words, and drops `Co.` and the names of the whole
  /// country, which add nothing.
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

  private static let former = [
    (county: "Greater London", counties: "Middlesex, Surrey, Kent, Essex, Hertfordshire, London"),
    (county: "Greater Manchester", counties: "Lancashire, Cheshire"),
    (county: "Merseyside", counties: "Lancashire, Cheshire"),
    (county: "West Midlands", counties: "Warwickshire, Staffordshire, Worcestershire"),
    (county: "Tyne and Wear", counties: "Northumberland, County Durham"),
    (county: "Cumbria", counties: "Cumberland, Westmorland, Lancashire"),
    (county: "Bristol", counties: "Avon, Gloucestershire, Somerset"),
    (county: "Somerset", counties: "Avon"),
    (county: "North Yorkshire", counties: "Cleveland"),
    (county: "East Riding of Yorkshire", counties: "Humberside, East Yorkshire"),
    (county: "Lincolnshire", counties: "Humberside"),
    (county: "Gwent", counties: "Monmouthshire"),
    (county: "Anglesey", counties: "Isle of Anglesey, Gwynedd"),
    (county: "Conwy", counties: "Clwyd, Gwynedd"), (county: "Denbighshire", counties: "Clwyd"),
    (county: "Flintshire", counties: "Clwyd"), (county: "Wrexham", counties: "Clwyd"),
    (county: "Pembrokeshire", counties: "Dyfed"), (county: "Carmarthenshire", counties: "Dyfed"),
    (county: "Ceredigion", counties: "Dyfed, Cardiganshire"),
    (
      county: "Scottish Borders",
      counties: "Berwickshire, Roxburghshire, Selkirkshire, Peeblesshire"
    ),
    (county: "Dumfries and Galloway", counties: "Dumfriesshire, Kirkcudbrightshire, Wigtownshire"),
    (county: "Highland", counties: "Inverness-shire, Ross-shire, Sutherland, Nairnshire"),
    (county: "Perthshire", counties: "Perth and Kinross"),
  ]

  /// The sample's counties by country. Those not here are England's.
  private static let elsewhere = [
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
    county.map { county in elsewhere.first { $0.1.contains(county) }?.0 ?? "England" }
  }
}
