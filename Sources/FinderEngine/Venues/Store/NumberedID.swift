/// An id that needs a number after it.
package struct NumberedID: BitwiseCopyable, Equatable {
  var position: UInt32
  var number: UInt32
}
