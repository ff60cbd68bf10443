/// A whole command line, as a user would type it, and what it does.
public struct Example: Sendable {
  public let command: String
  public let explanation: String

  public init(_ command: String, _ explanation: String) {
    self.command = command
    self.explanation = explanation
  }
}
