import FinderEngine

/// What the user has set in the file of settings: `nil` for a key that is not set.
///
/// It is a class, so passing it on costs nothing.
package final class Settings: Sendable {
  package enum Colour: String, Sendable {
    case auto
    case always
    case never
  }

  private let values: Values

  package var units: ReadableFigures.Units? { values.units }
  package var colour: Colour? { values.colour }
  /// For tables; 0 means all rows.
  package var limit: Int? { values.limit }
  /// As written in the file: it may begin with `~/`.
  package var data: String? { Self.nilIfEmpty(values.data) }
  package var outside: OutsidePolicy? { values.outside }
  /// In kilograms.
  package var weight: Double? { values.weight }
  /// Walking speed, in kilometres an hour.
  package var pace: Double? { values.pace }
  package var walkFactor: Double? { values.walkFactor }
  package var router: String? { Self.nilIfEmpty(values.router) }
  /// A command line, which `CommandWords` splits.
  package var opener: String? { Self.nilIfEmpty(values.opener) }
  package var base: String? { Self.nilIfEmpty(values.base) }

  private static func nilIfEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// With nothing set.
  package static let none = Settings(Values())

  init(_ values: Values) { self.values = values }

  struct Values {
    var units: ReadableFigures.Units?
    var colour: Colour?
    var limit: Int?
    var outside: OutsidePolicy?
    var weight: Double?
    var pace: Double?
    var walkFactor: Double?
    // Empty if not set. To copy a `String?` the runtime builds a type description, in 36,000 instructions,
    // half of what reading the file takes.
    var router = ""
    var opener = ""
    var base = ""
    var data = ""

    /// Takes the value of a key. Returns false if the key may not have that value.
    mutating func take(_ key: SettingKey, _ text: Bytes) -> Bool {
      guard !text.isEmpty, text.isOneLineOfText else { return false }
      switch key {
      case .units:
        units = text.equals("metric") ? .metric : text.equals("imperial") ? .imperial : nil
        return units != nil
      case .colour:
        colour =
          text.equals("auto")
          ? .auto : text.equals("always") ? .always : text.equals("never") ? .never : nil
        return colour != nil
      case .limit:
        let text = String(decoding: text, as: UTF8.self)
        let isDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        limit = isDigits ? Int(text) : nil
        return limit != nil
      case .data:
        data = String(decoding: text, as: UTF8.self)
        return text.isAbsolutePath
      case .outside:
        outside = OutsidePolicy(rawValue: String(decoding: text, as: UTF8.self))
        return outside != nil
      case .weight:
        weight = WalkingMeasure.weight(text)
        return weight != nil
      case .pace:
        pace = WalkingMeasure.pace(text)
        return pace != nil
      case .walkFactor:
        walkFactor = WalkingMeasure.factor(text)
        return walkFactor != nil
      case .router:
        router = String(decoding: text, as: UTF8.self)
        return text.isAddress
      case .opener:
        opener = String(decoding: text, as: UTF8.self)
        return CommandWords.areWhole(text)
      case .base:
        base = String(decoding: text, as: UTF8.self)
        return text.isAbsolutePath
      }
    }
  }

  /// Why a key may not have a value, as the end of a sentence; `nil` if it may. Only the beginning of a
  /// router's address is checked here; `isUsable` says whether the rest is correct.
  package static func problem(
    with value: String, of key: SettingKey, isUsable: Bool
  ) -> String? {
    var values = Values()
    let isFine = value.withBytes { values.take(key, $0) }
    guard !isFine || !isUsable else { return nil }
    return "expected \(key.expected)\(hint(closeTo: value, for: key))"
  }

  /// Suggests the closest of the key's choices, also for the name of a unit.
  static func hint(closeTo text: String, for key: SettingKey) -> String {
    key.choice(meantBy: text).map { "; did you mean '\($0)'?" }
      ?? hint(closeTo: text, among: key.choices)
  }

  /// As in `; did you mean 'metric'?`, if a name is spelt almost like it.
  static func hint(closeTo text: String, among names: [String]) -> String {
    Misspelling.closest(to: text, among: names) { $0 }.map { "; did you mean '\($0)'?" } ?? ""
  }
}

extension Bytes {
  fileprivate func begins(with text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && memcmp(baseAddress!, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// UTF-8 without control characters except tabs.
  fileprivate var isOneLineOfText: Bool {
    for byte in self where byte < 0x20 && byte != 0x09 || byte == 0x7F { return false }
    return isUTF8
  }

  fileprivate var isAbsolutePath: Bool { begins(with: "/") || begins(with: "~/") }

  /// Checks only the beginning and for spaces; the code that uses the address checks the rest.
  fileprivate var isAddress: Bool {
    for byte in self where byte <= 0x20 { return false }
    return begins(with: "http://") || begins(with: "https://") || begins(with: "valhalla:http")
      || begins(with: "osrm:http")
  }
}
