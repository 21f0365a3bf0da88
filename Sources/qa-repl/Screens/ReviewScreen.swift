import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen that lists the questions due for review.
  static let review = Screen(
    english: "due", japanese: "復習",
    commands: CommandEntry.review + .pages(of: .review, by: ReviewCommand.self)
  ) {
    (route: ReviewRoute, models) in
    try ReviewViewModel(
      reviews: models.reviews, history: models.history, quizzes: models.quizzes,
      fitter: models.fitter,
      scope: route.model)
  }
}

extension Destination {
  /// Opens the questions due for review, those of a deck or with a tag or all.
  ///
  /// - Parameter target: the chance of recall, in percent, to choose there; `nil` to leave it.
  static func review(deck: String?, tag: String? = nil, target: Int? = nil) -> Destination {
    Destination(
      .review, deck, tag,
      first: target.map { CommandOfScreen(command: ReviewCommand.choose(target: $0)) }
    ) { models, _ in
      ReviewRoute(try models.reviews.scope(deck: deck, tag: tag))
    }
  }
}

extension CommandEntry {
  fileprivate static let review: [CommandEntry] = [
    CommandEntry(
      name: "review", aliases: ["復習"], screens: [.start], isEverywhere: true,
      arguments: "[OPTIONS]",
      english: "play what is due for review", japanese: "復習の時期が来た質問を出題します",
      options: OptionEntry.review, group: .play, alone: .takesInput
    ) { arguments throws(CommandError) in .application(.quiz(try arguments.reviewOptions())) },
    CommandEntry(
      name: "review", aliases: ["復習"], screens: [.review], arguments: "[OPTIONS]",
      english: "play what is due", japanese: "復習を始めます", options: OptionEntry.review
    ) { arguments throws(CommandError) in
      .screen(ReviewCommand.play(try arguments.reviewOptions()))
    },
    CommandEntry(
      name: "due", aliases: ["復習予定"], screens: [.start, .result, .stats], isEverywhere: true,
      arguments: "[OPTIONS]",
      english: "what is due for review, and what comes next", japanese: "復習する質問と今後の予定を表示します",
      options: [
        OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
        OptionEntry(name: "tag", value: "TAG", english: "only this tag", japanese: "このタグだけ"),
        OptionEntry(
          name: "target", value: "70…97",
          english: "percent known when a question comes back; stays chosen",
          japanese: "出題するときに覚えている割合の目標（%、次回からも有効）"),
      ], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in
      .open(
        .review(
          deck: arguments.value("deck"), tag: arguments.value("tag"),
          target: try arguments.target()))
    },
    CommandEntry(
      name: "fit", aliases: ["調整"], screens: [.start, .review, .stats], isEverywhere: true,
      arguments: "[--reset]",
      english: "fit the review to you, from 400 answers on",
      japanese: "復習の間隔を自分の回答に合わせます（回答 400 件から）",
      options: [
        OptionEntry(
          name: "reset", english: "back to the default numbers", japanese: "初期値に戻す")
      ], group: .bank
    ) { arguments throws(CommandError) in
      .application(arguments.flag("reset") ? .resetFit : .fit)
    },
    .plain(
      "cancel", ["中止"], on: [.review], .application(.cancelImport),
      "stop the fit that is under way", "調整を中止します"),
  ]
}

extension ReviewCommand: ListCommand {}

extension ReviewState: Viewable {
  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = theme.lines(
      palette.heading(strings.due(due, today)) + place(theme) + recall(strings))
    for item in items { lines += item.view(in: self, theme) }
    if page.pages > 1 { lines += theme.lines(palette.faint(strings.page(page))) }
    if asked > 0 { lines += [""] + outlook(theme) }
    return lines + theme.lines(palette.faint(due > 0 ? strings.reviewHint : strings.nothingDue))
  }

  /// The deck and the tag to which the review is limited.
  fileprivate func place(_ theme: Theme) -> String {
    [deck.map(theme.named), tag.map { "#\($0.sanitisedLine)" }]
      .compactMap { $0.map { "  " + $0 } }.joined()
  }

  fileprivate var targetShare: Double { Double(target) / 100 }

  /// How well all due questions are known, where they do not differ in that.
  fileprivate func recall(_ strings: Strings) -> String {
    recallOfAll.map { strings("  each known: \($0) %", "、覚えている確率はどれも \($0) %") } ?? ""
  }

  /// The known share, the cost of the target, and the days to come.
  fileprivate func outlook(_ theme: Theme) -> [String] {
    let strings = theme.strings
    var lines = theme.lines(strings.right(lastRight, of: asked))
    lines += theme.lines(strings.known(known, of: asked, deviation: deviation))
    lines += ahead > 0 ? theme.lines(theme.palette.warning(strings.answersAhead(ahead))) : []
    lines += theme.lines(strings.target(target, answersPerDay, fitted: fitted))
    if let before = targetBefore, let price = prices.first(where: { $0.target == before }) {
      lines += theme.lines(strings.targetBefore(price))
    }
    let costs = prices.map { strings.perDay($0.answersPerDay) }
    if Set(costs).count > 1 {
      lines +=
        theme.isLive
        ? pricesRows(theme)
        : theme.lines(
          listing: zip(prices, costs).map { "\($0.target) %: \($1)" }, strings.pricesLabel
        ).map { theme.palette.faint($0) }
    }
    guard !upcoming.isEmpty else { return lines + theme.lines(strings.nothingPlanned) }
    return lines + ["", theme.palette.heading(strings.upcoming)] + days(theme)
  }

  /// What each target costs, as a person reads it. That of the chosen target is marked.
  private func pricesRows(_ theme: Theme) -> [String] {
    let palette = theme.palette
    let (label, gap) = (theme.strings.pricesLabel, " \(theme.signs.separator) ")
    var rows: [(text: String, cells: Int)] = [(palette.faint(label), theme.width(label))]
    for (index, price) in prices.enumerated() {
      let cost = "\(price.target) % \(theme.strings.perDay(price.answersPerDay))"
      let isChosen = price.target == target
      let text = isChosen ? palette.chosen("[\(cost)]") : palette.faint(cost)
      let before = index == 0 ? "" : gap
      let (last, cells) = (rows.count - 1, theme.width(text))
      if rows[last].cells + theme.width(before) + cells <= theme.columns ?? .max {
        rows[last].text += palette.faint(before) + text
        rows[last].cells += theme.width(before) + cells
      } else {
        rows.append(("  " + text, 2 + cells))
      }
    }
    return rows.map(\.text.trimmingTrailingBlanks)
  }

  /// The next days on which something becomes due, one row each.
  private func days(_ theme: Theme) -> [String] {
    let most = upcoming.map(\.questions).max() ?? 0
    let width = "\(most)".count
    let cells = min(32, (theme.columns ?? 80) - width - 14)
    return upcoming.map { day in
      let bar = theme.gauge(day.questions, of: most, cells: cells, .accent)
      let number = "\(day.questions)".padded(to: width, .trailing)
      return "\(day.day.text)  \(number)  \(bar)".trimmingTrailingBlanks
    }
  }

  func liveView(_ theme: Theme) -> LiveView {
    let strings = theme.strings
    var liveView = LiveView(
      RowList(due: self, theme), of: .review,
      title: strings.due(due, today) + place(theme) + recall(strings), theme)
    liveView.status += fitting.map { theme.fitRow($0) } ?? []
    if due == 0 {
      // There are no rows to choose from, so the keys scroll the text.
      liveView.list = nil
      liveView.keys = [.scrolls(theme)] + liveView.keys
      liveView.body =
        (asked > 0 ? outlook(theme) + [""] : [])
        + theme.lines(theme.palette.faint(strings.nothingDue))
    }
    return liveView
  }
}

extension RowList {
  /// The due questions. What is known and planned is shown beside them.
  fileprivate init(due state: ReviewState, _ theme: Theme) {
    let strings = theme.strings
    self.init(
      id: ViewID("review", state.deck, state.tag), total: state.due,
      first: state.items.first?.number,
      items: state.items, showsDetails: true,
      row: { item, columns in
        let question = theme.line(of: item.question, item.kind)
        if state.recallOfAll != nil { return theme.fitted(question, to: columns) }
        return theme.row(
          question, strings.percent(item.recall, beside: state.targetShare), columns,
          endColumns: 5)
      },
      command: { _ in .screen(ReviewCommand.play(.review(asking: state.round))) },
      hint: strings.reviews(state.due, round: ChosenWay(limit: state.round).size(of: state.due)),
      details: { _, theme in state.outlook(theme) },
      load: { .screen(ReviewCommand.move(.show($0))) })
  }
}

extension ReviewState.Item {
  /// The question, and what is different about it than about the other ones in the list.
  fileprivate func view(in list: ReviewState, _ theme: Theme) -> [String] {
    let strings = theme.strings
    let details = [
      list.recallOfAll == nil ? strings.recall(recall, beside: list.targetShare) : "",
      list.deck == nil ? deck.sanitisedLine : "", overdue > 0 ? strings.since(next) : "",
    ].filter { !$0.isEmpty }.joined(separator: "  ")
    let line = theme.cut(
      "\(number). ".padded(to: 4, .trailing) + theme.line(of: question, kind))
    return [line] + (details.isEmpty ? [] : [theme.palette.faint(theme.cut("    " + details))])
  }
}

extension Theme {
  /// The progress of a fit.
  func fitRow(_ percent: Int) -> [String] {
    let label = strings("Fitting ", "調整中 ")
    let cells = min(32, (columns ?? 80) - width(label) - 6)
    return [label + gauge(percent, of: 100, cells: cells, .accent) + " \(percent) %"]
  }
}

extension Strings {
  /// How many questions were right when they were last asked.
  func right(_ right: Int, of asked: Int) -> String {
    self(
      "Right when last asked: \(figure(right)) of \(figure(asked))",
      "前回の正解 : 出題した \(figure(asked)) 問のうち \(figure(right)) 問")
  }

  /// How many questions are probably remembered today, such as "731 of 812 ± 15". Forgetting makes
  /// them fewer than were right, and guessing too.
  func known(_ known: Double, of asked: Int, deviation: Double) -> String {
    let (known, deviation) = (Int(known.rounded()), Int(deviation.rounded(.up)))
    return self(
      "Probably remembered today: \(figure(known)) of \(figure(asked)) ± \(deviation) (an estimate)",
      "覚えている見込み（推定） : \(figure(asked)) 問のうち \(figure(known)) 問（± \(deviation)）")
  }

  /// Answers that do not count, because their dates are still to come.
  func answersAhead(_ count: Int) -> String {
    self(
      "\(count.counted("answer")) dated in the future, which \(count == 1 ? "does" : "do") not count: "
        + "is the clock right?",
      "日付が未来の回答が \(figure(count)) 件あり、数に入れていません。時計は合っていますか?")
  }

  func reviews(_ count: Int, round size: Int) -> String {
    size < count
      ? self(
        "Enter review \(figure(size)) of the \(figure(count))",
        "Enter \(figure(count)) 問のうち \(figure(size)) 問を復習する")
      : self("Enter review the \(figure(count))", "Enter \(figure(count)) 問を復習する")
  }

  fileprivate var reviewHint: String { self("“review” plays them.", "review で復習を始めます。") }
  fileprivate var nothingDue: String {
    self(
      "Questions from a quiz come up from the next day on; "
        + "“review --ahead 7” plays a week ahead.",
      "クイズで出題された質問が翌日から復習の対象になります。review --ahead 7 で 1 週間先の分まで出題します。")
  }

  fileprivate func due(_ count: Int, _ today: Day) -> String {
    self(
      "\(questions(count)) due on \(today.text)", "復習する質問 \(figure(count)) 問（\(today.text)）")
  }

  fileprivate func since(_ day: Day) -> String { self("since \(day.text)", "\(day.text) から") }

  fileprivate func recall(_ recall: Double, beside target: Double) -> String {
    let percent = percent(recall, beside: target)
    return self("known: \(percent)", "覚えている確率 \(percent)")
  }

  /// A share in percent, on its side of 0 and 100 % and of the mark that stands beside it.
  func percent(_ share: Double, beside mark: Double? = nil) -> String {
    Percentage.text(share, beside: mark) + " %"
  }

  fileprivate func target(_ target: Int, _ price: Double, fitted: Bool) -> String {
    self(
      "Target: \(target) %, about \(perDay(price)) answers a day"
        + (fitted ? " (fitted to you)" : ""),
      "目標 : \(target) %、1 日およそ \(perDay(price)) 問" + (fitted ? "（自分の回答に調整済み）" : ""))
  }

  fileprivate func targetBefore(_ price: ReviewState.Price) -> String {
    let answers = perDay(price.answersPerDay)
    return self(
      "Before: \(price.target) %, about \(answers); “due --target \(price.target)” goes back.",
      "変更前 : \(price.target) %、1 日およそ \(answers) 問。due --target \(price.target) で戻せます。")
  }

  fileprivate var pricesLabel: String { self("Answers a day at ", "目標ごとの 1 日の質問数 : ") }

  /// A number of answers a day; below ten with one decimal place.
  fileprivate func perDay(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(number.rounded()))"
  }

  fileprivate var nothingPlanned: String { self("Nothing else is planned.", "ほかの予定はありません。") }
  fileprivate var upcoming: String { self("Due next", "今後の復習") }
}

extension FitOutcome {
  func view(_ theme: Theme) -> [String] { theme.lines(sentence(theme.strings)) }

  /// The result of the fit in words.
  func sentence(_ strings: Strings) -> String {
    switch self {
    case .fitted(let fit, let answers) where fit.isBetter:
      strings(
        "Fitted to \(answers.counted("answer")) and kept: on the last \(fit.judged), "
          + "which the fit had not seen, the log loss is "
          + "\(loss(fit.fittedLoss)) instead of \(loss(fit.standardLoss)).",
        "回答 \(answers) 件に合わせて調整しました。調整に使わなかった最後の \(fit.judged) 件で、予測の誤差（対数損失）が "
          + "\(loss(fit.standardLoss)) から \(loss(fit.fittedLoss)) に減りました。")
    case .fitted(let fit, let answers):
      strings(
        "Fitted to \(answers.counted("answer")), but not kept: on the last \(fit.judged), "
          + "which the fit had not seen, it is not clearly better "
          + "(log loss \(loss(fit.fittedLoss)), before \(loss(fit.standardLoss))). "
          + "Try again with more answers.",
        "回答 \(answers) 件に合わせてみましたが、採用しませんでした。調整に使わなかった最後の \(fit.judged) 件で、予測がはっきりとは良くならなかったためです"
          + "（対数損失 \(loss(fit.fittedLoss))、元は \(loss(fit.standardLoss))）。回答が増えたらもう一度試してください。")
    case .reset:
      strings("The review uses the default numbers again.", "復習の調整を初期値に戻しました。")
    case .nothingToReset:
      strings("The review uses the default numbers already.", "復習の調整はもともと初期値です。")
    }
  }

  /// A loss with four decimal places.
  private func loss(_ loss: Double) -> String {
    let digits = String(Int((loss * 10_000).rounded()))
    let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    return "\(padded.dropLast(4)).\(padded.suffix(4))"
  }
}
