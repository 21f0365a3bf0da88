import QuizSupport

/// The first line of a device's file.
struct DeviceHeader: Codable, Equatable, Sendable {
  /// The name of the format.
  static let formatName = "qa-repl-sync"
  /// The newest version of the format that this program reads.
  static let currentVersion = 2
  /// The version of a file that has only ``firstKinds``.
  static let firstVersion = 1
  /// The kinds of records that the program knew when it did not keep the lines of others. A file with other
  /// kinds has the next version, so that such a program waits with it until it is updated.
  static let firstKinds: Set<String> = ["deck", "question", "exam", "note", "attempt"]
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
  var version = Self.firstVersion
  /// The device that writes the file.
  var device: DeviceIdentity
  /// The name that a person gave the device.
  var name: String
  /// Counts the files that the device has begun. A device begins a file anew to make it smaller, or
  /// when the old one was lost.
  var generation: Int

  /// - Parameter kinds: the kinds of records in the file.
  init(device: DeviceIdentity, name: String, generation: Int, kinds: some Sequence<String> = []) {
    (self.device, self.name, self.generation) = (device, name, generation)
    if !holds(kinds) { version = Self.currentVersion }
  }

  /// Whether the file may have lines of these kinds.
  func holds(_ kinds: some Sequence<String>) -> Bool {
    version > Self.firstVersion || Self.firstKinds.isSuperset(of: kinds)
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
