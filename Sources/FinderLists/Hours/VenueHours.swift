import FinderEngine
import OpeningHoursKit

/// A venue's opening hours, as its dataset gives them.
package struct VenueHours {
  /// `nil` if they cannot be read.
  package let hours: OpeningHours?
  /// Why they cannot be read.
  package let problem: String?
  /// Where the hours are evaluated. The nation is right only if the hours depend on it.
  let place: HoursPlace
  private let venue: Venue

  /// `nil` if the venue has no hours.
  package init?(of row: Int, in store: VenueStore) {
    guard let value = store.openingHours(ofRow: row) else { return nil }
    venue = Venue(row: row, of: store)
    let needsNation: Bool
    (hours, problem, needsNation) = venue.cursor.openingHours(at: value)
    // Finding the nation takes half as long as parsing the hours, so it is left out if nothing depends on it.
    place =
      needsNation ? venue.hoursPlace : HoursPlace(venue.coordinate, .englandAndWales)
  }

  /// For a day, `open` if the venue is open at any minute of it.
  package func state(at time: OpenTime) -> OpenState {
    guard let hours else { return .unknown }
    return switch time {
    case .minute(let moment): hours.state(at: moment, in: place)
    case .day(let day): hours.firstOpening(on: day, in: place).state
    }
  }

  /// Whether a day is a public holiday in the venue's nation; `nil` if finder does not know.
  package func isHoliday(_ day: Int) -> Bool? { venue.hoursPlace.nation.isHoliday(CivilDay(day)) }

  /// The intervals of a day, as in the table of a week.
  package func intervals(on day: Int) -> [HoursInterval] {
    hours?.intervals(on: day, in: place) ?? []
  }

  /// The status at a time. For a day, the status at the first minute at which the venue is open.
  package func status(at time: OpenTime) -> HoursStatus {
    guard let hours else { return .unknown }
    let moment: CivilTime =
      switch time {
      case .minute(let moment): moment
      case .day(let day): hours.firstOpening(on: day, in: place).time
      }
    let state = hours.state(at: moment, in: place)
    let change = hours.change(after: moment, in: place)
    return HoursStatus(
      at: moment, state: state, change: change,
      next: change.time.map { hours.state(at: $0, in: place) },
      comment: hours.comment(at: moment, in: place))
  }
}

/// Whether a venue is open, and when that changes.
package struct HoursStatus: Sendable {
  /// The minute it describes; `nil` if nothing is known.
  package var at: CivilTime?
  package let state: OpenState
  package var change = HoursChange.unknown
  /// The state after the change.
  package var next: OpenState?
  package var comment: String?

  package static let unknown = HoursStatus(state: .unknown)

  /// When the state changes; `nil` if it never does, or if that is not known.
  package var until: CivilTime? { change.time }
}

extension JSONCursor {
  fileprivate func openingHours(
    at value: JSONSpan
  ) -> (OpeningHours?, problem: String?, needsNation: Bool) {
    guard base[value.start] == UInt8(ascii: "\"") else { return (nil, "expected a text", false) }
    return withDecoded(idToken(value)) { text in
      do throws(HoursFault) {
        let hours = try OpeningHours(parsing: UnsafeRawBufferPointer(text))
        return (hours, nil, hours.dependOnNation)
      } catch {
        return (nil, error.message, false)
      }
    }
  }

  /// The value of `opening_hours` among the properties, else that of another spelling of that key: `Opening
  /// Hours`, `openingHours`. Null and the empty text do not count.
  func openingHours(in properties: JSONSpan) -> JSONSpan? {
    guard !properties.isNone, base[properties.start] == UInt8(ascii: "{") else { return nil }
    var (usual, other): (JSONSpan?, JSONSpan?)
    forEachMember(of: properties) { key, value in
      let raw = rawBytes(key)
      // The shortest spelling has 12 letters. A key with escapes may begin with any byte.
      guard raw.count >= 12, raw[0] | 0x20 == UInt8(ascii: "o") || raw.contains(UInt8(ascii: "\\"))
      else { return }
      if string(key, is: "opening_hours") {
        usual = value
        return
      }
      withDecoded(key) { name in
        if ColumnNames.rankByLetters(of: name, in: ColumnNames.openingHours) != nil {
          other = value
        }
      }
    }
    return [usual, other].lazy.compactMap { $0 }.first { !isEmpty($0) }
  }
}

extension Venue {
  /// The nation comes from the postcode, or else from the position.
  fileprivate var hoursPlace: HoursPlace { HoursPlace(coordinate, postcode: postcode) }
}

extension HoursPlace {
  package init(_ coordinate: Coordinate, _ nation: Nation? = nil) {
    self.init(
      latitude: coordinate.latitude, longitude: coordinate.longitude, nation: nation)
  }

  /// The nation comes from the postcode's area if the area lies in one nation, else from the position.
  init(_ coordinate: Coordinate, postcode: String?) {
    let known = postcode.flatMap { postcode in
      let isIrish = Nation.mayBeRoutingKey(postcode) && HoursPlace(coordinate).nation == .ireland
      return isIrish ? .ireland : Nation(postcode: postcode)
    }
    self.init(coordinate, known)
  }
}

extension Nation {
  /// The nation of a UK postcode's area; `nil` if the area lies in both England and Scotland (CA, DG, NE,
  /// TD), is not a place (BF, BX), or does not exist.
  init?(postcode: String) {
    let text = postcode.utf8.filter { !$0.isBlank }.map { $0.capitalised }
    guard Self.isPostcode(text[...]) else { return nil }
    let letters = text.prefix { !$0.isDigit }
    switch String(decoding: letters, as: UTF8.self) {
    case "CA", "DG", "NE", "TD", "BF", "BX": return nil
    case "AB", "DD", "EH", "FK", "G", "HS", "IV", "KA", "KW", "KY", "ML", "PA", "PH", "ZE":
      self = .scotland
    case "BT": self = .northernIreland
    case "IM": self = .isleOfMan
    case "JE": self = .jersey
    case "GY": self = .guernsey
    default:
      let second = letters.dropFirst().first ?? 0
      guard PostcodeAreas.contains(letters[0], second) else { return nil }
      self = .englandAndWales
    }
  }

  /// Whether it is only an outward code, and might be an Irish routing key instead: W12 is a district of
  /// London, and the routing key of Newbridge.
  fileprivate static func mayBeRoutingKey(_ postcode: String) -> Bool {
    let text = postcode.utf8.filter { !$0.isBlank }.map { $0.lowercasedASCII }
    return text.count == 3 && "enw".utf8.contains(text[0]) && text[1].isDigit && text[2].isDigit
  }

  /// An outward code, alone or with a sector or an inward code. Eircodes, such as `D02 X285`, do not match.
  private static func isPostcode(_ text: ArraySlice<UInt8>) -> Bool {
    let letters = text.prefix(while: \.isCapital).count
    guard (1...2).contains(letters), text.dropFirst(letters).first?.isDigit ?? true else {
      return false
    }
    let rest = text.dropFirst(letters)
    let hasInward =
      rest.count >= 4 && rest.dropLast(2).last!.isDigit && rest.suffix(2).allSatisfy { !$0.isDigit }
    return (1...2).contains(hasInward ? rest.count - 3 : rest.count)
  }
}

extension VenueStore {
  /// Where in the store's text the opening hours of a row are; `nil` if it has none.
  func openingHours(ofRow row: Int) -> JSONSpan? {
    let properties = otherProperties(ofRow: row)
    return properties.isNone ? nil : JSONCursor(text).openingHours(in: properties)
  }

  /// Whether any venue has opening hours, readable or not.
  package var hasOpeningHours: Bool { (0..<count).contains(where: hasOpeningHours(ofRow:)) }

  package func hasOpeningHours(ofRow row: Int) -> Bool { openingHours(ofRow: row) != nil }
}
