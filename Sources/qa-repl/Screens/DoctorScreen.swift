import QuizExchange
import QuizKit
import QuizSupport
import Signals
import Terminal

extension Screen {
  /// The screen that lists what to check in the questions.
  static let doctor = Screen(
    english: "doctor", japanese: "点検",
    commands: CommandEntry.doctor + .pages(of: .doctor, by: DoctorCommand.self),
    back: { $0.cameFromAll ? .show(nil) : nil }
  ) { (route: DoctorRoute, _) in
    try DoctorViewModel(
      doctor: route.doctor, removed: route.removed, kind: route.kind, page: route.page)
  }
}

extension CommandEntry {
  fileprivate static let doctor: [CommandEntry] = [
    CommandEntry(
      name: "doctor", aliases: ["点検"], screens: [.start, .manage, .decks], isEverywhere: true,
      arguments: "[FILE…] [OPTIONS]",
      english: "what to check in the questions, such as wrong keys and doubles",
      japanese: "正解の誤りや重複など、見直すとよい質問を表示します",
      options: [
        OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
        .linesOnPage,
        OptionEntry(
          name: "kind", value: "FINDING", english: "only this kind, such as doubtful-key",
          japanese: "この種類だけ（doubtful-key など）"),
        OptionEntry(
          name: "strict", english: "of files: exit with 1 where a key is doubtful",
          japanese: "ファイルの点検: 正解に疑問があれば終了コードを 1 にする"),
        OptionEntry(
          name: "format", value: "FORMAT", english: "the files' format (otherwise detected)",
          japanese: "ファイルの形式（省略すると自動判別）"),
      ] + OptionEntry.reading, alone: .endsWithoutChange
    ) { arguments throws(CommandError) in
      let kind = try arguments.value("kind").map { word throws(CommandError) in
        try Finding.Kind.named(word, as: "kind")
      }
      let files = arguments.remaining()
      guard files.isEmpty else { return try arguments.examination(of: files, kind) }
      try arguments.refuseOptionsOfFiles()
      let (deck, page) = (arguments.value("deck"), try arguments.firstPage())
      return .open(
        Destination(.doctor, deck, page, kind) { models, _ in
          let removed = try models.pictures.removeUnused()
          return DoctorRoute(
            doctor: try BankDoctor(bank: models.bank, history: models.history, deck: deck),
            removed: removed, kind: kind, page: page)
        })
    },
    CommandEntry(
      name: "go", aliases: ["移動"], screens: [.doctor], arguments: "N",
      english: "open question number N", japanese: "N 番目の質問を開きます",
      onRow: Explanation("open this question", "この質問を開きます")
    ) { arguments throws(CommandError) in
      .screen(DoctorCommand.go(try arguments.nextNumber("N")))
    },
    CommandEntry(
      name: "show", aliases: ["表示"], screens: [.doctor], arguments: "FINDING",
      english: "only one kind, such as no-commentary, or all",
      japanese: "1 種類だけを表示します（no-commentary など。all ですべて）"
    ) { arguments throws(CommandError) in
      let word = try arguments.next("FINDING")
      return .screen(
        DoctorCommand.show(
          CommandWord.folded(word) == "all" ? nil : try Finding.Kind.named(word, as: "show")))
    },
    .file(on: .doctor, "N") { .screen(DoctorCommand.file($0 ?? 1)) },
    .picture(ofRowOn: .doctor) { .screen(DoctorCommand.picture($0, $1)) },
  ]
}

extension Finding.Kind {
  /// The words for kinds, as scripts know them.
  static let words = allCases.map(\.rawValue)

  /// The kind with a name, or with the name that a person reads.
  fileprivate static func named(_ word: String, as option: String) throws(CommandError) -> Self {
    let folded = CommandWord.folded(word)
    let kind = allCases.first { kind in
      kind.rawValue == folded || kind.name.text(in: .japanese) == word
    }
    guard let kind else { throw .badValue(option: option, value: word, allowed: words) }
    return kind
  }
}

extension Arguments {
  /// The examination of files.
  fileprivate func examination(
    of files: [String], _ kind: Finding.Kind?
  ) throws(CommandError) -> Command {
    for option in ["deck", "limit"] where flag(option) {
      throw .unexpectedArgument("--" + option, command: command, usage: usage)
    }
    return .application(
      .examine(
        FileExaminationOptions(
          files: files, format: value("format"), kind: kind, strict: flag("strict"),
          reading: try readingOptions())))
  }

  /// Options about files need one.
  fileprivate func refuseOptionsOfFiles() throws(CommandError) {
    let names = ["strict", "format"] + OptionEntry.reading.map(\.name)
    if names.contains(where: flag) {
      throw .missingArgument("FILE", command: command, usage: usage)
    }
  }
}

extension DoctorCommand: ListCommand {}

extension DoctorState: ListViewable {
  typealias OwnCommand = DoctorCommand

  var lineCount: Int { lines }
  var message: Message? { nil }

  /// Whether leaving leads to all findings first.
  fileprivate var cameFromAll: Bool { showing != nil && kinds.count > 1 }

  var idleWords: Set<String> {
    let ofRows: Set<String> = items.isEmpty ? ["go", "file", "picture"] : []
    return kinds.count > 1 ? ofRows : ofRows.union(["show"])
  }

  func title(_ theme: Theme) -> String {
    let strings = theme.strings
    let place = deck.map { "  " + theme.named($0) } ?? ""
    let found = showing.map { strings.findings(of: $0, total, in: questions) }
    return (found ?? strings.findings(total, in: questions)) + place
  }

  func chart(_ theme: Theme) -> [String] {
    let removed =
      removedPictures.count == 0
      ? [] : theme.lines(theme.palette.faint(theme.strings.removed(removedPictures)), indent: 2)
    guard kinds.count > 1, showing == nil else { return removed }
    let names = kinds.map { "\($0.kind.name.text(in: theme.strings.language)) \($0.count)" }
    return theme.lines(
      theme.palette.faint(names.joined(separator: theme.strings(", ", "、"))), indent: 2) + removed
  }

  func printed(_ theme: Theme) -> [String] {
    let strings = theme.strings
    return items.flatMap { item -> [String] in
      let reason = item.reason.text(in: strings.language).sanitisedLine
      if item.count > 1 {
        return theme.lines("     \(reason)  (show \(item.kind.rawValue))", indent: 5)
      }
      let mark = item.deck == nil ? "\(item.number). ".padded(to: 5, .trailing) : "     "
      return [theme.cut(mark + item.text.sanitisedLine)]
        + theme.lines(theme.palette.faint("     " + reason), indent: 5) + theme.place(item.place)
    }
  }

  func hint(_ strings: Strings) -> String {
    if items.isEmpty { return "" }
    return kinds.count > 1
      ? strings(
        "“go N” opens a question, “show KIND” lists one kind.", "go N で質問を開き、show で種類を絞り込みます。")
      : strings("“go N” opens a question.", "go N で質問を開きます。")
  }

  func keys(_ strings: Strings) -> [KeyBinding] { [.pictureOfRow] }

  func question(before command: DoctorCommand, _ strings: Strings) -> String? {
    guard case .picture(let row, let number) = command else { return nil }
    return items.first { $0.number == row }?.pictures.question(before: number, strings)
  }

  func liveView(_ theme: Theme) -> LiveView {
    var view = listStage(theme)
    let removed =
      removedPictures.count == 0
      ? [] : theme.lines(theme.palette.faint(theme.strings.removed(removedPictures)))
    let body = kindRow(theme) + removed
    if !body.isEmpty { view.body = body }
    return view
  }

  /// The kinds with their counts in one row, as far as there is room beside the one that is shown.
  private func kindRow(_ theme: Theme) -> [String] {
    guard kinds.count > 1 else { return [] }
    let strings = theme.strings
    let all = kinds.reduce(0) { $0 + $1.count }
    let names =
      ["\(strings("all", "すべて")) \(all)"]
      + kinds.map { "\($0.kind.name.text(in: strings.language)) \($0.count)" }
    let chosen = kinds.firstIndex { $0.kind == showing }.map { $0 + 1 } ?? 0
    return [theme.kinds(names, chosen: chosen, cells: (theme.columns ?? 80) - 4)]
  }

  func rows(_ theme: Theme) -> RowList {
    let first = page.positions(total: lines).lowerBound
    func item(_ row: Int) -> Item? {
      items.indices.contains(row - first) ? items[row - first] : nil
    }
    let list = RowList(
      of: self, id: ViewID("doctor", showing), items, first: first + 1, showsDetails: true,
      row: { item, columns in
        if item.count > 1 {
          return theme.row(item.reason.text(in: theme.strings.language), "", columns)
        }
        let kind = showing == nil ? item.kind.name.text(in: theme.strings.language) : ""
        return theme.row(item.line(theme), kind, columns)
      },
      command: { row in item(row).map(Self.command) },
      hint: theme.strings("Enter open", "Enter 開く"),
      details: { item, theme in item.details(theme) },
      // The commands take the number of the question, not that of the row.
      subject: { row in
        item(row).flatMap { item in
          if item.count > 1 || item.deck != nil { return nil }
          return RowSubject(
            number: item.number, pictures: item.pictures,
            idleWords: item.place == nil ? ["file"] : [])
        }
      })
    return kinds.count > 1 ? list.turning { .screen(DoctorCommand.turn(by: $0)) } : list
  }

  private static func command(of item: Item) -> Command {
    .screen(item.count > 1 ? DoctorCommand.show(item.kind) : DoctorCommand.go(item.number))
  }
}

extension DoctorState.Item {
  /// The question, or the name of the deck that the finding is about.
  fileprivate var text: String { deck ?? question }

  fileprivate func line(_ theme: Theme) -> String {
    deck.map(theme.line) ?? theme.line(of: question, questionKind)
  }

  /// The reason, and the question as it is drawn, or the numbers of many questions.
  fileprivate func details(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let reason = theme.lines(reason.text(in: strings.language).sanitised)
    if deck != nil || count > 1 {
      let numbers = [number] + others
      let some = numbers.prefix(40).map(String.init).joined(separator: ", ")
      let end = numbers.count > 40 ? ", …" : ""
      return reason + theme.lines(theme.palette.faint(strings("Questions ", "質問 ") + some + end))
    }
    return reason + [""] + theme.drawn(questionKind.shown(question), after: "\(number)  ")
      + theme.rows(of: pictures, inRow: number) + theme.place(place)
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

  fileprivate func findings(
    of kind: Finding.Kind, _ count: Int, in questions: Int
  ) -> String {
    kind.name.text(in: language)
      + self(": \(count) in \(self.questions(questions))", ": \(questions) 問中 \(count) 件")
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

extension FileExamination {
  /// A line for each row, as compilers write them, and how many there are. Codes are for scripts.
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    var lines = rows.flatMap { row in
      let finding = row.finding
      let at = places[finding.number - 1]
      let place = finding.deck == nil ? at.text : at.file
      let level = isStrict && finding.kind.doubtsKey ? "error" : "warning"
      let reason = finding.reason.text(in: strings.language)
      let deck = finding.deck.map { strings("“\($0)”: ", "「\($0)」: ") } ?? ""
      let whole = row.isWholeKind ? "  (--kind \(finding.kind.rawValue))" : ""
      let code = theme.isLive ? "" : "[\(finding.kind.rawValue)]"
      return theme.lines("\(place): \(level)\(code): \(deck)\(reason)\(whole)".sanitisedLine)
    }
    if !passedOver.isEmpty {
      lines += theme.lines(ReportText.passedOver(passedOver, in: strings.language).sanitisedLine)
    }
    return lines + theme.lines(strings.findings(listed.count, in: contents.count))
  }
}

/// The route to what was found in the questions of a deck or of the bank.
struct DoctorRoute: Route {
  typealias State = DoctorState

  /// The doctor.
  let doctor: BankDoctor
  /// The pictures that were removed when it was asked.
  let removed: RemovedPictures
  /// The only kind to show; `nil` for all.
  let kind: Finding.Kind?
  /// The page of the list.
  let page: ListPosition

  /// Emits the route to the questions when one of them was chosen.
  var onward: Signal<any Route>? { doctor.chosen.map { ManageRoute($0) } }

  /// Creates the route to what `doctor` found.
  init(doctor: BankDoctor, removed: RemovedPictures, kind: Finding.Kind?, page: ListPosition) {
    (self.doctor, self.removed, self.kind, self.page) = (doctor, removed, kind, page)
  }
}
