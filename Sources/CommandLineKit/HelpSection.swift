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
