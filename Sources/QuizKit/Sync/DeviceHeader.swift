import QuizSupport

/// The first line of a device's file.
struct DeviceHeader: Codable, Equatable, Sendable {
  /// The name of the format.
  static let formatName = "qa-repl-sync"
  /// The version of the format that this program reads and writes.
  static let currentVersion = 1
  /// The most bytes of the line.
  static let mostBytes = 4096

  /// The members that the first line has in every version. They are read before the others, so that a newer
  /// file is recognised.
  struct Version: Decodable {
    var format: String
    var version: Int
  }

  /// The name of the format.
  var format = Self.formatName
  /// The version of the format.
  var version = Self.currentVersion
  /// The device that writes the file.
  var device: DeviceIdentity
  /// The name that a person gave the device.
  var name: String
  /// Counts the files that the device has begun. A device begins a file anew to make it smaller, or
  /// when the old one was lost.
  var generation: Int

  init(device: DeviceIdentity, name: String, generation: Int) {
    (self.device, self.name, self.generation) = (device, name, generation)
  }

  /// The text with the line break at its end.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.beginMember("format")
      writer.append(quoted: format)
      writer.beginMember("version")
      writer.append(version)
      writer.beginMember("device")
      writer.append(quoted: device.text)
      writer.beginMember("name")
      writer.append(quoted: name)
      writer.beginMember("generation")
      writer.append(generation)
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
