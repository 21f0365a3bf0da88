@testable import qa_repl

/// Lets all files arrive and all devices synchronize until nothing changes. Then all devices must
/// export the same shared records.
struct Peace {
  private static let mostRounds = 12

  private let devices: [SimulatedDevice]
  private let courier: Courier

  init(_ devices: [SimulatedDevice], _ courier: Courier) {
    (self.devices, self.courier) = (devices, courier)
  }

  func make() throws {
    try comeToRest()
    let sharing = try devices.filter { try $0.sharesEverything }
    try compare(sharing, without: "bookmarks")
    try compare(sharing.filter(\.knowsBookmarks))
  }

  /// - Parameter section: the records that some of the devices do not know.
  private func compare(_ sharing: [SimulatedDevice], without section: String? = nil) throws {
    guard let first = sharing.first else { return }
    let expected = try first.export().shared(without: section)
    for device in sharing.dropFirst() {
      let exported = try device.export().shared(without: section)
      guard exported == expected else {
        throw SimulationFailure(
          rule: "all devices export the same",
          detail: "device \(device.number + 1) instead of \(first.number + 1):\n"
            + exported.differences(to: expected))
      }
    }
  }

  private func comeToRest() throws {
    for device in devices { device.disk.beforeRead = nil }
    for _ in 0..<Self.mostRounds {
      let before = devices.map(\.ownFile)
      let files = devices.map { device in device.ownFile.flatMap { device.disk[$0] } }
      for device in devices {
        try device.requireStart()
        for other in devices { courier.carry(from: other, to: device, .whole) }
        courier.carryStranger(to: device)
        device.program?.synchronize()
        courier.note(device)
      }
      let after = devices.map { device in device.ownFile.flatMap { device.disk[$0] } }
      if before == devices.map(\.ownFile), files == after { return }
    }
    throw SimulationFailure(rule: "the devices come to rest", detail: "")
  }
}

extension SimulatedProgram {
  /// Synchronizes with the folder, no matter which screen is in front.
  fileprivate func synchronize() {
    shell.confirmer.withdraw()
    shell.run(line: SimulatedDevice.synchronization)
  }
}

extension ExportedBank {
  /// The records that devices exchange: all but unfinished quizzes.
  fileprivate func shared(without section: String?) -> ExportedBank {
    var copy = self
    copy.leaveOutUnfinished()
    if let section { copy.leaveOut(section) }
    return copy
  }
}
