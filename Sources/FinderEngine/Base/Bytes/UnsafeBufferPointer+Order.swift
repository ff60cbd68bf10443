extension UnsafeBufferPointer {
  /// The first element of which it holds, where it holds of all that follow as well; the end if there is
  /// none.
  @inline(__always) package func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
