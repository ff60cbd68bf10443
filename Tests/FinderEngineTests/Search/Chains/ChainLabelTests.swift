import TestSupport
import Testing

@testable import FinderEngine

/// The resolver on names of the real dataset that were labelled by hand beforehand with the chain of each.
/// The resolver was developed on one half of them. For the other half only counts are printed, so that it
/// remains a measure.
@Suite(RealDataset.needed) struct ChainLabelTests {
  private static let fixture = Result { ChainFixture(try RealDataset.storeAsRead) }

  private struct Labelled {
    let name: String
    /// The chain; `nil` if it is not a chain's branch.
    let label: String?
    /// The resolver's chain.
    let chain: Int?
  }

  private static func labelled(_ half: String) throws -> [Labelled] {
    let fixture = try fixture.get()
    let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let text = try Files.text("\(folder)/Labels/\(half).tsv")
    return try text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard !line.hasPrefix("#"), cells[1] != "?" else { return nil }
      let chain = try fixture.chain(of: cells[0])
      return Labelled(
        name: cells[0], label: cells[1] == "-" ? nil : cells[1],
        chain: chain.flatMap { fixture.list.chains[$0].isShared ? nil : $0 })
    }
  }

  /// The chain of each label: the one that has most of its names, and whose name begins like the label or the
  /// other way round. If two labels have one chain, it is that of the more frequent label.
  private static func chains(of names: [Labelled]) throws -> [String: Int] {
    let list = try fixture.get().list
    var counts: [String: [Int: Int]] = [:]
    for name in names {
      guard let label = name.label, let chain = name.chain,
        isAlike(label, list.chains[chain].name)
      else { continue }
      counts[label, default: [:]][chain, default: 0] += 1
    }
    let most = counts.compactMapValues { chains in
      chains.max { ($0.value, $1.key) < ($1.value, $0.key) }
    }
    var owners: [Int: String] = [:]
    for (label, most) in most.sorted(by: { ($1.value.value, $0.key) < ($0.value.value, $1.key) }) {
      owners[most.key] = owners[most.key] ?? label
    }
    return most.compactMapValues { $0.key }.filter { owners[$0.value] == $0.key }
  }

  /// `Creams` is `Creams Cafe`, and `Soho Coffee` is `SOHO Coffee Shops`.
  private static func isAlike(_ label: String, _ chain: String) -> Bool {
    let (a, b) = (letters(of: label), letters(of: chain))
    return !a.isEmpty && !b.isEmpty && (a.starts(with: b) || b.starts(with: a))
  }

  /// The letters, without words of trade.
  private static func letters(of name: String) -> [UInt8] {
    let table = WordTable()
    var reader = NameWords(table)
    Array(name.utf8).withUnsafeBufferPointer { reader.read($0) }
    let telling = reader.items.filter { !table.roles[Int($0.word)].contains(.trade) }
    return (telling.isEmpty ? reader.items : telling).flatMap { item in
      table.withBytes(of: item.word) { Array($0) }
    }
  }

  @Test("300 names labelled by hand", arguments: ["open", "sealed"])
  func figures(half: String) throws {
    let names = try Self.labelled(half)
    let chains = try Self.chains(of: names)
    let isFound = { (name: Labelled) in
      name.label.map { chains[$0] != nil && chains[$0] == name.chain } ?? false
    }
    let branches = names.filter { $0.label != nil }
    let resolved = names.filter { $0.chain != nil }
    let (found, right) = (branches.count(where: isFound), resolved.count(where: isFound))
    print(
      "chains, \(half) half: \(found) of \(branches.count) branches found, "
        + "\(right) of \(resolved.count) names in a chain rightly so")
    // The aim is 0.97 found and 0.98 right in both halves. That many are found only in the open half.
    #expect(Double(found) >= (half == "open" ? 0.97 : 0.86) * Double(branches.count))
    #expect(Double(right) >= 0.98 * Double(resolved.count))
    guard half == "open" else { return }
    for name in branches where !isFound(name) { print("  not found: \(name.name)") }
    for name in resolved where !isFound(name) { print("  no branch: \(name.name)") }
  }
}
