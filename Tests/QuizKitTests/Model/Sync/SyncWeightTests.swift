import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests the weights of choices when one of them is to be picked.
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
}
