/// What a value is, as far as a shell needs to know to complete it.
public enum ValueKind: Sendable, Equatable {
  case text, number, path
  /// One of these; the parser refuses anything else.
  case choices([String])

  var choices: [String]? {
    if case .choices(let choices) = self { return choices }
    return nil
  }
}
