import FinderEngine

/// A router's answer to one kind of request, in either language, before it is checked.
protocol RouterDocument {
  var error: RouterError { get }

  init(valhalla cursor: inout JSONCursor) throws(ParseError)
  init(osrm cursor: inout JSONCursor) throws(ParseError)
}

extension RouterDocument {
  /// `nil` if the router says that it finds no route.
  static func read(
    _ answer: PaddedBytes, status: Int, from kind: RouterAddress.Kind
  ) throws(RouteFault) -> Self? {
    let document: Self
    do throws(ParseError) {
      document = try whole(answer, kind)
    } catch {
      guard status == 200 else { throw .status }
      throw .nonsense(error.problem)
    }
    guard !document.error.isNoPath(of: kind) else { return nil }
    if let fault = document.error.fault(of: kind) {
      if case .nonsense = fault, status != 200 { throw .status }
      throw fault
    }
    guard status == 200 else { throw .status }
    return document
  }

  private static func whole(
    _ answer: PaddedBytes, _ kind: RouterAddress.Kind
  ) throws(ParseError) -> Self {
    var cursor = JSONCursor(answer)
    cursor.skipWhitespace()
    let document = kind == .valhalla ? try Self(valhalla: &cursor) : try Self(osrm: &cursor)
    guard cursor.isAtEnd() else { throw ParseError(cursor.position, "something follows it") }
    return document
  }
}

/// The error in an answer: Valhalla's number, OSRM's word, and the message.
///
///     {"error_code":442,"error":"No path could be found"}
///     {"code":"NoSegment","message":"Could not find a matching segment for …"}
struct RouterError {
  private var number: Double?
  private var word: String?
  private var text: String?

  /// Returns whether the member belongs to an error; if so, it is read.
  mutating func take(_ key: JSONStringSpan, _ cursor: inout JSONCursor) throws(ParseError) -> Bool {
    if cursor.string(key, is: "code") {
      word = try cursor.readMessage()
    } else if cursor.string(key, is: "message") || cursor.string(key, is: "error") {
      text = try cursor.readMessage() ?? text
    } else if cursor.string(key, is: "error_code") {
      number = try cursor.readFinite()
    } else {
      return false
    }
    return true
  }

  /// Whether the router says that no target can be reached.
  func isNoPath(of kind: RouterAddress.Kind) -> Bool {
    kind == .valhalla ? number == 442 : word == "NoTable" || word == "NoRoute"
  }

  /// `nil` if it is not an error.
  func fault(of kind: RouterAddress.Kind) -> RouteFault? {
    kind == .valhalla ? valhallaFault() : osrmFault()
  }

  private func valhallaFault() -> RouteFault? {
    guard let number else { return word == nil ? nil : .otherLanguage }
    let text = text ?? "error \(number)"
    switch number {
    // Too many locations, or one that is too far away, in another part of the map, or off it.
    case 150, 154, 170, 171: return .partly(text)
    default: return .refused(text)
    }
  }

  private func osrmFault() -> RouteFault? {
    guard number == nil else { return .otherLanguage }
    switch word {
    case "Ok": return nil
    case nil: return .nonsense("it does not say whether it succeeded")
    case "TooBig", "NoSegment": return .partly(text ?? word ?? "")
    case let word?: return .refused(text ?? word)
    }
  }
}
