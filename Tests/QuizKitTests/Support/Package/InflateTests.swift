import Foundation
import Testing

@testable import QuizSupport

@Suite struct InflateTests {
  private static let text = Array(
    (0..<60).map { "\($0) bottles of beer on the wall, " }.joined().utf8)

  /// The same text as zlib compresses it, with each kind of block.
  static let streams: [String: String] = [
    "fixed": ""
      + "M1BIyi8pyUktVshPU0hKTS1SyM9TKMlIVShPzMnRUTDEL22EX9oYv7QJfmlT/NJm+KXN8Utb4Je2"
      + "JBAsBgTkCYSbIYGAMyQQcoYEgs6QQNgZEgg8QwKhZ0gg+AwJhJ8RgfAzIpTuCISfEYHwMyIQfkYE"
      + "ws+IQPgZEQg/IwLhZ0Qg/IwJhJ8xgfAzJpRxCYSfMYHwMyYQfsYEws+YQPgZEwg/YwLhZ0Ig/EwI"
      + "hJ8JgfAzIVTyEQg/EwLhZ0Ig/EwIhJ8JgfAzIRB+pgTCz5RA+JkSCD9TAuFnSqjqIBB+pgTCz5RA"
      + "+JkSCD9TAuEHAA==",
    "dynamic": ""
      + "hdXJDQJBDAXRVBwAh7H9zRIOI/WIQ4uRoCXSJwPXuW5PXjbbz7Xm+Np52D7Gx863rdew33POi3mf"
      + "o8/ZZ/W5+nzt863P9z4/gGWDDm4OcA5yDnQOdg54DnoOfA5+AX5Bcwd+AX4BfgF+AX4BfgF+AX4J"
      + "fgl+SYsLfgl+CX4Jfgl+CX4JfgI/gZ/AT3T5wE/gJ/AT+An8BH4FfgV+BX4FfkWvA/wK/Ar8CvwK"
      + "/P4=",
    "huffman": ""
      + "BcFJigUgEETBq7wDuOg/9XAcC1JcJBZogdfviC8iq6xDDkLa5KKmuN1uPIissg45CGmTi5ridrvx"
      + "JLLKOuQgpE0uaorb7caLyCrrkIOQNrmoKW63G28iq6xDDkLa5KKmuN1ufIissg45CGmTi5ridrvx"
      + "TWSVdchBSJtc1BS3240fIqusQw5C2uSiprjdbvwSWWUdchDSJhc1xe1244/IKuuQg5A2uagpbrcb"
      + "jy8iq6xDDkLa5KKmuN1uPB5EVlmHHIS0yUVNcbvdeDyJrLIOOQhpk4ua4na78XgRWWUdchDSJhc1"
      + "xe124/Emsso65CCkTS5qitvtxuNDZJV1yEFIm1zUFLfbjcc3kVXWIQchbXJRU9xuNx4/RFZZhxyE"
      + "tMlFTXG73Xj8ElllHXIQ0iYXNcXtduPxR2SVdchBSJtc1BS3243nF5FV1iEHIW1yUVPcbjeeDyKr"
      + "rEMOQtrkoqa43W48n0RWWYcchLTJRU1xu914voissg45CGmTi5ridrvxfBNZZR1yENImFzXF7Xbj"
      + "+SGyyjrkIKRNLmqK2+3G85vIKuuQg5A2uagpbrcbzx8iq6xDDkLa5KKmuN1uPH+JrLIOOQhpk4ua"
      + "4na78fwjsso65CCkTS5qitvtxuuLyCrrkIOQNrmoKW63G68HkVXWIQchbXJRU9xuN15PIqusQw5C"
      + "2uSiprjdbrxeRFZZhxyEtMlFTXG73Xi9iayyDjkIaZOLmuJ2u/H6EFllHXIQ0iYXNcXtduP1TWSV"
      + "dchBSJtc1BS3243XD5FV1iEHIW1yUVPcbjdev0RWWYcchLTJRU1xu914/RFZZR1yENImFzXF7Xbj"
      + "/UVklXXIQUibXNQUt9uN94PIKuuQg5A2uagpbrcb7yeRVdYhByFtclFT3G433i8iq6xDDkLa5KKm"
      + "uN1uvN9EVlmHHIS0yUVNcbvdeH+IrLIOOQhpk4ua4na78f4msso65CCkTS5qitvtxvuHyCrrkIOQ"
      + "NrmoKW63G+9fIqusQw5C2uSiprjdbrz/iKyyDjkIaZOLmuJ2u/H5IrLKOuQgpE0uaorb7cbnQWSV"
      + "dchBSJtc1BS3243Pk8gq65CDkDa5qClutxufF5FV1iEHIW1yUVPcbjc+byKrrEMOQtrkoqa43W58"
      + "PkRWWYcchLTJRU1xu934fBNZZR1yENImFzXF7Xbj80NklXXIQUibXNQUt9uNzy+RVdYhByFtclFT"
      + "3G43Pn9EVlmHHIS0yUVNcbvd+Ac=",
  ]

  private func stream(_ name: String) throws -> [UInt8] {
    if name == "stored" { return Self.stored(Self.text) }
    return Array(try #require(Self.streams[name].flatMap { Data(base64Encoded: $0) }))
  }

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(bytes.count & 255), UInt8(bytes.count >> 8))
    return [1, low, high, ~low, ~high] + bytes
  }

  private func inflate(
    _ bytes: [UInt8], limit: Int = 10_000, isBeginning: Bool = false
  ) -> Result<[UInt8], InflateFault> {
    bytes.withUnsafeBytes { buffer in
      do throws(InflateFault) {
        return .success(
          try Inflate.bytes(of: buffer, limit: limit, isBeginning: isBeginning).contents)
      } catch {
        return .failure(error)
      }
    }
  }

  @Test(arguments: ["stored"] + streams.keys.sorted())
  func `each kind of block gives the text back`(name: String) throws {
    #expect(inflate(try stream(name)) == .success(Self.text))
  }

  /// Eight blocks that have codes of their own and no contents.
  private static let emptyBlocks =
    "BMCBAAAAAACQ/2sQAAcCAAAAAED+r0EAHAgAAAAAAPm/BgFwIAAAAAAA5P8aBMCBAAAAAACQ/2sQAAcCAAAAAED+r0EA"
    + "HAgAAAAAAPm/BgFwIAAAAAAA5P8a"

  @Test func `many blocks without contents are refused`() throws {
    let blocks = Array(try #require(Data(base64Encoded: Self.emptyBlocks)))
    #expect(inflate(blocks + [3, 0]) == .failure(.tooManyBlocks))
  }

  @Test func `a hundred thousand empty blocks with the usual codes are nothing`() {
    // Ten bits each: 0, 1, 0, and seven zeros.
    let blocks = [[UInt8]](repeating: [0x02, 0x08, 0x20, 0x80, 0x00], count: 25_000).flatMap { $0 }
    #expect(inflate(blocks + [3, 0]) == .success([]))
  }

  @Test(arguments: ["stored"] + streams.keys.sorted())
  func `a stream that is cut is never whole`(name: String) throws {
    let bytes = try stream(name)
    for count in 0..<min(bytes.count, 200) {
      #expect(inflate(Array(bytes.prefix(count))) == .failure(.endsEarly))
    }
  }

  @Test(arguments: ["stored"] + streams.keys.sorted())
  func `a wrong bit gives an error or another checksum`(name: String) throws {
    let bytes = try stream(name)
    let checksum = CRC32.of(Self.text)
    for bit in 0..<bytes.count * 8 {
      var wrong = bytes
      wrong[bit / 8] ^= 1 << (bit % 8)
      guard case .success(let contents) = inflate(wrong), contents != Self.text else { continue }
      #expect(CRC32.of(contents) != checksum, "bit \(bit)")
    }
  }

  @Test func `more than the limit is a fault, and only the beginning when that is wanted`() throws {
    for name in ["stored", "fixed", "dynamic"] {
      let bytes = try stream(name)
      #expect(inflate(bytes, limit: 100) == .failure(.tooLarge))
      #expect(
        inflate(bytes, limit: 100, isBeginning: true) == .success(Array(Self.text.prefix(100))))
      #expect(inflate(bytes, limit: Self.text.count) == .success(Self.text))
    }
  }

  @Test func `what follows the last block is not used`() throws {
    let bytes = try stream("dynamic")
    let used = try (bytes + [1, 2, 3]).withUnsafeBytes {
      try Inflate.bytes(of: $0, limit: 10_000).used
    }
    #expect(used == bytes.count)
  }

  @Test func `a block of the fourth kind does not exist`() {
    #expect(inflate([0b111]) == .failure(.unknownBlock))
  }

  @Test func `the lengths of a stored block must fit`() {
    #expect(inflate([1, 3, 0, 0, 0, 1, 2, 3]) == .failure(.storedLength))
  }

  @Test func `a match before the first byte is refused`() {
    // A fixed block whose first symbol repeats three bytes from one byte before.
    #expect(inflate([0b0000_0011, 0b0000_0010, 0]) == .failure(.tooFarBack))
  }

  @Test func `a code with too many symbols is refused`() {
    // A block of its own codes, whose lengths of codes are all one bit.
    #expect(
      inflate([0b0000_0101, 0b0000_0000] + [UInt8](repeating: 0b0100_1001, count: 20))
        == .failure(.badCodes))
  }

  @Test func `checksums are those of the standard`() {
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.of([]) == 0)
  }
}
