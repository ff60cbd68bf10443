import FinderEngine

/// What the venues of a page can be filtered by, and when they are open, as JSON.
///
///     {"values": [[1, "pizza", ["pizzeria", …], [3, 1, 4], [2]], …],
///      "silent": ["place", …], "articles": ["a", …],
///      "hours": {"first": 20784, "days": 28, "of": [0, 1, 0, …], "open": [[660, 720, 720, 720, …], …]}}
///
/// - A value has its aspect: kind, cuisine, diet or feature (0 to 3); other words that people type for it;
///   the venues that have it; and the venues whose names suggest it, if nothing else is known about that
///   aspect of them. Venues are written as steps from the one before. The values of each aspect come most
///   frequent first.
/// - `silent` words add nothing to a search with other words; articles are among them.
/// - `of` has for each venue the number of its hours in `open`, from 1, or 0. Hours are steps in minutes: to
///   an opening, to its end, and so on; a step to an end is negative if the venue is only perhaps open.
struct PageFood: ~Copyable {
  /// Empty if there are no values and no hours.
  private(set) var text = ByteBuffer()

  init(_ store: VenueStore, _ rows: [Int], _ hours: PageHours?) {
    let values = PageValues(store, rows).sorted
    let hours = hours.flatMap { PageOpenings($0, rows) }
    guard !values.isEmpty || hours != nil else { return }
    text.appendObject { output in
      output.append(key: "values", elements: values.count) { values[$1].append(to: &$0) }
      if !values.isEmpty {
        output.append(key: "silent", words: SilentWords.all)
        output.append(key: "articles", words: SilentWords.articles)
      }
      if let hours { output.append(key: "hours") { hours.append(to: &$0) } }
    }
  }
}

/// A value, and the page's venues that have it.
private struct PageValue {
  let aspect: FoodAspect
  let value: String
  /// Indices of venues in the page, in order.
  var venues: [Int] = []
  var named: [Int] = []

  init(_ aspect: FoodAspect, _ value: Substring) {
    (self.aspect, self.value) = (aspect, String(value))
  }

  mutating func add(_ place: Int) {
    if venues.last != place { venues.append(place) }
  }

  /// The words of this value only: `--cuisine tea` also finds afternoon tea, but that has its own words. A
  /// cuisine without words may be a diet, such as `vegan`.
  private var words: [String] {
    let line =
      FoodLine.inDictionary(value, aspect)
      ?? (aspect == .cuisine ? FoodLine.inDictionary(value, .diet) : nil)
    return line?.words ?? []
  }

  func append(to output: inout ByteBuffer) {
    let (words, places) = (words, [venues, named])
    output.append("[")
    output.append(integer: Int(aspect.rawValue))
    output.append(",")
    output.append(jsonString: value)
    output.append(",")
    output.appendArray(words.count) { $0.append(jsonString: words[$1]) }
    for places in places {
      output.append(",")
      output.append(stepsOf: places)
    }
    output.append("]")
  }
}

/// The values of the venues of a page.
private struct PageValues {
  private struct Key: Hashable {
    let aspect: FoodAspect
    let value: String
  }

  private var values: [Key: PageValue] = [:]

  init(_ store: VenueStore, _ rows: [Int]) {
    let foods = rows.map { store.venue(ofRow: $0).foodAmongMany }
    for (place, food) in foods.enumerated() {
      for aspect in FoodAspect.allCases {
        for element in food.values(aspect).flatMap({ $0.split(separator: "/") }) {
          values[Key(aspect: aspect, value: String(element)), default: PageValue(aspect, element)]
            .add(place)
        }
      }
    }
    addGeneral()
    if !values.isEmpty { addNames(store, rows, foods) }
  }

  /// A venue with `neapolitan_pizza` also has `pizza`, if the tables or another venue have that.
  private mutating func addGeneral() {
    var special: [Key: [Int]] = [:]
    for (key, value) in values where key.aspect == .cuisine {
      key.value.withBytes { cuisine in
        FoodValues.forEachGeneral(cuisine) { general in
          guard general.count < cuisine.count else { return }
          let general = Key(aspect: .cuisine, value: String(decoding: general, as: UTF8.self))
          guard values[general] != nil || FoodLine.inDictionary(general.value, .cuisine) != nil
          else { return }
          special[general, default: []] += value.venues
        }
      }
    }
    for (key, venues) in special {
      let own = values[key]?.venues ?? []
      values[key, default: PageValue(key.aspect, key.value[...])].venues =
        Set(own + venues).sorted()
    }
  }

  /// As in `--for`, a name counts only if nothing else is known.
  private mutating func addNames(
    _ store: VenueStore, _ rows: [Int], _ foods: [VenueFood]
  ) {
    let phrases = FoodPhrases()
    // Indexed by the number of the tables' values.
    let keys = FoodAspect.allCases.flatMap { aspect in
      FoodLine.all(aspect).map { (Key(aspect: aspect, value: $0.value), $0.number) }
    }
    for (place, food) in foods.enumerated() {
      phrases.forEachValue(ofRow: rows[place], in: store) { number in
        let (key, own) = keys[Int(number)]
        let isUnknown =
          switch key.aspect {
          case .kind: food.kind == nil
          case .cuisine: food.cuisines.isEmpty
          case .diet: food.facts[diet: own] == .unknown
          case .feature: food.facts[feature: own] == .unknown
          }
        guard isUnknown, var value = values[key], value.named.last != place else { return }
        values[key] = nil
        value.named.append(place)
        values[key] = value
      }
    }
  }

  var sorted: [PageValue] {
    values.values.sorted {
      if $0.aspect != $1.aspect { return $0.aspect.rawValue < $1.aspect.rawValue }
      if $0.venues.count != $1.venues.count { return $0.venues.count > $1.venues.count }
      return $0.value < $1.value
    }
  }
}

/// The hours of a page's venues; equal ones are stored once.
private struct PageOpenings {
  private let hours: PageHours
  private var places: [Int] = []
  private var open: [[PageHours.Interval]] = []

  /// `nil` if no venue has hours.
  init?(_ hours: PageHours, _ rows: [Int]) {
    self.hours = hours
    var known: [[PageHours.Interval]: Int] = [:]
    for row in rows {
      guard let intervals = hours.intervals(row) else {
        places.append(0)
        continue
      }
      let place = known[intervals] ?? open.count + 1
      if place > open.count {
        known[intervals] = place
        open.append(intervals)
      }
      places.append(place)
    }
    if open.isEmpty { return nil }
  }

  func append(to output: inout ByteBuffer) {
    output.append(key: "first", integer: hours.firstDay)
    output.append(key: "days", integer: hours.days)
    output.append(key: "of", elements: places.count) { $0.append(integer: places[$1]) }
    output.append(key: "open", elements: open.count) { output, place in
      let intervals = open[place]
      output.append("[")
      var last = 0
      for (number, interval) in intervals.enumerated() {
        if number > 0 { output.append(",") }
        output.append(integer: interval.from - last)
        output.append(",")
        output.append(integer: (interval.to - interval.from) * (interval.isSure ? 1 : -1))
        last = interval.to
      }
      output.append("]")
    }
  }
}

extension ByteBuffer {
  fileprivate mutating func append(key: StaticString, words: [String]) {
    append(key: key, elements: words.count) { $0.append(jsonString: words[$1]) }
  }

  fileprivate mutating func append(stepsOf places: [Int]) {
    var last = 0
    appendArray(places.count) { output, number in
      output.append(integer: places[number] - last)
      last = places[number]
    }
  }
}
