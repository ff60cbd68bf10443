/// A list of values that the program knows, by a number of its own. One byte, since every option has one,
/// and a text in its place made every start dearer by 2 %.
public struct ValueList: RawRepresentable, Sendable, Equatable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let none = ValueList(rawValue: 0)
}
