import QuizSupport

/// The first line of a device's file.
struct DeviceHeader: Codable, Equatable, Sendable {
  /// The name of the format.
  static let formatName = "qa-repl-sync"
  /// The newest version of the format that this program reads.
  static let currentVersion = 3
  /// The version of a file that contains only ``firstKinds``.
  static let firstVersion = 1
  /// The version of a file that contains other kinds of records as well.
  static let versionOfFurtherKinds = 2
  /// The kinds that older programs know, which do not keep the lines of other kinds. A file with
  /// other kinds has a higher version, so that such a program does not read it until it is updated.
  static let firstKinds: Set<String> = ["deck", "question", "exam", "note", "attempt"]
  /// The maximum number of bytes in the line.
  static let mostBytes = 4096

  /// The members that the first line has in every version. They are read before the others, so that
  /// a newer file is recognised.
  struct Version: Decodable {
    var format: String
    var version: Int
  }

  /// The name of the format.
  var format = Self.formatName
  /// The version of the format.
  var version = Self.firstVersion
  /// The device that writes the file.
  var device: DeviceIdentity
  /// The name that the user gave the device.
  var name: String
  /// The number of files that the device has started. A device starts a new file to make it
  /// smaller, or when the old one was lost.
  var generation: Int

  /// - Parameter version: the version that the lines of the file need.
  init(
    device: DeviceIdentity, name: String, generation: Int, version: Int = Self.firstVersion
  ) {
    (self.device, self.name, self.generation) = (device, name, generation)
    self.version = version
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
