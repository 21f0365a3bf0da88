/// Bytes that belong to a record and lie beside the store, such as a picture in a question.
///
/// A record holds this value. The bytes are named by their digest, so that the same bytes are there
/// once, whichever records have them.
public struct Attachment: Hashable, Sendable {
  /// The digest that names the bytes.
  public var digest: ContentDigest
  /// The media type, such as `image/png`.
  public var mediaType: String
  /// The number of bytes.
  public var size: Int
  /// The name of the file from which it came, without folders.
  public var name: String
  /// The width in pixels; `nil` where the bytes do not say it.
  public var width: Int?
  /// The height in pixels; `nil` where the bytes do not say it.
  public var height: Int?

  /// Describes some bytes.
  public init(
    digest: ContentDigest, mediaType: String, size: Int, name: String, width: Int? = nil,
    height: Int? = nil
  ) {
    (self.digest, self.mediaType, self.size, self.name) = (digest, mediaType, size, name)
    (self.width, self.height) = (width, height)
  }

  /// The largest attachment in bytes.
  package static let mostBytes = 8_000_000
}

extension Attachment: Codable {
  private enum CodingKeys: CodingKey { case digest, mediaType, size, name, width, height }

  public init(from decoder: any Decoder) throws {
    let attachment = try decoder.container(keyedBy: CodingKeys.self)
    digest = try attachment.decode(ContentDigest.self, forKey: .digest)
    mediaType = try attachment.decode(String.self, forKey: .mediaType)
    size = try attachment.decode(Int.self, forKey: .size)
    name = try attachment.decode(String.self, forKey: .name)
    width = try attachment.decodeIfPresent(Int.self, forKey: .width)
    height = try attachment.decodeIfPresent(Int.self, forKey: .height)
  }

  public func encode(to encoder: any Encoder) throws {
    var attachment = encoder.container(keyedBy: CodingKeys.self)
    try attachment.encode(digest, forKey: .digest)
    try attachment.encode(mediaType, forKey: .mediaType)
    try attachment.encode(size, forKey: .size)
    try attachment.encode(name, forKey: .name)
    try attachment.encodeIfPresent(width, forKey: .width)
    try attachment.encodeIfPresent(height, forKey: .height)
  }
}

/// The SHA-256 digest of some bytes, which names them.
public struct ContentDigest: Hashable, Sendable {
  /// 64 hexadecimal digits in small letters.
  public let text: String

  /// The digest of these bytes.
  public init(of bytes: [UInt8]) {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.add($0) }
    text = hash.finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Reads a digest; `nil` unless there are 64 hexadecimal digits in small letters. So the text can
  /// be a part of a path.
  public init?(_ text: String) {
    let digits = text.utf8
    guard digits.count == 64,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  /// The path below a folder of attachments: `ab/` and the digest that begins so. No folder gets
  /// more entries than a file system can search fast.
  package var path: String { "\(text.prefix(2))/\(text)" }
}

extension ContentDigest: Comparable {
  /// By their texts.
  public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension ContentDigest: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let digest = ContentDigest(text) else {
      throw JSONDecoding.refusal(
        Reason("this is not a SHA-256 digest", "SHA-256 のダイジェストではありません"), by: decoder)
    }
    self = digest
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }
}

/// The hash SHA-256 (FIPS 180-4), taken in pieces.
package struct SHA256 {
  private static let blockSize = 64
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var schedule = [UInt32](repeating: 0, count: 64)
  /// The bytes of a block that is not full yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  /// Takes the next bytes.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var position = 0
    if !rest.isEmpty {
      position = min(Self.blockSize - rest.count, bytes.count)
      rest += bytes[..<position]
      guard rest.count == Self.blockSize else { return }
      rest.withUnsafeBytes { Self.compress($0, &state, &schedule) }
      rest.removeAll(keepingCapacity: true)
    }
    while position + Self.blockSize <= bytes.count {
      let block = bytes[position..<position + Self.blockSize]
      Self.compress(UnsafeRawBufferPointer(rebasing: block), &state, &schedule)
      position += Self.blockSize
    }
    rest += bytes[position...]
  }

  /// The 32 bytes of the digest.
  package mutating func finish() -> [UInt8] {
    let bits = count &* 8
    var padding: [UInt8] = [0x80]
    let filled = (rest.count + 1) % Self.blockSize
    padding += [UInt8](
      repeating: 0, count: (filled <= 56 ? 56 : 56 + Self.blockSize) - filled)
    padding += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    padding.withUnsafeBytes { add($0) }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  private static func compress(
    _ block: UnsafeRawBufferPointer, _ state: inout [UInt32], _ schedule: inout [UInt32]
  ) {
    constants.withUnsafeBufferPointer { constants in
      schedule.withUnsafeMutableBufferPointer { words in
        for index in 0..<16 {
          words[index] = UInt32(
            bigEndian: block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
        }
        for index in 16..<64 {
          let (early, late) = (words[index - 15], words[index - 2])
          let low = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
          let high = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
          words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
        }
        state.withUnsafeMutableBufferPointer { state in
          var (a, b, c, d) = (state[0], state[1], state[2], state[3])
          var (e, f, g, h) = (state[4], state[5], state[6], state[7])
          for index in 0..<64 {
            let sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ sum &+ choice &+ constants[index] &+ words[index]
            let other = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let second = other &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
          }
          for (index, word) in [a, b, c, d, e, f, g, h].enumerated() {
            state[index] = state[index] &+ word
          }
        }
      }
    }
  }

  private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    (word >> bits) | (word << (32 - bits))
  }
}
