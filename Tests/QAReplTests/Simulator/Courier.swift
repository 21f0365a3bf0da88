import TestKit

/// A careless service that carries the files of a shared folder: late, cut, in old versions, in any
/// order.
final class Courier {
  private static let mostVersions = 6

  /// The versions of the file of each device, with its path, newest last.
  private var versions: [[(path: String, bytes: [UInt8])]]

  private var stranger = StrangeDevice()

  init(devices: Int) {
    versions = Array(repeating: [], count: devices)
  }

  /// Lets the strange device repeat a line of a device, and brings its file to that device.
  func repeatStrangely(_ device: SimulatedDevice, chance: UInt64) {
    guard let own = versions[device.number].last else { return }
    stranger?.repeatLine(of: own.bytes, chance: chance)
    carryStranger(to: device)
  }

  /// Brings the file of the strange device to another device.
  func carryStranger(to target: SimulatedDevice) {
    if let stranger { target.disk[StrangeDevice.path] = stranger.bytes }
  }

  /// Records the file of a device, if it has changed.
  func note(_ device: SimulatedDevice) {
    guard let path = device.ownFile, let bytes = device.disk[path] else { return }
    var known = versions[device.number]
    if let last = known.last, last == (path, bytes) { return }
    known.append((path, bytes))
    versions[device.number] = known.suffix(Self.mostVersions)
  }

  /// Brings the file of a device to another one.
  func carry(from source: SimulatedDevice, to target: SimulatedDevice, _ copy: SimulatedCopy) {
    let known = versions[source.number]
    guard source !== target, let last = known.last else { return }
    switch copy {
    case .whole:
      // Pictures come with their lines, or later.
      for path in source.disk.paths
      where path.contains("/media/") && path.hasPrefix(SimulatedDevice.folder) {
        target.disk[path] = source.disk[path]
      }
      target.disk[last.path] = last.bytes
    case .old(let age):
      let old = known[max(0, known.count - 1 - age)]
      target.disk[old.path] = old.bytes
    case .cut(let part):
      target.disk[last.path] = Array(last.bytes.prefix(last.bytes.count * part / 1000))
    case .shortened(let part, let read):
      target.disk[last.path] = last.bytes
      let disk = target.disk
      var reads = 0
      disk.beforeRead = { [unowned disk] path in
        guard path == last.path else { return }
        reads += 1
        guard reads == read else { return }
        disk.beforeRead = nil
        disk.shorten(path, to: last.bytes.count * part / 1000)
      }
    }
  }
}
