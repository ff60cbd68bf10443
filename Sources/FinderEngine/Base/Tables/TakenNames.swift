/// Makes names of columns unique as keys of an object. A second one with the same name would hide the first
/// from most JSON readers, so it becomes `name_2`, and so on.
struct TakenNames {
  /// The last number tried for each name.
  private var numbers: [[UInt8]: Int] = [:]

  init(_ names: [String] = []) { take(names) }

  mutating func take(_ names: [String]) { for name in names { numbers[Array(name.utf8)] = 1 } }

  func contains(_ name: [UInt8]) -> Bool { numbers[name] != nil }

  /// The name, with the first free number if it is taken; afterwards that is taken too.
  mutating func unused(_ name: [UInt8]) -> [UInt8] {
    guard var number = numbers[name] else {
      numbers[name] = 1
      return name
    }
    var candidate = name
    repeat {
      number += 1
      candidate = name + Array("_\(number)".utf8)
    } while numbers[candidate] != nil
    numbers[name] = number
    numbers[candidate] = 1
    return candidate
  }
}
