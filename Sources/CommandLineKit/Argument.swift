public struct Argument: Sendable, Equatable {
  /// As help shows it: `FILE`.
  public var name: String
  public var isRequired: Bool
  /// Takes all the words that are left. Only the last argument can.
  public var isRepeatable: Bool
  /// Names a file, and so may be any bytes; another argument is UTF-8.
  public var isPath: Bool
  public var summary: String

  public init(
    _ name: String, isRequired: Bool = true, isRepeatable: Bool = false, isPath: Bool = false,
    summary: String
  ) {
    self.name = name
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
    self.isPath = isPath
    self.summary = summary
  }

  /// `FILE`, `[FILE]`, `FILE…` or `[FILE…]`
  public var synopsis: String {
    let repeated = isRepeatable ? "\(name)…" : name
    return isRequired ? repeated : "[\(repeated)]"
  }
}
