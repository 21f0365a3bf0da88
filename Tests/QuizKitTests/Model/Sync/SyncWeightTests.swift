import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests the weights of choices when one of them is to be picked. Some devices have a program that
/// knows these weights, and others do not.
@Suite struct SyncWeightTests {
  private let laptop: SyncDevice
  private let desktop: SyncDevice

  init() throws { (laptop, desktop) = try SyncDevice.pair() }

  private func exchange() throws {
    for device in [laptop, desktop, laptop] {
      device.fetch([laptop, desktop])
      #expect(try device.synchronize().problems == [])
    }
  }

  private func weights(on device: SyncDevice) throws -> [[Double]?] {
    try device.questions().map(\.content.solution.weights)
  }

  /// Leaves the bank and its folder in the state in which a program without weights leaves them
  /// after it has received weights.
  private func forgetWeights(on device: SyncDevice) throws {
    try device.store.saving(.edit) {
      for var question in try device.questions() {
        question.content.solution = .single(question.content.solution.rightChoice ?? 0)
        try device.store.update(question)
      }
      let folder = try #require(try device.sync.folders().first)
      var bytes: [UInt8] = []
      try RecordEncoder(dates: .numbers).encode(folder, to: &bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      let older = text.replacing("\"lookedAtBy\":2", with: "\"lookedAtBy\":1")
      #expect(text != older)
      try device.store.update(
        try Array(older.utf8).withBytes { bytes throws(JSONFault) in
          try JSONTextDecoder().decode(SyncFolder.self, from: bytes)
        })
    }
  }

  @Test func `weights come to other devices, and a change of them too`() throws {
    try laptop.add(.weighted)
    try exchange()
    #expect(try weights(on: desktop) == [[-1, 1, 0.5, -0.3333333]])
    try desktop.edit(try #require(try desktop.questions().first)) {
      $0.solution = .single(SingleSolution(1, weights: [0, 1, 0.25, 0]))
    }
    try exchange()
    #expect(try weights(on: laptop) == [[0, 1, 0.25, 0]])
    try laptop.edit(try #require(try laptop.questions().first)) { $0.solution = .single(1) }
    try exchange()
    #expect(try weights(on: desktop) == [nil])
  }

  @Test func `a device that learns of weights has those that it was sent before`() throws {
    try laptop.add(.weighted)
    try exchange()
    try forgetWeights(on: desktop)
    try exchange()
    #expect(try weights(on: desktop) == [[-1, 1, 0.5, -0.3333333]])
    #expect(try weights(on: laptop) == [[-1, 1, 0.5, -0.3333333]])
    // This happens only once. From now on, a user can remove the weights.
    try desktop.edit(try #require(try desktop.questions().first)) { $0.solution = .single(1) }
    try exchange()
    #expect(try weights(on: laptop) == [nil])
  }

  @Test func `what was edited meanwhile is kept, with the weights of unchanged choices`() throws {
    try laptop.add(.weighted)
    try exchange()
    try forgetWeights(on: desktop)
    try desktop.edit(try #require(try desktop.questions().first)) { $0.commentary = "so" }
    try exchange()
    for device in [laptop, desktop] {
      #expect(try weights(on: device) == [[-1, 1, 0.5, -0.3333333]])
      #expect(try device.questions().map(\.content.commentary) == ["so"])
    }
  }

  @Test func `other choices have no weights`() throws {
    try laptop.add(.weighted)
    try exchange()
    try forgetWeights(on: desktop)
    try desktop.edit(try #require(try desktop.questions().first)) { $0.choices[3].text = "e" }
    try exchange()
    for device in [laptop, desktop] {
      #expect(try weights(on: device) == [nil])
      #expect(try device.questions().map(\.content.choices[3].text) == ["e"])
    }
  }
}
