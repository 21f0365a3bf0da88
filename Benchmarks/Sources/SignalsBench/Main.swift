import BenchmarkKit

/// Runs all contests without arguments, and prints a table. `--rounds N` sets the rounds, and names
/// of contests select them. `--once CONTEST CONTENDER COUNT` runs one of them once and prints
/// nothing, for instruction counters.
@main
enum Main {
  private static var contests: [Contest] {
    DeliveryContests.all + CombiningContests.all + SubscriptionContests.all + TimeContests.all
  }

  static func main() {
    var names = Array(CommandLine.arguments.dropFirst())
    if names.first == "--once", names.count == 4, let count = Int(names[3]) {
      return runOnce(contest: names[1], contender: names[2], count: count)
    }
    var rounds = 15
    if names.first == "--rounds", names.count > 1, let number = Int(names[1]) {
      rounds = number
      names.removeFirst(2)
    }
    printTable(rounds: rounds, names: names)
    if names.isEmpty || names.contains("memory") { printMemory() }
  }

  private static func runOnce(contest name: String, contender: String, count: Int) {
    for contest in contests where contest.name == name {
      for one in contest.contenders where one.name == contender { one.prepare(count)() }
    }
  }

  private static func printTable(rounds: Int, names: [String]) {
    var table = Table(columns: [
      "workload", "floor ns", "Signals ns", "× floor", "goal", "heap requests", "OpenCombine ns",
      "× floor", "heap requests",
    ])
    for contest in contests where names.isEmpty || names.contains(contest.name) {
      let results = contest.measure(rounds: rounds)
      let floor = results[0]
      let ours = results[1]
      let peer = results.count > 2 ? results[2] : nil
      table.add([
        contest.title, decimal(floor.nanoseconds, digits: 1), decimal(ours.nanoseconds, digits: 1),
        "**" + decimal(ours.ratio, digits: 2) + "**",
        contest.goal.map { "≤ " + decimal($0, digits: 1) } ?? "–",
        ours.requests.map { decimal($0, digits: 2) } ?? "–",
        peer.map { decimal($0.nanoseconds, digits: 1) } ?? "–",
        peer.map { decimal($0.ratio, digits: 2) } ?? "–",
        peer?.requests.map { decimal($0, digits: 2) } ?? "–",
      ])
    }
    print(table.text)
  }

  private static func printMemory() {
    var table = Table(columns: ["a live subscription through map", "heap requests", "bytes"])
    for row in SubscriptionContests.memory() {
      table.add([row.name, decimal(row.requests, digits: 2), decimal(row.bytes, digits: 0)])
    }
    print("")
    print(table.text)
  }
}
