import QuizKit
import QuizSupport
import Signals
import Terminal

extension Screen {
  /// The screen that lists what to check in the questions.
  static let doctor = Screen(
    english: "doctor", japanese: "点検",
    commands: CommandEntry.doctor + .pages(of: .doctor, by: DoctorCommand.self)
  ) { (route: DoctorRoute, _) in
    try DoctorViewModel(doctor: route.doctor, removed: route.removed, page: route.page)
  }
}

extension CommandEntry {
  fileprivate static let doctor: [CommandEntry] = [
    CommandEntry(
      name: "doctor", aliases: ["点検"], screens: [.start, .manage, .decks], isEverywhere: true,
      arguments: "[OPTIONS]",
      english: "what to check in the questions, such as wrong keys and doubles",
      japanese: "正解の誤りや重複など、見直すとよい質問を表示します",
      options: [
        OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
        .linesOnPage,
      ], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in
      let (deck, page) = (arguments.value("deck"), try arguments.firstPage())
      return .open(
        Destination(.doctor, deck, page) { models, _ in
          let removed = try models.pictures.removeUnused()
          return DoctorRoute(
            doctor: try BankDoctor(bank: models.bank, history: models.history, deck: deck),
            removed: removed, page: page)
        })
    },
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.doctor], arguments: "N",
      english: "open question number N", japanese: "N 番目の質問を開きます",
      onRow: Explanation("open this question", "この質問を開きます")
    ) { arguments throws(CommandError) in
      .screen(DoctorCommand.go(try arguments.nextNumber("N")))
    },
    .file(on: .doctor, "N") { .screen(DoctorCommand.file($0 ?? 1)) },
    .picture(ofRowOn: .doctor) { .screen(DoctorCommand.picture($0, $1)) },
  ]
}

extension DoctorCommand: ListCommand {}

extension DoctorState: ListViewable {
  typealias OwnCommand = DoctorCommand

  var lineCount: Int { total }
  var message: Message? { nil }

  func title(_ theme: Theme) -> String {
    let strings = theme.strings
    let place = deck.map { "  [\($0.sanitisedLine)]" } ?? ""
    return strings.findings(total, in: questions) + place
  }

  func chart(_ theme: Theme) -> [String] {
    removedPictures.count == 0
      ? [] : theme.lines(theme.palette.faint(theme.strings.removed(removedPictures)), indent: 2)
  }

  func printed(_ theme: Theme) -> [String] {
    items.flatMap { item in
      let mark = "\(item.number). ".padded(to: 5, .trailing)
      let reason = item.reason.text(in: theme.strings.language).sanitisedLine
      return [theme.cut(mark + item.question.sanitisedLine)]
        + theme.lines(theme.palette.faint("     " + reason), indent: 5) + theme.place(item.place)
    }
  }

  func hint(_ strings: Strings) -> String {
    items.isEmpty ? "" : strings("“go N” opens a question.", "go N で質問を開きます。")
  }

  func keys(_ strings: Strings) -> [KeyBinding] { [.pictureOfRow] }

  func question(before command: DoctorCommand, _ strings: Strings) -> String? {
    guard case .picture(let row, let number) = command else { return nil }
    return items.first { $0.number == row }?.pictures.question(before: number, strings)
  }

  func rows(_ theme: Theme) -> RowList {
    let first = page.positions(total: total).lowerBound
    func item(_ row: Int) -> Item? {
      items.indices.contains(row - first) ? items[row - first] : nil
    }
    return RowList(
      of: self, id: "doctor", items, first: first + 1,
      row: { item, columns in
        theme.row(theme.line(of: item.question), item.kind.name(theme.strings), columns)
      },
      command: { row in item(row).map { .screen(DoctorCommand.go($0.number)) } },
      hint: theme.strings("Enter open", "Enter 開く"),
      details: { item, theme in item.details(theme) },
      // The commands take the number of the question, not that of the row.
      subject: { row in
        item(row).map {
          RowSubject(
            number: $0.number, pictures: $0.pictures, idleWords: $0.place == nil ? ["file"] : [])
        }
      })
  }
}

extension DoctorState.Item {
  /// The reason, and the question as it is drawn.
  fileprivate func details(_ theme: Theme) -> [String] {
    theme.lines(reason.text(in: theme.strings.language).sanitised) + [""]
      + theme.drawn(question, after: "\(number)  ") + theme.rows(of: pictures, inRow: number)
      + theme.place(place)
  }
}

extension Finding.Kind {
  /// The kind as rows name it.
  fileprivate func name(_ strings: Strings) -> String {
    switch self {
    case .doubtfulKey: strings("is the key right?", "正解に疑問")
    case .equalChoices: strings("equal choices", "同じ選択肢")
    case .equalQuestions: strings("same question", "同じ質問")
    case .similarQuestions: strings("similar question", "似た質問")
    case .shuffledReference: strings("shuffled reference", "順番に依存")
    case .pictureMissing: strings("picture missing", "画像なし")
    case .noDescription: strings("picture without description", "画像の説明なし")
    case .unusedChoices: strings("unused choices", "選ばれない選択肢")
    case .noCommentary: strings("no commentary", "解説なし")
    }
  }
}

extension Strings {
  fileprivate func removed(_ pictures: RemovedPictures) -> String {
    let (count, size) = (pictures.count, ByteCount.text(pictures.bytes))
    return self(
      count == 1
        ? "1 picture that nothing named for 30 days was removed (\(size))"
        : "\(count) pictures that nothing named for 30 days were removed (\(size))",
      "30 日以上どこからも参照されていない画像 \(count) 枚を削除しました（\(size)）")
  }

  fileprivate func findings(_ count: Int, in questions: Int) -> String {
    count == 0
      ? self(
        "Nothing to check in \(self.questions(questions)).", "\(questions) 問に見直すところはありません。")
      : self(
        "\(count) \(count == 1 ? "thing" : "things") to check in \(self.questions(questions))",
        "\(questions) 問中、見直すところ \(count) 件")
  }
}

/// The route to what was found in the questions of a deck or of the bank.
struct DoctorRoute: Route {
  typealias State = DoctorState

  /// The doctor.
  let doctor: BankDoctor
  /// The pictures that were removed when it was asked.
  let removed: RemovedPictures
  /// The page of the list.
  let page: ListPosition

  /// Emits the route to the questions when one of them was chosen.
  var onward: Signal<any Route>? { doctor.chosen.map { ManageRoute($0) } }

  /// Creates the route to what `doctor` found.
  init(doctor: BankDoctor, removed: RemovedPictures, page: ListPosition) {
    (self.doctor, self.removed, self.page) = (doctor, removed, page)
  }
}
