/// A whole command line, as a user would type it, and what it does.
public struct Example: Sendable {
  public let command: String
  public let explanation: String

  public init(_ command: String, _ explanation: String) {
    self.command = command
    self.explanation = explanation
  }
}

/// A part of a help page under its own heading: paragraphs, then a list of terms.
public struct HelpSection: Sendable {
  public typealias Row = (term: String, meaning: String)

  public let heading: String
  public let text: String
  public let rows: [Row]

  public init(_ heading: String, text: String = "", rows: [Row] = []) {
    self.heading = heading
    self.text = text
    self.rows = rows
  }
}
