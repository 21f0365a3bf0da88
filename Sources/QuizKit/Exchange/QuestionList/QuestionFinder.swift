import QuizSupport

/// Decides which lines of a file are its questions.
///
/// The choices are found first. The lines before them are the text of the question, up to the last
/// line with which a question can begin; the lines behind them belong to the answer.
struct QuestionFinder {
  private(set) var spans: [QuestionSpan] = []
  private let roles: [LineRole]
  private let count: Int
  /// The findings since the last choice of the last question.
  private var search = SpanSearch(isFirst: true)
  /// The last list that can be the choices of a question if a key follows, and what was found
  /// before it.
  private var list: (run: SpanRun, search: SpanSearch)?
  private var numberStarts = 0
  /// The form of the number of the last question.
  private var numberStyle: UInt8?
  private var headingStarts = 0
  /// The lines that have nothing but the letters of the answer.
  let loneKeys: Set<Int>
  /// Whether stars stand before the letters of right choices. Items with stars alone are then
  /// answers to type.
  private let hasStars: Bool
  /// What says which choice is right in a file without any answers.
  private let sign: QuestionSpan.Sign?
  /// The lines that say or ask themselves whether they are true.
  private let statements: [Int: TruthStatement]
  /// Whether some paragraphs are statements for no other reason than the answers below them.
  private var hasPlain = false

  /// - Parameter usesLists: Whether lists of answers count.
  init(_ survey: ListSurvey, usesLists: Bool = true) {
    (roles, count, loneKeys) = (survey.roles, survey.count, survey.loneKeys)
    statements = survey.statements
    hasStars = roles.contains(where: \.isStarred)
    sign = Self.sign(of: survey)
    hasPlain = roles.indices.dropFirst().count { isStatement(above: $0) } > 1
    findBlocks()
    if usesLists { AnswerList.assign(survey.entries, to: &spans) }
    takeSigns()
    spans.removeAll { !$0.isQuestion }
    spans = Omissions(roles: roles).added(to: spans)
    SpanEnds(roles: roles, count: count).set(in: &spans)
  }

  /// Whether a file is a list of questions even if nothing else says so.
  var isCertain: Bool {
    spans.contains { $0.hasKey && $0.choices != .none }
      || spans.count { $0.origin == .word || $0.isAsking || $0.isStatement } > 1
  }

  /// Whether something is asked, so that a text is more than one with a remark that looks like an
  /// answer.
  var asks: Bool {
    isCertain
      || spans.contains {
        $0.isAsking || $0.choices != .none || $0.origin == .word || $0.origin == .number
          || $0.statement.map { $0.isOffered || $0.isListed } == true
      }
  }

  /// Where nothing else says what is right, the choices that are bold or end in a star do, if those
  /// of most questions can be told apart in this way.
  private mutating func takeSigns() {
    for sign in [QuestionSpan.Sign.bold, .star] {
      let open = spans.indices.filter { !spans[$0].hasKey && spans[$0].choices != .none }
      let marked = open.filter { spans[$0].signs.contains(sign) }
      guard marked.count * 2 > open.count, marked.count > 1 else { continue }
      for place in marked { (spans[place].sign, spans[place].hasKey) = (sign, true) }
    }
  }

  /// The sign that most lists of choices have in a file where nothing else says what is right.
  private static func sign(of survey: ListSurvey) -> QuestionSpan.Sign? {
    let roles = survey.roles
    if !survey.entries.isEmpty
      || roles.contains(where: { $0.kind == .key || $0.kind == .keyTitle || $0.isChecked })
    {
      return nil
    }
    var (count, bold, stars, index) = (0, 0, 0, 0)
    var lists = (asked: 0, bold: 0)
    while index < roles.count {
      guard let run = SpanRun.choices(at: index, of: roles) else {
        if let list = SpanRun.bullets(at: index, of: roles) {
          if list.isAsked(in: roles) { lists.asked += 1 }
          if list.hasOneBold(in: roles) { lists.bold += 1 }
          index = list.end
        } else {
          index += 1
        }
        continue
      }
      count += 1
      if run.singlesOut(\.isBold, in: roles) { bold += 1 }
      if run.singlesOut(\.endsInStar, in: roles) { stars += 1 }
      index = run.end
    }
    if bold > 1, bold * 2 > count { return .bold }
    // Terms of lists in a text are bold now and then, right choices below nearly every question.
    if count == 0, lists.bold > 2, lists.bold * 10 >= lists.asked * 9 { return .bold }
    return stars > 1 && stars * 2 > count ? .star : nil
  }

  private mutating func findBlocks() {
    var index = 0
    while index < roles.count {
      let role = roles[index]
      var next = index + 1
      var isTaken = addStatement(at: index)
      switch role.kind {
      case _ where isTaken: break
      case .choice, .box:
        if let run = SpanRun.choices(at: index, of: roles) {
          if let item = run.parent(in: roles) {
            append(run, SpanSearch.Start(place: item, origin: .text), hasKey: run.isChecked)
            isTaken = true
          } else {
            isTaken = !SpanRun.areStatements(run, of: roles) && add(run)
          }
          next = run.end
        } else if let run = SpanRun.laterChoices(at: index, of: roles) {
          isTaken = addLater(run)
          if isTaken { next = run.end }
        }
      case .number:
        if role.level > 0 { list = nil }
        if let run = SpanRun.numbers(at: index, of: roles) {
          if let start = start(in: search), roles[start.place].isOrdering {
            append(run, start, hasKey: true)
            isTaken = true
          } else {
            list = (run, search)
          }
          next = run.end
        }
      case .bullet where hasStars && role.style == UInt8(ascii: "*"):
        let end = roles[index...].firstIndex { $0.kind != .bullet || $0.style != role.style }
        next = end ?? roles.count
        isTaken = addTyped(index..<next)
      case .bullet:
        if let run = SpanRun.bullets(at: index, of: roles) {
          isTaken =
            start(in: search).map {
              run.hasOneMark(below: $0, in: roles) || sign == .bold && run.hasOneBold(in: roles)
            } == true && add(run)
          if !isTaken { list = (run, search) }
          next = run.end
        }
      case .heading, .word: list = nil
      case .key, .keyTitle:
        if !role.isEntry { isTaken = addAnswered(at: index) }
      case .text, .rule, .explanation: break
      }
      if !isTaken {
        for passed in index..<next { search.take(roles[passed], at: passed) }
      }
      index = next
    }
  }

  /// Adds a question with labelled choices or boxes, unless they are part of an explanation.
  private mutating func add(_ run: SpanRun) -> Bool {
    let start = start(in: search)
    let isSection = start.map { self.isSection($0, above: run) } ?? false
    let isMarked =
      run.isChecked || sign.map { run.singlesOut($0.mark, in: roles) } ?? false
    if let start, !isSection {
      let isAnswered = isMarked || hasKey(after: run, level: roles[start.place].level)
      guard isAnswered || isBelievable(start, above: run) else { return false }
      append(run, start, hasKey: isAnswered || roles[start.place].isChecked)
      return true
    }
    // Elsewhere lists without a beginning are explanations.
    guard isSection || spans.last.map({ $0.origin == .text }) ?? true || isWhole(run),
      let first = isSection ? start.map({ $0.place + 1 }) : search.text,
      isMarked || hasKey(after: run, level: 0), let text = text(before: run, from: first)
    else { return false }
    append(run, SpanSearch.Start(place: text, origin: .text), hasKey: true)
    return true
  }

  /// Whether choices without a number are a question between numbered ones: they look like those of
  /// the last question, which has its answer, and have an answer of their own.
  private func isWhole(_ run: SpanRun) -> Bool {
    guard let last = spans.last, last.hasKey, last.choices == run.choices,
      run.choices == .letters || run.choices == .boxes && last.origin == .number,
      let own = roles[..<run.first].last(where: { Int($0.line) == last.choiceLines.first })
    else { return false }
    let first = roles[run.first]
    guard own.kind == first.kind, own.style == first.style, own.isInList == first.isInList,
      own.indent == first.indent
    else { return false }
    if run.isChecked || sign != nil { return true }
    let next = roles[run.end...].first { $0.kind != .text && $0.kind != .rule }
    return next.map { ($0.kind == .key || $0.kind == .keyTitle) && !$0.isEntry } ?? false
  }

  /// Adds a question whose answers are the items below it.
  private mutating func addTyped(_ items: Range<Int>) -> Bool {
    guard let start = start(in: search), start.origin == .number || start.origin == .word,
      roles[(start.place + 1)..<items.lowerBound].allSatisfy({ $0.kind == .text })
    else { return false }
    var span = QuestionSpan(
      start, .bullets, lines: Array(items), hasKey: true, until: items.lowerBound, in: roles)
    span.isTyped = true
    spans.append(span)
    search = SpanSearch(isFirst: false)
    return true
  }

  /// Whether a heading above boxes is the title of a section and no question: below it, each
  /// paragraph with boxes is one. Pictures alone are more often a part of the heading's question.
  private func isSection(_ start: SpanSearch.Start, above run: SpanRun) -> Bool {
    guard run.choices == .boxes, run.isChecked, start.origin == .heading,
      text(before: run, from: start.place + 1) != nil
    else { return false }
    let hasWords = hasWords(start.place + 1..<run.first)
    if hasWords, spans.last?.origin == .text { return true }
    let next = roles[run.end...].firstIndex { $0.kind != .text && $0.kind != .explanation }
    guard let next, let other = SpanRun.choices(at: next, of: roles) else { return false }
    return other.choices == .boxes && other.isChecked
      && roles[run.end..<next].contains { $0.kind == .text }
      && (hasWords || !self.hasWords(run.end..<next))
  }

  /// Whether some of the paragraphs are more than pictures.
  private func hasWords(_ range: Range<Int>) -> Bool {
    roles[range].contains { $0.kind == .text && !$0.isImage }
  }

  /// The paragraph with which the text of a question without a number begins. Between two questions
  /// with boxes a paragraph that asks begins the second one, and those before it explain the first.
  private func text(before run: SpanRun, from first: Int) -> Int? {
    guard first < run.first else { return nil }
    var between = roles[first..<run.first]
    // The line directly below the answer explains it, if the question stands apart.
    if roles[first].kind == .text, !roles[first].isParted, first > 0,
      roles[first - 1].kind == .key,
      between.dropFirst().contains(where: { $0.kind == .text && $0.isParted })
    {
      between = between.dropFirst()
    }
    if run.choices == .boxes, let last = between.lastIndex(where: { $0.kind == .text }),
      roles[last].isAsking
    {
      return last
    }
    return between.firstIndex { $0.kind == .text }
  }

  /// Adds a question whose choices begin with another letter than A, if an answer follows them.
  private mutating func addLater(_ run: SpanRun) -> Bool {
    guard let start = start(in: search), hasKey(after: run, level: roles[start.place].level) else {
      return false
    }
    append(run, start, hasKey: true)
    return true
  }

  /// Whether labelled choices without an answer are those of a question that begins at a line.
  /// Lists in explanations look the same.
  private func isBelievable(_ start: SpanSearch.Start, above run: SpanRun) -> Bool {
    switch start.origin {
    case .heading:
      run.choices == .boxes && spans.last?.choices == .boxes
        || spans.allSatisfy { $0.origin == .heading }
    case .number:
      spans.last.map { $0.origin == .number } ?? true || search.explained < 0
        || search.found.map { $0.place > search.explained } ?? false
    case .word, .numberedHeading, .text: true
    }
  }

  /// Adds the question that a key answers: one with an unlabelled list, or one without choices.
  private mutating func addAnswered(at key: Int) -> Bool {
    let found = start(in: search)
    let own = ownStart(at: key, below: found)
    if own != nil { list = nil }
    if let (run, search) = list {
      list = nil
      if let start = start(in: search) ?? plainStart(above: run, search),
        mayBegin(start, run, after: search)
      {
        append(run, start, hasKey: true)
        for passed in run.end...key { self.search.take(roles[passed], at: passed) }
        return true
      }
    }
    guard let start = own ?? found ?? typedStart(at: key),
      case let isStatement = own != nil && roles[key].isChecked || isStatement(start, at: key),
      own != nil || isStatement || mayBegin(start, nil, after: search)
    else { return false }
    let between = roles[(start.place + 1)..<key]
    // A question may have lost all choices but one.
    let choices = between.indices.filter { roles[$0].kind == .choice }
    if start.origin == .number {
      guard between.count(where: { $0.kind == .text }) + choices.count == between.count else {
        return false
      }
    }
    let isOne = choices.count == 1
    var span = QuestionSpan(
      start, isOne ? .letters : .none, lines: isOne ? choices : [], hasKey: true, until: key,
      in: roles)
    span.isStatement = isStatement
    spans.append(span)
    search = SpanSearch(isFirst: false)
    search.take(roles[key], at: key)
    return true
  }

  /// Adds a line that says or asks itself whether it is true, unless choices follow.
  private mutating func addStatement(at index: Int) -> Bool {
    let role = roles[index]
    guard let statement = statements[Int(role.line)] else { return false }
    let next = roles[(index + 1)...].firstIndex {
      $0.kind != .text || $0.isClaim || statements[Int($0.line)] != nil
    }
    if let next, statements[Int(roles[next].line)] == nil, !roles[next].isClaim,
      SpanRun.choices(at: next, of: roles) ?? SpanRun.bullets(at: next, of: roles) != nil
    {
      return false
    }
    let start = SpanSearch.Start(line: index, of: roles)
    if !statement.isListed, !statement.isOffered {
      let isNext = spans.last?.number.map { $0 + 1 == Int(role.value) } ?? true
      guard start.origin != .text ? role.value == 1 || isNext : spans.last?.isStatement ?? true
      else {
        return false
      }
    }
    var span = QuestionSpan(start, .none, lines: [], hasKey: true, until: index + 1, in: roles)
    (span.statement, span.isStatement) = (statement, true)
    spans.append(span)
    search = SpanSearch(isFirst: false)
    list = nil
    return true
  }

  /// The text above a list that has no number and no heading, below a question whose choices are such
  /// a list and which has its answer.
  private func plainStart(above run: SpanRun, _ search: SpanSearch) -> SpanSearch.Start? {
    guard let last = spans.last, last.hasKey, last.choices == .bullets, run.choices == .bullets,
      search.found == nil, let first = search.text, first > search.explained,
      let text = text(before: run, from: first)
    else { return nil }
    return SpanSearch.Start(place: text, origin: .text)
  }

  /// The line directly above an answer, if it has a blank, or is a statement.
  private func ownStart(at key: Int, below found: SpanSearch.Start?) -> SpanSearch.Start? {
    guard key > 0, case let role = roles[key - 1], role.level == 0,
      found.map({ $0.origin == .heading || $0.place == key - 1 }) ?? true
    else { return nil }
    // A text in a list of statements, or below a question that has its answer, is a statement.
    let isMore = search.explained >= 0 && (found == nil || spans.last?.origin != .heading)
    let isPlain = (isMore || found == nil && hasPlain) && isStatement(above: key)
    guard role.hasBlank || isPlain || role.isClaim && roles[key].isChecked else { return nil }
    return SpanSearch.Start(line: key - 1, of: roles)
  }

  /// Whether a paragraph is directly above a word for true or false.
  private func isStatement(above key: Int) -> Bool {
    roles[key].kind == .key && roles[key].isChecked && !roles[key].isTyped
      && roles[key - 1].kind == .text && roles[key - 1].isParted
  }

  /// The text above an answer to type, which needs no number.
  private func typedStart(at key: Int) -> SpanSearch.Start? {
    guard roles[key].isTyped, let text = search.text, text > search.explained else { return nil }
    return SpanSearch.Start(place: text, origin: .text)
  }

  /// Whether a number begins a statement that is true or false. Those of a new part begin with 1.
  private func isStatement(_ start: SpanSearch.Start, at key: Int) -> Bool {
    guard start.origin == .number, roles[key].isChecked, roles[start.place].indent < 4 else {
      return false
    }
    let value = Int(roles[start.place].value)
    return value == 1 || spans.last?.number.map { $0 + 1 == value } ?? true
  }

  /// Whether a question without labelled choices may begin at a line. Numbers are more often items
  /// of lists.
  private func mayBegin(
    _ start: SpanSearch.Start, _ run: SpanRun?, after search: SpanSearch
  ) -> Bool {
    if start.origin == .heading, run == nil {
      return spans.last.map { $0.origin == .heading && $0.level == roles[start.place].level }
        ?? false
    }
    guard start.origin == .number else { return true }
    if let run, run.choices == .numbers {
      // `1. Which?` and `1) this` differ, and so do numbers that are indented.
      let (own, first) = (roles[start.place], roles[run.first])
      guard own.style != first.style || own.indent < first.indent else { return false }
    }
    guard let last = spans.last else { return search.explained < 0 }
    return last.origin == .number && (search.explained < 0 || isNext(start.place, after: last))
  }

  private mutating func append(_ run: SpanRun, _ start: SpanSearch.Start, hasKey: Bool) {
    switch start.origin {
    case .number:
      numberStarts += 1
      numberStyle = roles[start.place].style
    case .heading, .numberedHeading: headingStarts += 1
    case .word, .text: break
    }
    var span = QuestionSpan(
      start, run.choices, lines: run.places, hasKey: hasKey, until: run.first, in: roles)
    span.signs = [.bold, .star].filter { run.singlesOut($0.mark, in: roles) }
    if let sign, span.signs.contains(sign) { span.sign = sign }
    spans.append(span)
    search = SpanSearch(isFirst: false)
    list = nil
  }
}

extension QuestionFinder {
  /// The line with which the question begins whose choices follow; `nil` if there is none since the
  /// last question, or if an answer or explanation follows it.
  private func start(in search: SpanSearch) -> SpanSearch.Start? {
    guard let start = candidate(in: search), start.place > search.explained else { return nil }
    return start
  }

  private func candidate(in search: SpanSearch) -> SpanSearch.Start? {
    let found = search.found
    guard found?.origin != .word, let number = number(among: search) else { return found }
    if found?.origin == .numberedHeading {
      let isSection =
        numberStarts > headingStarts || search.numbers.count == 1 && headingStarts == 0
      guard isSection else { return found }
    }
    return SpanSearch.Start(place: number, origin: .number)
  }

  /// The number that a question begins with. Others are items of lists: in the question's own text,
  /// or in the explanation of the question before it.
  private func number(among search: SpanSearch) -> Int? {
    var expected = spans.last?.number.map { Int32($0 + 1) }
    // An answer or a list below a question that could not be read is that question's.
    for number in search.numbers where roles[number].value == expected {
      guard number < search.explained || SpanRun.unanswered(below: number, of: roles) != nil else {
        break
      }
      expected = expected.map { $0 + 1 }
    }
    var numbers = search.numbers
    // A line to write on ends a question of its own, which has no choices.
    if let first = numbers.first, let next = numbers.last,
      let line = roles[first..<next].lastIndex(where: { $0.kind == .rule }),
      let own = numbers.lastIndex(where: { $0 < line })
    {
      numbers.removeFirst(own + 1)
    }
    // Items of lists often have another form than the numbers of the questions.
    if let numberStyle, numbers.last.map({ roles[$0].style }) == numberStyle {
      numbers.removeAll { roles[$0].style != numberStyle }
    }
    guard let last = numbers.indices.last else { return nil }
    var first = last
    while first > 0, roles[numbers[first]].value == roles[numbers[first - 1]].value + 1 {
      first -= 1
    }
    if first == last { return numbers[last] }
    // A list that begins with 1 may belong to the text of the question whose number stands before
    // it.
    if roles[numbers[first]].value == 1, first > 0 {
      let own = numbers[first - 1]
      let before = first > 1 ? roles[numbers[first - 2]] : nil
      let isItem = before?.value == roles[own].value - 1 && before?.style == roles[own].style
      if !isItem || roles[own].value == expected { return own }
    }
    if let expected, let own = numbers[first...].last(where: { roles[$0].value == expected }) {
      return own
    }
    return numbers[last]
  }

  /// Whether an answer follows before the next question begins.
  ///
  /// - Parameter level: The level of the heading that the question begins with, or 0.
  private func hasKey(after run: SpanRun, level: UInt8) -> Bool {
    var index = run.end
    while index < roles.count {
      switch roles[index].kind {
      case .key:
        return !roles[index].isEntry
      case .keyTitle:
        return !AnswerList.isTitle(at: index, of: roles)
      case .word, .heading:
        if roles[index].level <= level || level == 0 { return false }
      case .number:
        if roles[index].level > 0, roles[index].level <= level || level == 0 { return false }
      case .choice, .box:
        if SpanRun.choices(at: index, of: roles) != nil { return false }
      case .text, .rule, .bullet, .explanation: break
      }
      index += 1
    }
    return false
  }

  /// Whether a number is that of the next question, and no item of a list. Some questions before it
  /// may be missing.
  private func isNext(_ index: Int, after span: QuestionSpan) -> Bool {
    let (own, value) = (roles[index], Int(roles[index].value))
    guard let number = span.number, number > 0, own.indent < 4, !own.isInList,
      (number + 1...number + Self.mostMissing).contains(value)
    else { return false }
    let before = roles[..<index].last { $0.kind == .number || $0.kind == .choice }
    guard let before, before.kind == .number, Int(before.value) == value - 1,
      before.style == own.style, Int(before.line) != span.start
    else { return true }
    // It follows an item of a list, and is one itself if the question with this number comes later.
    let later = roles.indices[(index + 1)...].prefix(Self.farthest).first { place in
      let role = roles[place]
      return role.kind == .number && (value...value + 1).contains(Int(role.value))
        && role.style == before.style && role.indent <= own.indent
        && SpanRun.unanswered(below: place, of: roles) != nil
    }
    return later.map { Int(roles[$0].value) == value + 1 } ?? true
  }

  /// How many numbers may be left out, and how many roles further the same number is looked for.
  private static let (mostMissing, farthest) = (50, 1_000)
}

/// The roles of all lines of a file, found before the file is read.
struct ListSurvey {
  private(set) var roles: [LineRole] = []
  /// The answers in lists, with their places in the file.
  private(set) var entries: [AnswerList.Entry] = []
  /// The number of lines, those of split lines included.
  private(set) var count = 0
  private var above: MarkdownLine?
  /// Whether the last line was text, so that the next line of text continues it.
  private var isInText = false
  /// Whether the last line was blank.
  private var isAfterBlank = false
  /// Whether a title such as "Answers" came, and nothing else since but answers.
  private var isInSheet = false
  /// Whether the lines that follow explain the last answer of a list.
  private var isInEntry = false
  /// The places of single letters below choices.
  private var lone: [Int] = []
  /// The lines that have nothing but the letters of the answer.
  private(set) var loneKeys: Set<Int> = []
  /// The lines that say or ask themselves whether they are true.
  private(set) var statements: [Int: TruthStatement] = [:]
  /// Whether a title says that statements follow.
  private var areStatements = false

  init(of lines: some Sequence<MarkdownLine>) {
    for line in lines {
      guard let pieces = InlineChoices.pieces(of: line) else {
        take(line)
        continue
      }
      for piece in pieces { take(piece) }
    }
    takeLoneKeys()
  }

  /// Letters alone below the choices are the answers if most questions have them and none has
  /// another key.
  private mutating func takeLoneKeys() {
    guard !lone.isEmpty,
      lone.count * 2 > roles.count(where: { $0.kind == .choice && $0.value == 0 }),
      !roles.contains(where: { $0.kind == .key || $0.isChecked })
    else { return }
    for index in lone {
      roles[index].kind = .key
      loneKeys.insert(Int(roles[index].line))
    }
  }

  private mutating func take(_ line: MarkdownLine) {
    defer { count += 1 }
    let above = above
    self.above = line
    let line = ListLine(line, below: above)
    if takeEntries(line) { return }
    guard var role = LineRole(line, at: count) else {
      if isInEntry { explainEntry(line) }
      if case .blank = line.kind { (isInText, isAfterBlank) = (false, true) }
      return
    }
    role.isParted = isAfterBlank || count == 0
    isAfterBlank = false
    takeStatement(line, &role)
    let continuesText = isInText && statements[count] == nil && !role.isClaim
    isInText = role.kind == .text
    switch role.kind {
    case .text:
      if isInEntry { explainEntry(line) }
      if let last = roles.last, last.kind == .choice, Int(last.line) == count - 1,
        line.line.text.utf8.count <= 12,
        KeyLabel.areAll(line.line.text[...].unicodeScalars, withNumbers: false)
      {
        isInText = false
        lone.append(roles.count)
      } else if continuesText {
        if role.isAsking {
          (roles[roles.count - 1].isAsking, roles[roles.count - 1].asks) = (true, true)
        }
        return
      }
    case .bullet, .key:
      if isInEntry { explainEntry(line) }
    case .explanation:
      if isInEntry { explainEntry(line) }
    case .heading, .word, .number, .choice, .box:
      if role.kind != .choice { isInEntry = false }
      if role.kind == .heading || role.kind == .word { isInSheet = false }
      if isInEntry { explainEntry(line) }
    case .keyTitle: (isInSheet, isInEntry) = (true, false)
    case .rule: break
    }
    if role.kind == .text { role.isEntry = false }
    if role.kind == .choice, role.style == ListLabel.Style.iroha.rawValue { beginIroha() }
    roles.append(role)
  }

  /// Notes a statement that is true or false, and a title that says that they follow.
  private mutating func takeStatement(_ line: ListLine, _ role: inout LineRole) {
    var text = line.line.text
    switch line.kind {
    case .heading:
      areStatements = TruthWords.isOffered(in: text)
      return
    case .start(let start, nil): text = start.text
    case .bullet(_, let item) where areStatements: text = item
    // `T.` and `F.` look like the letters of choices.
    case .choice where areStatements && TruthWords(text.prefix(2)) != nil: break
    case .choice, .box, .rule:
      areStatements = false
      return
    case .text where areStatements || role.isParted: break
    default: return
    }
    if role.kind == .text, text.hasSuffix(":"), TruthWords.isOffered(in: text) {
      areStatements = true
    } else if let statement = TruthStatement(text, line.line.sign, isListed: areStatements) {
      statements[count] = statement
      if role.kind == .choice { role.kind = .text }
    } else if areStatements, TruthStatement.isSentence(text),
      role.kind != .text || text.last.map({ ".!。_".contains($0) }) == true
    {
      role.isClaim = true
    }
  }

  /// Makes イ the first label of its series, once ロ follows it.
  private mutating func beginIroha() {
    guard let last = roles.lastIndex(where: { $0.kind == .choice }),
      roles[last].style == ListLabel.Style.kana.rawValue, roles[last].value == 1
    else { return }
    (roles[last].style, roles[last].value) = (ListLabel.Style.iroha.rawValue, 0)
  }

  /// Takes a line that answers a question by its number; returns `false` for any other line.
  private mutating func takeEntries(_ line: ListLine) -> Bool {
    var found: [AnswerList.Entry] = []
    switch line.kind {
    case .start(let start, _):
      guard let value = AnswerList.value(after: start, isListed: isInSheet) else {
        found = isInSheet ? AnswerList.entries(in: line.line.text, at: count) : []
        break
      }
      found = [AnswerList.Entry(line: count, number: start.number, value: value)]
    case .key(_, let value):
      found = AnswerList.entries(in: value, at: count)
    case .text:
      if isInSheet { found = AnswerList.entries(in: line.line.text, at: count) }
    case .bullet(_, let text):
      if isInSheet { found = AnswerList.entries(in: text, at: count) }
    default: break
    }
    guard !found.isEmpty, var role = LineRole(line, at: count) else { return false }
    role.isEntry = true
    roles.append(role)
    entries += found
    isInText = false
    isInEntry = found.count == 1
    return true
  }

  private mutating func explainEntry(_ line: ListLine) {
    guard let last = entries.indices.last else { return }
    if case .rule = line.kind { return }
    entries[last].commentary.append(line.line.textLine(line.line.raw))
  }
}
