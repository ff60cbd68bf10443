import FinderEngine

/// Elements to draw from, each as often as its weight says.
struct Weighted<Element> {
  private let elements: [Element]
  /// Where each element's share of `0..<total` ends.
  private let ends: [Int]

  init(_ elements: [Element], weight: (Element) -> Int) {
    self.elements = elements
    var total = 0
    ends = elements.map { element in
      total += weight(element)
      return total
    }
  }

  func draw(_ random: inout SplitMix64) -> Element {
    let target = random.below(ends[ends.count - 1])
    return elements[firstPlace(in: 0..<ends.count - 1) { ends[$0] > target }]
  }
}
