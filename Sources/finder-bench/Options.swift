/// The options after a subcommand's name. Each has a value, but for flags.
struct Options {
  private var values: [String: String] = [:]

  init(_ arguments: [String], _ names: [String], flags: [String] = []) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if flags.contains(option) {
        values[option] = ""
        continue
      }
      guard names.contains(option) else { throw Problem.usage("unknown option '\(option)'") }
      guard let value = rest.popFirst() else { throw Problem.usage("\(option) needs a value") }
      values[option] = value
    }
  }

  subscript(option: String) -> String? { values[option] }

  func isSet(_ flag: String) -> Bool { values[flag] != nil }

  /// A hundred million venues make 14 GB; more is a slip of the hand.
  func number<Number: FixedWidthInteger>(
    _ option: String, or standard: Number, in range: ClosedRange<Number> = 1...100_000_000
  ) throws -> Number {
    try values[option].map { try Self.number($0, for: option, in: range) } ?? standard
  }

  func numbers(_ option: String, or standard: [Int]) throws -> [Int] {
    try values[option]?.split(separator: ",").map {
      try Self.number(String($0), for: option, in: 1...100_000_000)
    } ?? standard
  }

  private static func number<Number: FixedWidthInteger>(
    _ text: String, for option: String, in range: ClosedRange<Number>
  ) throws -> Number {
    guard let number = Number(text), range.contains(number) else {
      throw Problem.usage(
        "\(option) takes whole numbers from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// The statuses of sysexits.h, which not every system's headers bring.
enum ExitStatus {
  static let usage: Int32 = 64
  static let badData: Int32 = 65
  static let noInput: Int32 = 66
  static let ioError: Int32 = 74
}

/// What ends a subcommand early: one line for stderr and the status to exit with.
struct Problem: Error {
  let message: String
  let status: Int32

  static func usage(_ message: String) -> Problem {
    Problem(message: message, status: ExitStatus.usage)
  }
}
