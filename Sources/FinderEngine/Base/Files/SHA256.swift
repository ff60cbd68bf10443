/// SHA-256 by FIPS 180-4, as `sha256sum` prints it. It identifies editions of a dataset.
///
///     var hash = SHA256()
///     hash.add(bytes)                 // as often as there are bytes
///     hash.finish()                   // "ba7816bf…", once
///
/// Blocks of 64 bytes go through 64 rounds. The message schedule is kept as a ring of its last 16 words,
/// which are all that the next word needs.
package struct SHA256: Sendable {
  private var state: SIMD8<UInt32> = SIMD8(
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19)
  /// The bytes of an unfinished block.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  package mutating func add(_ bytes: Bytes) {
    count += UInt64(bytes.count)
    var bytes = bytes[...]
    if !rest.isEmpty {
      let taken = bytes.prefix(64 - rest.count)
      rest.append(contentsOf: taken)
      bytes = bytes.dropFirst(taken.count)
      guard rest.count == 64 else { return }
      rest.withUnsafeBufferPointer { mix($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / 64 * 64
    mix(UnsafeBufferPointer(rebasing: bytes.prefix(whole)))
    rest.append(contentsOf: bytes.dropFirst(whole))
  }

  /// The digest as 64 lower-case hexadecimal digits.
  package consuming func finish() -> String {
    words().map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The digest's eight words.
  private consuming func words() -> [UInt32] {
    let bits = count << 3
    // A one bit, then zeros until the block has eight bytes left for the length.
    rest.append(0x80)
    while rest.count % 64 != 56 { rest.append(0) }
    rest += bits.bigEndianBytes
    let last = rest
    last.withUnsafeBufferPointer { mix($0) }
    return (0..<8).map { state[$0] }
  }

  /// The digest's 32 bytes.
  package static func bytes(of bytes: Bytes) -> [UInt8] {
    var hash = SHA256()
    hash.add(bytes)
    return hash.words().flatMap(\.bigEndianBytes)
  }

  package static func hex(of bytes: Bytes) -> String {
    var hash = SHA256()
    hash.add(bytes)
    return hash.finish()
  }

  private mutating func mix(_ blocks: Bytes) {
    guard let start = UnsafeRawPointer(blocks.baseAddress) else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { schedule in
      Self.constants.withUnsafeBufferPointer { constants in
        for offset in stride(from: 0, to: blocks.count, by: 64) {
          mix(start + offset, schedule.baseAddress!, constants.baseAddress!)
        }
      }
    }
  }

  private mutating func mix(
    _ block: UnsafeRawPointer, _ schedule: UnsafeMutablePointer<UInt32>,
    _ constants: UnsafePointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let word: UInt32
      if round < 16 {
        word = UInt32(
          bigEndian: block.loadUnaligned(fromByteOffset: round &* 4, as: UInt32.self))
      } else {
        let (early, late) = (schedule[(round &- 15) & 15], schedule[(round &- 2) & 15])
        let first = Self.turned(early, 7) ^ Self.turned(early, 18) ^ early &>> 3
        let second = Self.turned(late, 17) ^ Self.turned(late, 19) ^ late &>> 10
        word = schedule[round & 15] &+ first &+ schedule[(round &- 7) & 15] &+ second
      }
      schedule[round & 15] = word
      let spread = Self.turned(e, 6) ^ Self.turned(e, 11) ^ Self.turned(e, 25)
      let choice = e & f ^ ~e & g
      let one = h &+ spread &+ choice &+ constants[round] &+ word
      let other = Self.turned(a, 2) ^ Self.turned(a, 13) ^ Self.turned(a, 22)
      let majority = a & b ^ a & c ^ b & c
      (h, g, f, e) = (g, f, e, d &+ one)
      (d, c, b, a) = (c, b, a, one &+ other &+ majority)
    }
    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always) private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word &>> bits | word &<< (32 &- bits)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}
