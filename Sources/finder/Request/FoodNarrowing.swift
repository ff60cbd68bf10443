import CommandLineKit
import FinderEngine

/// `--kind`, `--cuisine`, `--diet`, `--with` and `--for`; `nil` if none is given.
final class FoodNarrowing: Sendable {
  let request: FoodRequest
  /// The options given, as typed.
  let typed: [(option: Option, values: [String])]

  init?(_ invocation: Invocation) throws {
    // An array of pairs costs the runtime 42,000 instructions, and most queries do not need it.
    guard Options.food.contains(where: invocation.has) else { return nil }
    let typed = Options.food.map { ($0, invocation.values($0)) }.filter { !$0.1.isEmpty }
    var request = FoodRequest()
    var faults: [Fault] = []
    for (option, values) in typed {
      for value in values {
        do throws(BadExpression) {
          try request.add(value, of: option)
        } catch {
          faults.append(Fault(option: option, value: value, problem: error))
        }
      }
    }
    if let first = faults.first { throw Self.error(first, of: faults, invocation) }
    (self.request, self.typed) = (request, typed)
  }

  /// A value that cannot be read.
  private struct Fault {
    let option: Option
    let value: String
    let problem: BadExpression

    /// Whether there is a replacement to type, and the command has its options.
    func hasRemedy(_ command: Command) -> Bool {
      let options = [
        problem.meant.map { _ in problem.option ?? option.name }, problem.further?.option,
      ]
      .compactMap { $0 }
      return !options.isEmpty && options.allSatisfy { command.option(named: $0) != nil }
    }
  }

  /// An error with a line that corrects all faults. If one cannot be corrected, the error is about that one.
  private static func error(
    _ first: Fault, of faults: [Fault], _ invocation: Invocation
  ) -> UsageError {
    func problem(_ fault: Fault) -> String {
      let problem = "\(UsageError.quote(fault.value)) \(fault.problem.problem)"
      guard let advice = fault.problem.advice,
        invocation.command.option(named: advice.option) != nil
      else { return problem }
      return "\(problem); \(advice.text)"
    }
    if let fault = faults.first(where: { !$0.hasRemedy(invocation.command) }) {
      return invocation.error(fault.option, problem(fault))
    }
    // Add each option once, whichever faults need it, and give an option that takes one value no second.
    var further: [BadExpression.OptionValue] = []
    for value in faults.compactMap(\.problem.further)
    where !invocation.says(value) && !further.contains(value) {
      further.append(value)
    }
    let isTwice = further.contains { value in
      guard let option = invocation.command.option(named: value.option) else { return true }
      return !option.isRepeatable
        && (invocation.has(option) || further.count { $0.option == value.option } > 1)
    }
    guard !isTwice else { return invocation.error(first.option, problem(first)) }
    let words = invocation.words { option, value in
      let fault = faults.first { $0.option.name == option.name && $0.value == value }
      guard let fault else { return nil }
      var words =
        fault.problem.meant.map { ["--\(fault.problem.option ?? option.name)", $0] } ?? []
      if let place = fault.problem.further.flatMap({ further.firstIndex(of: $0) }) {
        let other = further.remove(at: place)
        words += ["--\(other.option)", other.value]
      }
      return words
    }
    return invocation.error("\(first.option.flag) \(problem(first))").correcting(words)
  }

  /// Members of a document's `query`, under the options' names.
  func append(to output: inout ByteBuffer) {
    for (option, values) in typed {
      output.append(keyText: option.name)
      output.appendArray(values.count) { $0.append(jsonString: values[$1]) }
    }
  }
}

extension Invocation {
  /// Whether the line already has that option and value.
  fileprivate func says(_ other: BadExpression.OptionValue) -> Bool {
    command.option(named: other.option).map { values($0).contains(other.value) } ?? false
  }
}

extension FoodRequest {
  /// A value of one of `Options.food`.
  mutating func add(_ value: String, of option: Option) throws(BadExpression) {
    switch option.name {
    case Options.kind.name: try add(kinds: value)
    case Options.cuisine.name: try add(cuisines: value)
    case Options.diet.name: try add(diets: value)
    case Options.with.name: try add(features: value)
    default: try add(text: value)
    }
  }
}
