import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct SyncExamTests {
  private let laptop: SyncDevice
  private let desktop: SyncDevice
  private var devices: [SyncDevice] { [laptop, desktop] }

  init() throws {
    (laptop, desktop) = try SyncDevice.pair()
  }

  private func exchange() throws {
    for device in [laptop, desktop, laptop, desktop, laptop] {
      device.fetch(devices)
      try device.synchronize()
    }
  }

  private func addExam(_ name: String, on device: SyncDevice, questions: Int = 10) throws {
    let blueprint = ExamBlueprint(
      questions: questions, passMark: Percent(hundredths: 7000),
      sections: [.init("A", .number(questions: questions), of: [.tag(name: "a")])])
    device.store.insert(Exam(name: name, blueprint: blueprint, createdAt: device.world.now()))
    try device.store.save()
  }

  private func change(_ device: SyncDevice, _ change: (inout Exam) -> Void) throws {
    var exam = try #require(try device.exams().first)
    change(&exam)
    exam.changedAt = device.world.now()
    try device.store.update(exam)
    try device.store.save()
  }

  @Test func `an exam comes with its sections and its notes`() throws {
    try addExam("Practitioner", on: laptop)
    let exam = try #require(try laptop.exams().first)
    laptop.store.insert(
      StudyNote(about: .exam(exam.id), title: "", body: "hard", createdAt: exam.createdAt))
    try laptop.store.save()
    try exchange()
    #expect(try desktop.exams().map(\.blueprint) == [exam.blueprint])
    #expect(try BankContent(laptop.store) == BankContent(desktop.store))
    #expect(try BankContent(desktop.store).notes.count == 1)
  }

  @Test func `different parts of an exam are both changed`() throws {
    try addExam("Practitioner", on: laptop)
    try exchange()
    try change(laptop) { $0.blueprint.timeLimit = 60_000 }
    try change(desktop) {
      $0.blueprint.questions = 4
      $0.blueprint.sections = [.init("B", .number(questions: 4))]
    }
    try exchange()
    for device in devices {
      let blueprint = try #require(try device.exams().first).blueprint
      #expect(blueprint.timeLimit == 60_000)
      #expect(blueprint.sections.map(\.name) == ["B"])
      #expect(blueprint.fault == nil)
    }
  }

  @Test(arguments: ["X", "X \"1\""])
  func `exams that get the same name are both kept, one with a number`(new: String) throws {
    try addExam("A", on: laptop)
    try addExam("B", on: desktop, questions: 5)
    try exchange()
    for (device, name) in zip(devices, ["A", "B"]) {
      var exam = try #require(try device.exams().first { $0.name == name })
      exam.name = new
      try device.store.update(exam)
      try device.store.save()
    }
    try exchange()
    for device in devices {
      #expect(try device.exams().map(\.name).sorted() == [new, new + " (2)"])
      #expect(try device.exams().map(\.blueprint.questions).sorted() == [5, 10])
    }
    #expect(try BankContent(laptop.store) == BankContent(desktop.store))
  }

  @Test func `an exam that is deleted goes into the trash, with its notes`() throws {
    try addExam("Practitioner", on: laptop)
    let exam = try #require(try laptop.exams().first)
    laptop.store.insert(
      StudyNote(about: .exam(exam.id), title: "", body: "hard", createdAt: exam.createdAt))
    try laptop.store.save()
    try exchange()
    try laptop.delete(exam.id)
    try exchange()
    #expect(try desktop.exams() == [])
    #expect(try desktop.store.count(FetchDescriptor<StudyNote>()) == 0)
    #expect(try desktop.trash.liveEntries().value.map(\.text) == ["Practitioner"])
  }

  @Test func `a name that another device replaced is put back`() throws {
    try addExam("Practitioner", on: laptop)
    try exchange()
    try change(laptop) { $0.name = "laptop's" }
    try change(desktop) { $0.name = "desktop's" }
    try exchange()
    let lost = try #require(try laptop.sync.lostTexts().first)
    #expect(lost.field == "name")
    try laptop.sync.restore(lost.id)
    try exchange()
    #expect(try desktop.exams().map(\.name) == ["laptop's"])
  }
}
