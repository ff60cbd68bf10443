/// Where a member of a record's object stands in it.
struct ObjectMember {
  let key: JSONStringSpan
  let value: JSONSpan
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
