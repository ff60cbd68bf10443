/// The first place where something holds that holds at all places after it as well; the end where there
/// is none. O(log n).
@inline(__always)
package func firstPlace(in places: Range<Int>, where holds: (Int) -> Bool) -> Int {
  var (low, high) = (places.lowerBound, places.upperBound)
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
