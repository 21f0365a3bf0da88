import QuizSupport

/// The smallest files that begin like pictures of some size.
package enum SamplePicture {
  /// A PNG that a program can open, with all pixels grey if there are few of them.
  ///
  /// - Parameter salt: another number makes other bytes of the same size.
  package static func png(width: UInt32, height: UInt32, salt: UInt8 = 0) -> [UInt8] {
    let head = big(width) + big(height) + [8, 0, 0, 0, 0]
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", head)
    bytes += chunk("tEXt", Array("salt\0\(salt)".utf8))
    return bytes + chunk("IEND", [])
  }

  /// A GIF.
  package static func gif(width: UInt8, height: UInt8) -> [UInt8] {
    Array("GIF89a".utf8) + [width, 0, height, 0, 0, 0, 0, 0x3B]
  }

  /// A JPEG with a comment before its frame header.
  package static func jpeg(width: UInt16, height: UInt16) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC0, 0, 11, 8]
    for number in [height, width] { bytes += [UInt8(number >> 8), UInt8(number & 0xFF)] }
    bytes += [1, 1, 0x11, 0, 0xFF, 0xD9]
    return bytes
  }

  /// A lossy WebP.
  package static func webP(width: UInt16, height: UInt16) -> [UInt8] {
    var bytes = Array("RIFF".utf8)
    bytes += [22, 0, 0, 0]
    bytes += Array("WEBPVP8 ".utf8)
    bytes += [10, 0, 0, 0, 0x30, 1, 0, 0x9D, 0x01, 0x2A]
    for number in [width, height] { bytes += [UInt8(number & 0xFF), UInt8(number >> 8)] }
    return bytes
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return big(UInt32(content.count)) + named + big(CRC32.of(named))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }
}
