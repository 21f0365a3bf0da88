import Foundation
import QuizSupport

/// The part of `inflate.py` that is written in Swift: inflates what it reads from standard input.
///
/// `InflateBench check` reads streams, each after its length and the limit of its contents, and
/// answers each with whether it is damaged, the length and the checksum of its contents, and how many
/// of its bytes were used. `InflateBench speed SIZE` inflates a single stream for two seconds and
/// prints the bytes in a second.
@main struct InflateBench {
  static func main() throws {
    let input = [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
    if CommandLine.arguments.dropFirst().first == "speed" {
      let size = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
      print(try speed(input, size: size))
    } else {
      try FileHandle.standardOutput.write(contentsOf: Data(answers(input)))
    }
  }

  private static func speed(_ stream: [UInt8], size: Int) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    while clock.now - start < .seconds(2) {
      count += try stream.withUnsafeBytes { try Inflate.bytes(of: $0, limit: size).contents.count }
    }
    return Double(count) / ((clock.now - start) / .seconds(1))
  }

  private static func answers(_ input: [UInt8]) -> [UInt8] {
    var answers: [UInt8] = []
    input.withUnsafeBytes { bytes in
      var position = 0
      func number() -> Int {
        defer { position += 4 }
        return Int(bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian)
      }
      while position < bytes.count {
        let (count, limit) = (number(), number())
        answers += answer(
          UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]), limit)
        position += count
      }
    }
    return answers
  }

  private static func answer(_ stream: UnsafeRawBufferPointer, _ limit: Int) -> [UInt8] {
    var numbers: [UInt32] = [0, 0, 0]
    var isDamaged: UInt8 = 0
    do {
      let (contents, used) = try Inflate.bytes(of: stream, limit: limit)
      let checksum = contents.withUnsafeBytes { CRC32.of($0) }
      numbers = [UInt32(contents.count), checksum, UInt32(used)]
    } catch {
      isDamaged = 1
    }
    return [isDamaged]
      + numbers.flatMap { number in (0..<4).map { UInt8(number >> (8 * $0) & 255) } }
  }
}
