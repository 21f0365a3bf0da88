import Foundation
import Testing

@testable import Signals

@Suite struct MailboxTests {
  private struct Parcel: Sendable {
    let producer: Int
    let number: Int
  }

  @Test func `E1 two threads and a million messages: none lost, none out of turn`() {
    let mailbox = Mailbox<Parcel>()
    let each = 500_000
    for producer in 0..<2 {
      Thread.detachNewThread {
        for number in 0..<each { mailbox.post(Parcel(producer: producer, number: number)) }
      }
    }
    let loop = EventLoop(mailbox: mailbox)
    var next = [0, 0]
    var outOfTurn = 0
    loop.run { parcel in
      if parcel.number != next[parcel.producer] { outOfTurn += 1 }
      next[parcel.producer] = parcel.number + 1
      if next == [each, each] { loop.stop() }
    }
    #expect(outOfTurn == 0)
    #expect(next == [each, each])
  }
}
