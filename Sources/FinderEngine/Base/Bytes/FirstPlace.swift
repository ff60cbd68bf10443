/// The first place where a condition holds that, once true, holds at all later places; the end if there is
/// none. O(log n).
@inline(__always)
package func firstPlace(in places: Range<Int>, where holds: (Int) -> Bool) -> Int {
  var (low, high) = (places.lowerBound, places.upperBound)
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
