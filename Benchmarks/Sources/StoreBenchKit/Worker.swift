import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The `main` of every contender. Each task has a process of its own, so that each pays only for
/// itself.
///
///     WORKER build|check|page|load|reads|saves DIRECTORY COUNT [VARIANT [TURN]]
///
/// It prints one JSON object of numbers: milliseconds, kilobytes.
public enum Worker<Contender: StoreContender> {
  public static func run() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let count = Int(arguments[3]) else {
      print("usage: WORKER build|check|page|load|reads|saves DIRECTORY COUNT [VARIANT [TURN]]")
      exit(64)
    }
    let variant = arguments.count > 4 ? arguments[4] : ""
    let turn = arguments.count > 5 ? Int(arguments[5]) ?? 0 : 0
    let store = try Contender(directory: arguments[2], variant: variant)
    var figures: [String: Double] = [:]
    switch arguments[1] {
    case "build": figures["insert"] = try build(store, count)
    case "check": try check(store, count)
    case "page":
      let page = try store.firstPage(50)
      precondition(page.count == min(50, count))
    case "load":
      let all = try store.loadAll()
      precondition(all.count == count)
    case "reads": figures = try reads(store, count)
    case "saves": figures = try saves(store, count, number: variant.isEmpty ? 1000 : 50, turn)
    default: exit(64)
    }
    figures["memory"] = peakMemory()
    let members = figures.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    print("{\(members.joined(separator: ","))}")
  }

  /// Inserts in transactions of 1,000. Returns the milliseconds, without those for making the
  /// records.
  private static func build(_ store: Contender, _ count: Int) throws -> Double {
    var spent = 0.0
    for start in stride(from: 1, through: count, by: 1000) {
      let batch = (start...min(start + 999, count)).map {
        store.record(Samples.question($0), number: $0)
      }
      spent += try milliseconds { try store.insert(batch) }
    }
    return try spent + milliseconds { try store.close() }
  }

  private static func check(_ store: Contender, _ count: Int) throws {
    let all = try store.loadAll().map(store.question).sorted { $0.id < $1.id }
    precondition(
      all == (1...count).map(Samples.question).sorted { $0.id < $1.id }, "the records differ")
    let page = try store.firstPage(50).map { store.question($0).createdAt }
    precondition(page == Array(all.map(\.createdAt).sorted().prefix(50)), "the page differs")
    let inDeck = try store.count(deck: 3)
    let wanted = all.count { $0.deckID == Samples.deckID(3) }
    precondition(inDeck == wanted, "the count differs")
  }

  private static func reads(_ store: Contender, _ count: Int) throws -> [String: Double] {
    var figures: [String: Double] = [:]
    figures["count"] = try median(41) { turn in
      keep(try store.count(deck: turn % Samples.decks))
    }
    var random = Random(seed: 42)
    func pick() -> Int { Int(random.next() % UInt64(count)) + 1 }
    let picks = (0..<2000).map { _ in pick() }
    figures["byIdentifier"] = try median(picks.count) { turn in
      let record = try store.find(picks[turn])
      precondition(record != nil)
    }
    // As a screen does, request the records that were requested before.
    for pick in picks.suffix(500) { keep(try store.find(pick)) }
    figures["byIdentifierAgain"] = try median(500) { turn in
      keep(try store.find(picks[picks.count - 500 + turn]))
    }
    try store.close()
    return figures
  }

  /// Measures single saves in turn with the other contender (``Turns``).
  ///
  /// - Parameter number: the number of saves of each kind.
  /// - Parameter turn: makes the saves of each turn different.
  private static func saves(
    _ store: Contender, _ count: Int, number saves: Int, _ turn: Int
  ) throws -> [String: Double] {
    var figures: [String: Double] = [:]
    var random = Random(seed: 42 + UInt64(turn))
    let numbers = (1...saves).map { count + turn * saves + $0 }
    let fresh = numbers.map { store.record(Samples.question($0), number: $0) }
    figures["insertOne"] = try Turns.median(saves) { turn in try store.insert([fresh[turn]]) }
    let changed = numbers.map { save in
      let number = Int(random.next() % UInt64(count)) + 1
      var question = Samples.question(number)
      // Change the record even if it comes again: a store need not save an unchanged record.
      question.text += "改\(save)"
      question.changedAt += 1
      return store.record(question, number: number)
    }
    figures["updateOne"] = try Turns.median(saves) { turn in try store.update(changed[turn]) }
    figures["deleteOne"] = try Turns.median(saves) { turn in try store.delete(numbers[turn]) }
    try store.close()
    return figures
  }
}

/// Makes the optimiser believe that a value is used.
@inline(never)
public func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}

/// The time that `body` takes.
public func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try body()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
}

/// The median of the milliseconds of each turn.
public func median(_ turns: Int, _ body: (Int) throws -> Void) rethrows -> Double {
  median(try (0..<turns).map { turn in try milliseconds { try body(turn) } })
}

/// The middle one of some numbers.
public func median(_ numbers: [Double]) -> Double {
  numbers.sorted()[numbers.count / 2]
}

/// The most memory that this process has had, in kilobytes (`VmHWM`); 0 where the system does not
/// report it.
private func peakMemory() -> Double {
  // Do not use Foundation: its first reading of a file takes a quarter of a millisecond of the
  // process.
  guard let status = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(status) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), status) != nil {
    if strncmp(line, "VmHWM:", 6) == 0 {
      return line.withUnsafeBufferPointer { $0.baseAddress.map { Double(atol($0 + 6)) } ?? 0 }
    }
  }
  return 0
}
