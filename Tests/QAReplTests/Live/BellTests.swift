import Testing

@testable import qa_repl

@Suite struct BellTests {
  @Test(arguments: [
    "quiz --time 3s --count 3", "quiz --per-question 3s --count 1",
    "quiz --time 3s --per-question 3s --count 3", "quiz --practice --per-question 3s",
  ])
  func `the bell rings once when time is up`(line: String) throws {
    let desk = try LiveDesk()
    desk.type(line + "\r")
    desk.scheduler.advance(by: .milliseconds(2999))
    #expect(desk.bells == 0)
    desk.scheduler.advance(by: .seconds(10))
    #expect(desk.bells == 1)
  }

  @Test func `the bell rings when a timer is at its end`() throws {
    let desk = try LiveDesk()
    desk.type("timer 3s\r")
    desk.type(" ")
    desk.scheduler.advance(by: .seconds(9))
    #expect(desk.bells == 1)
  }

  @Test func `an answer in time rings no bell`() throws {
    let desk = try LiveDesk()
    desk.type("quiz --per-question 3s --count 2\r")
    desk.scheduler.advance(by: .milliseconds(2500))
    desk.type("1")
    desk.scheduler.advance(by: .milliseconds(2500))
    desk.type("1")
    #expect(desk.shows("Your answers"))
    #expect(desk.bells == 0)
  }

  @Test func `nothing rings where the person does not want it`() throws {
    let desk = try LiveDesk(rings: false)
    desk.type("nonsense\t\t")
    desk.type("\u{15}quiz --time 3s --count 3\r")
    desk.scheduler.advance(by: .seconds(3))
    #expect(desk.shows("Time ran out."))
    #expect(desk.bells == 0)
  }
}
