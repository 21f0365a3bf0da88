import Signals
import Testing

@Suite struct ObservedTests {
  private final class Player {
    @Observed var score = 0
    @Observed var names: [String] = []
  }

  private let player = Player()

  @Test func `V1 the projection gives the current value at once`() {
    player.score = 7
    #expect(Recorder(player.$score).values == [7])
  }

  @Test func `V3 an equal value is not a change`() {
    let recorder = Recorder(player.$score)
    player.score = 1
    player.score = 1
    player.score = 2
    #expect(recorder.values == [0, 1, 2])
  }

  @Test func `V3 the property already has the value which observers are told`() {
    var read: [Int] = []
    let handle = player.$score.observe { [player] _ in read.append(player.score) }
    player.score = 3
    #expect(read == [0, 3])
    withExtendedLifetime(handle) {}
  }

  @Test func `a change inside the value is one change`() {
    let recorder = Recorder(player.$names)
    player.names.append("Ada")
    #expect(recorder.values == [[], ["Ada"]])
  }
}
