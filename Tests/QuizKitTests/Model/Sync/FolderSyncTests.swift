import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct FolderSyncTests {
  private let laptop: SyncDevice
  private let desktop: SyncDevice
  private var devices: [SyncDevice] { [laptop, desktop] }

  init() throws {
    (laptop, desktop) = try SyncDevice.pair()
  }

  /// Synchronizes both devices until each has seen the other's changes.
  @discardableResult
  private func exchange() throws -> [SyncOutcome] {
    var outcomes: [SyncOutcome] = []
    for device in [laptop, desktop, laptop] {
      device.fetch(devices)
      outcomes.append(try device.synchronize())
    }
    return outcomes
  }

  private func expectEqualBanks(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(
      try BankContent(laptop.store) == BankContent(desktop.store), sourceLocation: location)
  }

  @Test func `what one device adds comes to the other, in its order`() throws {
    for number in 1...20 { try laptop.addQuestion("\(number)") }
    let outcomes = try exchange()
    #expect(outcomes.map(\.published) == [21, 0, 0])
    #expect(outcomes.map(\.received) == [0, 21, 0])
    #expect(outcomes.map(\.devices) == [0, 1, 1])
    #expect(try desktop.questions().map(\.content.text) == (1...20).map(String.init))
    try expectEqualBanks()
  }

  @Test func `a question is published with all members, which older programs require`()
    throws
  {
    try laptop.addQuestion("Which?")
    try laptop.synchronize()
    let text = String(decoding: try #require(laptop.file), as: UTF8.self)
    for member in ["\"feedback\":\"\"", "\"content.tags\":[]", "\"changedAt\":"] {
      #expect(text.contains(member), "\(member)")
    }
  }

  @Test func `edits of different fields are both kept`() throws {
    try laptop.addQuestion("Which?")
    try exchange()
    try laptop.edit(#require(try laptop.question("Which?"))) { $0.commentary = "new" }
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.tags = ["tag"] }
    try exchange()
    for device in devices {
      let content = try #require(try device.question("Which?")).content
      #expect(content.commentary == "new")
      #expect(content.tags == ["tag"])
    }
    try expectEqualBanks()
  }

  @Test func `an edit by a script whose clock stands still has the time of the exchange`() throws {
    var time = 1_800_000_000.0
    let scripted = try SyncDevice(1) { Date(timeIntervalSince1970: time) }
    try scripted.addQuestion("Which?")
    try scripted.synchronize()
    desktop.fetch([scripted])
    try desktop.synchronize()
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.commentary = "desktop's" }
    try desktop.synchronize()
    time += 60
    var question = try #require(try scripted.question("Which?"))
    question.content.commentary = "script's"
    question.changedAt = Date(timeIntervalSince1970: 946_684_800)
    try scripted.store.saving(.edit) { try scripted.store.update(question) }
    scripted.fetch([desktop])
    try scripted.synchronize()
    #expect(try scripted.question("Which?")?.content.commentary == "script's")
  }

  @Test func `choices and what is right stay together`() throws {
    try laptop.addQuestion("Which?")
    try exchange()
    try laptop.edit(#require(try laptop.question("Which?"))) { $0.choices.removeLast(2) }
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.solution = .single(3) }
    try exchange()
    let content = try #require(try laptop.question("Which?")).content
    #expect(content.fault == nil)
    try expectEqualBanks()
  }

  @Test func `a text that another device replaces is kept on the device that wrote it`() throws {
    try laptop.addQuestion("Which?")
    try exchange()
    try laptop.edit(#require(try laptop.question("Which?"))) { $0.commentary = "laptop's" }
    try laptop.synchronize()
    desktop.fetch(devices)
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.commentary = "desktop's" }
    try exchange()
    let lost = try devices.map {
      try $0.sync.lostTexts().filter { $0.field == "content.commentary" }
    }
    let kept = try #require(try laptop.question("Which?")).content.commentary
    #expect(kept == "desktop's")
    #expect(lost[0].map(\.value) == ["\"laptop's\""])
    #expect(lost[0].map(\.device) == [desktop.identity])
    #expect(lost[1].map(\.value) == [])
  }

  @Test func `a device that only sees how others replace a text keeps nothing`() throws {
    let phone = try SyncDevice(3)
    try laptop.addQuestion("Which?")
    try exchange()
    for device in devices {
      device.fetch(devices)
      try device.synchronize()
      let text = "by \(device.identity.text)"
      try device.edit(#require(try device.question("Which?"))) { $0.commentary = text }
      try device.synchronize()
      phone.fetch(devices)
      try phone.synchronize()
      #expect(try phone.question("Which?")?.content.commentary == text)
    }
    #expect(try phone.sync.lostTexts() == [])
  }

  @Test func `a text that was replaced can be put back, for all devices`() throws {
    try laptop.addQuestion("Which?")
    try exchange()
    try laptop.edit(#require(try laptop.question("Which?"))) { $0.commentary = "laptop's" }
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.commentary = "desktop's" }
    try exchange()
    let lost = try #require(try laptop.sync.lostTexts().first { $0.field == "content.commentary" })
    try laptop.sync.restore(lost.id)
    try exchange()
    #expect(try desktop.question("Which?")?.content.commentary == "laptop's")
    #expect(try laptop.sync.lostTexts().filter { $0.id == lost.id } == [])
    try expectEqualBanks()
    try laptop.bank.undoHistory.undo()
    #expect(try laptop.question("Which?")?.content.commentary == "desktop's")
    try laptop.bank.undoHistory.redo()
    try laptop.delete(#require(try laptop.question("Which?")).id)
    let other = try #require(try desktop.sync.lostTexts().first)
    try exchange()
    #expect(throws: SyncRefusal.recordGone) { try desktop.sync.restore(other.id) }
  }

  @Test func `a line that refers to the wrong kind of record harms nothing`() throws {
    try desktop.addQuestion("Which?")
    try desktop.synchronize()
    let clock = HybridClock(1, device: desktop.identity)
    let question = try #require(desktop.sync.folders().first).id
    let key = try #require(
      SyncTable(of: question, in: desktop.store).entries(of: .question).first?.key)
    let fields = [
      "deckID": JSONText.quoted(key), "questionID": JSONText.quoted("nobody"), "title": "\"\"",
      "body": "\"\"", "createdAt": "0", "changedAt": "0",
    ]
    for kind in ["note", "question", "deck", "attempt"] {
      let state = RecordState(fields, at: clock)
      desktop.file? += SyncLine(kind: kind, key: kind, state: state).bytes
    }
    laptop.fetch(devices)
    let outcome = try laptop.synchronize()
    #expect(outcome.received == 2)
    #expect(outcome.problems.map(\.code) == ["sync-contradiction", "sync-contradiction"])
    #expect(try laptop.store.count(FetchDescriptor<StudyNote>()) == 0)
  }

  @Test func `a deleted question goes into the trash of the other device`() throws {
    try laptop.addQuestion("Which?")
    try exchange()
    try laptop.delete(#require(try laptop.question("Which?")).id)
    try exchange()
    #expect(try desktop.questions() == [])
    let entries = try desktop.trash.liveEntries().value
    #expect(entries.map(\.text) == ["Which?"])
    try desktop.trash.restore(entries.map(\.id))
    try exchange()
    #expect(try laptop.question("Which?") != nil)
    try expectEqualBanks()
  }

  @Test func `an edit after a deletion brings the question back`() throws {
    try laptop.addQuestion("Which?")
    try exchange()
    try laptop.delete(#require(try laptop.question("Which?")).id)
    try laptop.synchronize()
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.commentary = "edited" }
    // The wall time is the same, so the identities of the devices decide. The edit is the later
    // change.
    try exchange()
    #expect(try laptop.question("Which?")?.content.commentary == "edited")
    try expectEqualBanks()
  }

  @Test func `a question that is added to a deleted deck brings the deck back`() throws {
    try laptop.addQuestion("1")
    try exchange()
    try laptop.delete(laptop.bank.deck(named: "Deck").id)
    try desktop.addQuestion("2")
    try exchange()
    #expect(try laptop.questions().map(\.content.text) == ["2"])
    #expect(try laptop.bank.decks().map(\.name) == ["Deck"])
    try expectEqualBanks()
  }

  @Test func `decks of one name become one`() throws {
    try laptop.addQuestion("1", deck: "A")
    try exchange()
    try laptop.addQuestion("2", deck: "B")
    try desktop.addQuestion("3", deck: "C")
    try laptop.bank.renameDeck("B", to: "X")
    try desktop.bank.renameDeck("C", to: "X")
    try exchange()
    for device in devices {
      #expect(try device.bank.summaries().map(\.questions).sorted() == [1, 2])
    }
    try expectEqualBanks()
    try desktop.bank.renameDeck("X", to: "Y")
    try exchange()
    #expect(try Set(laptop.bank.decks().map(\.name)) == ["A", "Y"])
    try expectEqualBanks()
  }

  @Test func `two decks that get one name on different devices become one`() throws {
    try laptop.addQuestion("1", deck: "A")
    try laptop.addQuestion("2", deck: "B")
    try exchange()
    try laptop.bank.renameDeck("A", to: "X")
    try desktop.bank.renameDeck("B", to: "X")
    try exchange()
    for device in devices {
      #expect(try device.bank.summaries().map(\.name) == ["X"])
      #expect(try device.bank.summaries().map(\.questions) == [2])
    }
    try expectEqualBanks()
  }

  @Test func `what both have imported is there once`() throws {
    for device in devices { for number in 1...3 { try device.addQuestion("\(number)") } }
    try exchange()
    #expect(try laptop.questions().count == 3)
    #expect(try desktop.questions().count == 3)
    try expectEqualBanks()
  }

  @Test func `two equal questions of one deck stay two`() throws {
    for _ in 1...2 { try laptop.addQuestion("twice") }
    try exchange()
    #expect(try desktop.questions().count == 2)
  }

  @Test func `a question that was moved follows when the deck comes later`() throws {
    let phone = try SyncDevice(3, name: "phone")
    try laptop.addQuestion("Which?", deck: "old")
    for device in [laptop, desktop, phone] {
      device.fetch([laptop])
      try device.synchronize()
    }
    try desktop.addQuestion("What?", deck: "new")
    var moved = try #require(try desktop.question("Which?"))
    moved.deckID = try desktop.bank.deck(named: "new").id
    moved.changedAt = desktop.world.now()
    try desktop.store.saving(.edit) { try desktop.store.update(moved) }
    try desktop.synchronize()
    laptop.fetch([desktop])
    try laptop.synchronize()
    try laptop.edit(#require(try laptop.question("Which?"))) { $0.commentary = "because" }
    try laptop.synchronize()
    // The phone receives the new deck only after it has received the question in it.
    phone.fetch([laptop])
    try phone.synchronize()
    phone.fetch([desktop])
    try phone.synchronize()
    let deck = try phone.bank.deck(named: "new").id
    #expect(try phone.question("Which?")?.deckID == deck)
    #expect(try phone.question("Which?")?.content.commentary == "because")
  }

  @Test func `quizzes and answers come with their questions`() throws {
    for number in 1...3 { try laptop.addQuestion("\(number)") }
    try laptop.play("quiz", answers: 2, of: laptop.questions())
    try exchange()
    #expect(try desktop.store.count(FetchDescriptor<Answer>()) == 2)
    let answers = try desktop.history.answers.entries().map(\.questionID)
    #expect(try desktop.bank.questions(answers).map(\.content.text) == ["1", "2"])
    try expectEqualBanks()
  }

  @Test func `a quiz that was deleted and comes in once more is one quiz on all devices`() throws {
    try laptop.addQuestion("Which?")
    try laptop.play("quiz", answers: 1, of: laptop.questions())
    try exchange()
    try laptop.delete(#require(try laptop.store.fetch(FetchDescriptor<Attempt>()).first).id)
    try exchange()
    #expect(try desktop.store.count(FetchDescriptor<Attempt>()) == 0)
    // As if from a backup that was made before.
    try desktop.play("quiz", answers: 1, of: desktop.questions())
    try laptop.restoreFromTrash()
    try exchange()
    #expect(try laptop.store.count(FetchDescriptor<Attempt>()) == 1)
    #expect(try laptop.store.count(FetchDescriptor<Answer>()) == 1)
    try expectEqualBanks()
  }

  @Test func `a question that was in the trash when its quiz was shared finds it later`() throws {
    try laptop.addQuestion("Which?")
    try laptop.play("quiz", answers: 1, of: laptop.questions())
    try laptop.delete(#require(try laptop.questions().first).id)
    try exchange()
    try laptop.restoreFromTrash()
    try exchange()
    let answers = try desktop.store.fetch(FetchDescriptor<Answer>()).map(\.questionID)
    #expect(try desktop.bank.questions(answers).map(\.content.text) == ["Which?"])
    try expectEqualBanks()
  }

  @Test func `answers find a question that comes later`() throws {
    let phone = try SyncDevice(3)
    try laptop.addQuestion("Which?")
    try exchange()
    try desktop.play("quiz", answers: 1, of: desktop.questions())
    try desktop.synchronize()
    // Only the desktop's file has arrived, and it does not contain the question itself.
    phone.disk[SyncDevice.path(of: desktop.identity)] = desktop.file
    try phone.synchronize()
    #expect(try phone.questions() == [])
    #expect(try phone.store.count(FetchDescriptor<Answer>()) == 1)
    phone.fetch([laptop, desktop])
    try phone.synchronize()
    let answered = try phone.history.answers.entries().map(\.questionID)
    #expect(try phone.bank.questions(answered).map(\.content.text) == ["Which?"])
  }

  @Test func `what waits for a deck comes when this device makes the deck itself`() throws {
    try laptop.addQuestion("Q", deck: "Deck")
    let deck = try #require(try laptop.bank.decks().first?.id)
    laptop.store.insert(
      StudyNote(about: .deck(deck), title: "", body: "N", createdAt: laptop.world.now()))
    try laptop.store.save()
    try laptop.synchronize()
    // The line of the deck has not arrived, as if another device had written it.
    let lines = try #require(laptop.file).split(separator: UInt8(ascii: "\n"))
    desktop.disk[SyncDevice.path(of: laptop.identity)] = Array(
      lines.filter { !$0.starts(with: #"{"deck""#.utf8) }.map { $0 + [UInt8(ascii: "\n")] }.joined()
    )
    try desktop.synchronize()
    #expect(try desktop.question("Q") == nil)
    try desktop.addQuestion("R", deck: "Deck")
    try desktop.synchronize()
    let question = try #require(try desktop.question("Q"))
    #expect(try question.deckID == desktop.question("R")?.deckID)
    #expect(try desktop.store.fetch(FetchDescriptor<StudyNote>()).map(\.body) == ["N"])
  }

  @Test func `undo passes over a merge, and takes back what was changed here before it`() throws {
    try laptop.addQuestion("1")
    try exchange()
    try laptop.edit(#require(try laptop.question("1"))) { $0.commentary = "edited" }
    try laptop.addQuestion("2")
    try laptop.synchronize()
    try desktop.addQuestion("3")
    desktop.fetch(devices)
    try desktop.synchronize()
    #expect(try desktop.questions().count == 3)
    #expect(desktop.bank.undoHistory.next?.questions == 1)
    try desktop.bank.undoHistory.undo()
    #expect(try desktop.questions().count == 2)
    #expect(try desktop.question("1")?.content.commentary == "edited")
    #expect(throws: UndoRefusal.nothingToUndo) { try desktop.bank.undoHistory.undo() }
    try exchange()
    #expect(try laptop.questions().count == 2)
    try expectEqualBanks()
  }

  @Test func `a group exchanges questions and no answers`() throws {
    let other = try SyncDevice(3, isQuestionsOnly: true)
    let another = try SyncDevice(4, isQuestionsOnly: true)
    try other.addQuestion("Which?")
    try other.play("quiz", answers: 1, of: other.questions())
    try other.synchronize()
    another.fetch([other])
    try another.synchronize()
    #expect(try another.questions().count == 1)
    #expect(try another.store.count(FetchDescriptor<Attempt>()) == 0)
    #expect(!String(decoding: other.file ?? [], as: UTF8.self).contains("\"attempt\""))
  }

  @Test func `a device that only reads gives nothing`() throws {
    let reader = try SyncDevice(3, isReadOnly: true)
    try laptop.addQuestion("Which?")
    try laptop.synchronize()
    reader.fetch([laptop])
    try reader.addQuestion("mine")
    #expect(try reader.synchronize().published == 0)
    #expect(reader.file == nil)
    #expect(try reader.questions().count == 2)
  }

  @Test func `a synchronization with nothing new writes nothing`() throws {
    try laptop.addQuestion("Which?")
    try exchange()
    try exchange()
    let before = (laptop.file, laptop.disk.bytesWritten)
    let outcome = try laptop.synchronize()
    #expect(outcome.published + outcome.received == 0)
    #expect((laptop.file, laptop.disk.bytesWritten) == before)
  }

  @Test func `a folder that is not there is named`() throws {
    laptop.disk.kinds[SyncDevice.folder] = nil
    #expect(throws: SyncRefusal.noFolder(SyncDevice.folder)) { try laptop.synchronize() }
  }

  @Test func `copies that other programs made are named and passed over`() throws {
    let folder = SyncDevice.folder + "/" + desktop.identity.text
    try desktop.addQuestion("Which?")
    try desktop.synchronize()
    laptop.fetch(devices)
    laptop.disk[folder + "/changes.sync-conflict-20261122-101112-ABCDEFG.jsonl"] = [1]
    laptop.disk[folder + "/changes (laptop's conflicted copy 2026-11-22).jsonl"] = [1]
    let outcome = try laptop.synchronize()
    #expect(outcome.problems.map(\.code) == ["sync-conflict-copy", "sync-conflict-copy"])
    #expect(outcome.received == 2)
  }

  @Test func `a full disk loses nothing, and the next attempt writes the whole file`() throws {
    try laptop.addQuestion("1")
    try exchange()
    try laptop.addQuestion("2")
    laptop.disk.freeBytes = 10
    let outcome = try laptop.synchronize()
    #expect(outcome.problems.map(\.code) == ["sync-unreachable"])
    #expect(outcome.published == 0)
    laptop.disk.freeBytes = nil
    #expect(try laptop.synchronize().published == 3)
    try exchange()
    #expect(try desktop.questions().count == 2)
    try expectEqualBanks()
  }

  @Test func `a device that lost its file, or has an older copy, writes it anew`() throws {
    try laptop.addQuestion("1")
    try exchange()
    let old = laptop.file
    try laptop.addQuestion("2")
    try laptop.synchronize()
    for file in [nil, old] {
      laptop.file = file
      try laptop.synchronize()
      let fresh = try SyncDevice(9)
      fresh.fetch([laptop])
      try fresh.synchronize()
      #expect(try fresh.questions().count == 2)
    }
    try exchange()
    try expectEqualBanks()
  }

  @Test func `a power failure at any call leaves both sides whole`() throws {
    for call in 1...40 {
      let (one, two) = (try SyncDevice(1), try SyncDevice(2))
      try one.addQuestion("1")
      try one.synchronize()
      two.fetch([one])
      try two.synchronize()
      try two.addQuestion("2")
      try one.addQuestion("3")
      one.disk.powerFailsAt = one.disk.calls + call
      do { try one.synchronize() } catch {}
      one.disk.powerFailsAt = nil
      for device in [one, two, one, two] {
        device.fetch([one, two])
        try device.synchronize()
      }
      #expect(try one.questions().count == 3)
      #expect(try BankContent(one.store) == BankContent(two.store), "call \(call)")
    }
  }

  @Test func `a bank that was replaced by an older copy reads its own file`() throws {
    try laptop.addQuestion("1")
    try laptop.synchronize()
    let older = MemoryStore(schema: QuestionBank.schema)
    try laptop.store.copyRecords(into: StoreContext(older))
    try laptop.addQuestion("2")
    try laptop.synchronize()
    let restored = try SyncDevice(1, store: older)
    restored.file = laptop.file
    try restored.synchronize()
    #expect(try restored.questions().map(\.content.text) == ["1", "2"])
    #expect(try BankContent(restored.store) == BankContent(laptop.store))
  }

  @Test func `a question that contradicts itself waits and is named`() throws {
    try laptop.addQuestion("Which?")
    try laptop.synchronize()
    let text = String(decoding: laptop.file ?? [], as: UTF8.self)
    laptop.file = Array(text.replacing("\"single\":0", with: "\"single\":9").utf8)
    desktop.fetch(devices)
    let outcome = try desktop.synchronize()
    #expect(outcome.problems.map(\.code) == ["sync-contradiction"])
    #expect(try desktop.questions() == [])
  }

  @Test func `of many questions that contradict themselves three are named`() throws {
    for number in 1...7 { try laptop.addQuestion("\(number)?") }
    try laptop.synchronize()
    let text = String(decoding: laptop.file ?? [], as: UTF8.self)
    laptop.file = Array(text.replacing("\"single\":0", with: "\"single\":9").utf8)
    desktop.fetch(devices)
    #expect(try desktop.synchronize().problems.map(\.more) == [0, 0, 4])
  }

  @Test func `many decks of one name become one, and go on to be one`() throws {
    let clock = HybridClock(1_700_000_000_000, device: laptop.identity)
    let decks = (1...300).map { number in
      SyncLine(
        kind: "deck", key: "deck\(number)",
        state: RecordState(["name": "\"D\"", "createdAt": "0"], at: clock))
    }
    let header = DeviceHeader(device: laptop.identity, name: "laptop", generation: 1)
    laptop.file = header.bytes + decks.flatMap(\.bytes)
    desktop.fetch(devices)
    try desktop.synchronize()
    #expect(try desktop.bank.decks().map(\.name) == ["D"])
    let table = try SyncTable(of: desktop.folderID, in: desktop.store)
    let deck = try #require(try desktop.bank.decks().first).id.rawValue
    #expect(table.keys(of: .deck, deck) == decks.map(\.key).sorted())
    #expect(table.key(of: .deck, deck) == "deck1")
  }

  // MARK: Copies of banks, and empty folders

  /// A second device with a copy of the laptop's bank.
  private func copyOfLaptop() throws -> SyncDevice {
    let store = MemoryStore(schema: QuestionBank.schema)
    try laptop.store.copyRecords(into: StoreContext(store))
    let copy = try SyncDevice(1, store: store)
    copy.file = laptop.file
    return copy
  }

  private func identity(_ device: SyncDevice) throws -> DeviceIdentity {
    try #require(try device.sync.folders().first).device
  }

  @Test func `a copy of a bank gets an identity of its own, and nothing is lost`() throws {
    try laptop.addQuestion("1")
    try laptop.synchronize()
    let copy = try copyOfLaptop()
    try copy.addQuestion("copy's")
    try laptop.addQuestion("laptop's")
    try laptop.synchronize()
    copy.file = laptop.file
    let outcome = try copy.synchronize()
    #expect(outcome.problems.map(\.code) == ["sync-copied"])
    #expect(try identity(copy) != identity(laptop))
    #expect(copy.file == laptop.file)
    #expect(try Set(copy.questions().map(\.content.text)) == ["1", "copy's", "laptop's"])
    #expect(try copy.synchronize().problems == [])
    let path = SyncDevice.path(of: try identity(copy))
    laptop.disk[path] = copy.disk[path]
    let other = try laptop.synchronize()
    #expect(other.problems == [])
    #expect(try BankContent(laptop.store) == BankContent(copy.store))
    let fresh = try SyncDevice(9)
    fresh.disk[path] = copy.disk[path]
    try fresh.synchronize()
    #expect(try fresh.questions().count >= 2)
  }

  @Test func `a file that a copy of the bank has begun anew is not written over`() throws {
    try laptop.addQuestion("1")
    try laptop.synchronize()
    let copy = try copyOfLaptop()
    try copy.addQuestion("copy's")
    copy.file = nil
    copy.fetch([desktop])
    copy.disk[SyncDevice.path(of: desktop.identity)] = desktop.file ?? []
    try copy.synchronize()
    laptop.file = copy.file
    #expect(try laptop.synchronize().problems.map(\.code).contains("sync-copied"))
    #expect(laptop.file == copy.file)
    #expect(try Set(laptop.questions().map(\.content.text)) == ["1", "copy's"])
  }

  @Test func `a text of a former identity is still this device's`() throws {
    try laptop.addQuestion("Which?")
    try laptop.edit(#require(try laptop.question("Which?"))) { $0.commentary = "laptop's" }
    try laptop.synchronize()
    let copy = try copyOfLaptop()
    try laptop.addQuestion("2")
    try laptop.synchronize()
    copy.file = laptop.file
    try copy.synchronize()
    desktop.fetch([laptop])
    try desktop.synchronize()
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.commentary = "desktop's" }
    try desktop.synchronize()
    copy.fetch([desktop])
    #expect(try copy.synchronize().replaced == 1)
  }

  @Test func `an empty folder where devices were is refused, unless it is forgotten`() throws {
    try laptop.addQuestion("Which?")
    try exchange()
    let files = (laptop.file, desktop.file)
    laptop.file = nil
    laptop.disk[SyncDevice.path(of: desktop.identity)] = nil
    #expect(throws: SyncRefusal.emptied(SyncDevice.folder)) { try laptop.synchronize() }
    #expect(laptop.file == nil)
    laptop.file = files.0
    laptop.disk[SyncDevice.path(of: desktop.identity)] = files.1
    #expect(try laptop.synchronize().problems == [])
    laptop.file = nil
    laptop.disk[SyncDevice.path(of: desktop.identity)] = nil
    try laptop.synchronizer.perform(.run(SyncOptions(folder: SyncDevice.folder, forgets: true)))
    try laptop.synchronizer.perform(.run(SyncOptions(folder: SyncDevice.folder)))
    #expect(laptop.disk.paths.filter { !$0.hasSuffix(".gitattributes") }.count == 1)
  }

  @Test func `what a newer program adds to a record is kept and passed on`() throws {
    try laptop.addQuestion("Which?")
    try laptop.synchronize()
    let text = String(decoding: laptop.file ?? [], as: UTF8.self)
    laptop.file = Array(
      text.replacing("\"content.text\":", with: "\"content.hint\":{\"a\":[1]},\"content.text\":")
        .utf8)
    desktop.fetch([laptop])
    #expect(try desktop.synchronize().problems.map(\.code) == ["sync-unread"])
    try desktop.edit(#require(try desktop.question("Which?"))) { $0.commentary = "new" }
    try desktop.synchronize()
    let passedOn = String(decoding: desktop.file ?? [], as: UTF8.self)
    #expect(passedOn.contains("\"content.hint\":{\"a\":[1]}"))
    #expect(passedOn.contains("\"content.commentary\":\"new\""))
  }

  @Test func `an answer with a member of a newer program is read, and the member stays`() throws {
    try laptop.addQuestion("Which?")
    try laptop.play("quiz", answers: 1, of: laptop.questions())
    try laptop.synchronize()
    let text = String(decoding: laptop.file ?? [], as: UTF8.self)
    laptop.file = Array(
      text.replacing("\"answer.0\":{", with: "\"answer.0\":{\"mood\":\"good\",").utf8)
    desktop.fetch([laptop])
    #expect(try desktop.synchronize().problems == [])
    #expect(try desktop.store.count(FetchDescriptor<Answer>()) == 1)
    let folder = try #require(try desktop.sync.folders().first)
    let table = try SyncTable(of: folder.id, in: desktop.store)
    let key = try #require(table.entries(of: .attempt).first).key
    #expect(try table.state(of: key)?.values["answer.0"]?.contains("mood") == true)
    #expect(try desktop.synchronize().published == 0)
  }

  // MARK: Records that are examined

  @Test func `an answer that is all that is new is published`() throws {
    for number in 1...2 { try laptop.addQuestion("\(number)") }
    try laptop.play("quiz", answers: 1, of: laptop.questions())
    try exchange()
    #expect(try laptop.synchronize().published == 0)
    var answer = try #require(try laptop.store.fetch(FetchDescriptor<Answer>()).first)
    answer.position = 1
    answer.id = .unassigned
    answer.questionID = try laptop.questions()[1].id
    laptop.store.insert(answer)
    try laptop.store.save()
    #expect(try laptop.synchronize().published == 1)
    desktop.fetch([laptop])
    try desktop.synchronize()
    try expectEqualBanks()
  }

  @Test
  func `many answers are merged into a journal and known afterwards, and undo takes them back`()
    throws
  {
    let store = try JournalStore(
      path: "/bank", schema: QuestionBank.schema,
      environment: StoreEnvironment(fileSystem: SimulatedDisk()))
    let journal = try SyncDevice(3, store: store)
    for number in 1...40 { try laptop.addQuestion("\(number)") }
    for quiz in 1...9 {
      try laptop.play("quiz \(quiz)", answers: 40 - quiz, of: laptop.questions())
    }
    try laptop.synchronize()
    journal.fetch([laptop])
    let outcome = try journal.synchronize()
    #expect(outcome.problems == [] && outcome.received == 50)
    #expect(try BankContent(journal.store) == BankContent(laptop.store))
    let folder = try #require(try journal.sync.folders().first)
    let run = try SyncRun(folder, work: journal.store, now: journal.world.now())
    let answers = try journal.store.savedIdentifiers(by: \Answer.attemptID)
    for entry in run.table.entries(of: .attempt) {
      let id = Identifier<Attempt>(rawValue: entry.localID)
      #expect(try entry.version == run.version(of: id, answers[id] ?? []))
    }
    #expect(journal.bank.undoHistory.next == nil)
  }

  @Test func `what was merged is known without being compared, and what is known is not read`()
    throws
  {
    try laptop.addQuestion("Which?")
    try laptop.play("quiz", answers: 1, of: laptop.questions())
    try exchange()
    let folder = try #require(try desktop.sync.folders().first)
    let table = try SyncTable(of: folder.id, in: desktop.store)
    for kind in [RecordKind.deck, .question, .attempt] {
      let entry = try #require(table.entries(of: kind).first)
      #expect(entry.version != nil)
    }
    let question = try #require(try desktop.questions().first)
    let entry = try #require(table.entries(of: .question).first)
    #expect(try entry.version == desktop.store.store.version(of: question.id))
    try desktop.synchronize()
    let known = try #require(try desktop.sync.folders().first)
    #expect(try known.agreement == known.checksum(of: desktop.store.store))
    try desktop.delete(question.id)
    #expect(try known.agreement != known.checksum(of: desktop.store.store))
    #expect(try desktop.synchronize().published == 1)
  }
}
