/// An id that needs a number after it.
struct NumberedID: BitwiseCopyable, Equatable {
  var position: UInt32
  var number: UInt32
}
