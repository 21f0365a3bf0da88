import QuizSupport

/// What the region at the bottom of the terminal shows: the stage of the screen in front, or what
/// is asked or explained over it.
struct LiveRegion {
  var look: Look
  /// The height of the window in rows.
  var height: Int
  /// The stage of the screen in front.
  private(set) var stage: Stage?
  /// The question that waits for yes or no.
  private(set) var question: YesNo?

  /// Whether the line is a search that follows each key.
  private(set) var isFinding = false

  /// Whether commands are typed instead of the answer.
  private var typesCommands = false

  private var viewport = Viewport()
  /// Where the cursor was in lists that the user has left, by the list's identity. Who has been on
  /// the first screen begins anew.
  private var left: [String: Viewport] = [:]
  private var walk = FormWalk()
  /// A long text over the screen, such as the help.
  private var pages: ((Look) -> [String])?
  private var pagesViewport = Viewport()
  private var answers: Stage?
  private var answersViewport = Viewport()

  init(look: Look, height: Int) {
    self.look = look
    self.height = height
  }

  /// Shows the stage of another state.
  mutating func show(_ next: Stage) {
    let earlier = stage?.list
    // A search that follows each key leaves a list behind with each of them.
    if let earlier, earlier.id != next.list?.id, stage?.find == nil || next.find == nil {
      left[earlier.id] = viewport
    }
    if next.isFirst { left = [:] }
    if let replaced = next.list?.replaces { left[replaced] = nil }
    if let id = next.list?.id, earlier?.id != id, let kept = left[id] { viewport = kept }
    if next.question != stage?.question { typesCommands = false }
    stage = next
    if next.find == nil { isFinding = false }
    viewport.enter(next, subject: next.subject, after: earlier)
    enterForm()
  }

  /// Shows `question` with its two answers; `nil` withdraws it.
  mutating func ask(_ question: YesNo?) {
    self.question = question
    answers = question.map { Stage($0, look) }
    if let answers { answersViewport.enter(answers, subject: answers.subject) }
    if answers == nil { answersViewport = Viewport() } else { pages = nil }
    enterForm()
  }

  /// Shows a text over the screen, to be paged through.
  mutating func page(_ text: @escaping (Look) -> [String]) {
    pages = text
    pagesViewport = Viewport()
  }

  /// Whether a text of so many lines fits above the prompt and the region's own `rows`, with a row of
  /// what was there before.
  func fits(_ lines: Int, above rows: Int) -> Bool { lines + rows <= height - 4 }

  /// The look for what stands in the region, which has a margin at the left.
  var inner: Look { look.narrowed(to: max(8, (look.columns ?? 80) - Self.margin.count)) }

  private static let margin = "  "

  /// Begins or ends a search that follows each key. Returns `false` when the screen has none.
  mutating func find(_ isOn: Bool) -> Bool {
    guard stage?.find != nil else { return false }
    isFinding = isOn
    return true
  }

  /// The command that tells the screen on which row the cursor is now; `nil` when it knows or need
  /// not know.
  var selection: Command? {
    guard question == nil, pages == nil, let list = stage?.list, viewport.hasRows,
      viewport.cursor != list.start
    else { return nil }
    return list.select?(viewport.cursor)
  }

  // MARK: - Form

  /// The form being filled in; `nil` while the user types commands instead.
  var form: Form? { walk.isPaused ? nil : stage?.form }

  /// The current field of the form.
  var field: Form.Field? {
    form.flatMap { walk.position < $0.fields.count ? $0.fields[walk.position] : nil }
  }

  /// Moves by `step` fields.
  mutating func moveField(by step: Int) {
    if let form { walk.move(by: step, in: form) }
  }

  /// Switches between commands and the fields of the form, or the answer that is typed.
  mutating func pauseForm(_ isPaused: Bool) {
    walk.isPaused = isPaused
    typesCommands = isPaused
  }

  /// The answer that is typed now; `nil` while the user types commands instead.
  var typing: Stage.Typing? {
    typesCommands || question != nil || pages != nil ? nil : stage?.typing
  }

  /// The line that ticks the row at the cursor, or takes its tick away.
  var tick: String? {
    guard question == nil, pages == nil, viewport.hasRows else { return nil }
    return stage?.list?.tick?(viewport.cursor)
  }

  /// What to do before `line`, where that finishes the form.
  func tidying(before line: String) -> Command? {
    stage?.form.flatMap { $0.end == line ? $0.tidying : nil }
  }

  /// Moves to the field that prevents the form from being saved.
  mutating func seekOpenField() {
    if let form { walk.seekOpenField(of: form) }
  }

  /// Starts with the first field of the next form, even if it has the same name.
  mutating func leaveForm() {
    walk = FormWalk()
  }

  private mutating func enterForm() {
    if let form = stage?.form { walk.enter(form) } else { walk = FormWalk() }
  }

  // MARK: - Keys

  /// Carries out what a key does here.
  ///
  /// - Returns: Whether the key had something to do.
  mutating func perform(_ action: KeyBinding.Action) -> Bool {
    switch action {
    case .move(let move):
      if let answers { return answersViewport.move(move, in: answers) }
      if pages != nil { return pagesViewport.move(move, in: Stage(pages: [], look)) }
      return stage.map { viewport.move(move, in: $0) } ?? false
    case .nextFilter:
      guard let list = stage?.list, !list.filters.isEmpty else { return false }
      viewport.nextFilter(of: list)
      return true
    case .close:
      defer { pages = nil }
      return pages != nil
    case .whole:
      guard let details = stage?.list?.details, viewport.hasRows else { return false }
      let row = viewport.cursor
      page { details(row, $0) }
      return true
    case .explain:
      if let stage { page { stage.explanation($0) } }
      return stage != nil
    case .line, .take, .click, .tick, .find, .command, .nothing:
      return false
    }
  }

  /// What a click on a row of the list does. It answers at once where a digit would; elsewhere it
  /// moves the cursor first, and the next one takes the row.
  mutating func click(_ row: Int) -> KeyBinding.Action {
    if let list = answers?.list {
      answersViewport.place(at: row, in: list)
      return .take
    }
    guard let stage, let list = stage.list else { return .nothing }
    let isCurrent = viewport.cursor == row
    viewport.place(at: row, in: list)
    let actions = stage.actions
    if actions[.text("1")] != nil {
      return actions[.text("\(row + 1)")] ?? list.line(row).map { .line($0) } ?? .take
    }
    return isCurrent ? .take : .nothing
  }

  /// Takes the row at the cursor, or the row with this number, from 1.
  ///
  /// - Returns: The line that it enters; `nil` when the list is empty, or when the row has shown
  ///   its details.
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  mutating func take(_ number: Int? = nil) throws(ListRefusal) -> String? {
    if let answers { return answers.list?.line(answersViewport.cursor) }
    guard let list = stage?.list, number != nil || viewport.hasRows else { return nil }
    if let number {
      guard number > 0, number <= list.count else {
        throw .noSuchLine(number: number, count: list.count)
      }
      viewport.place(at: number - 1, in: list)
      if list.select != nil { return nil }
    }
    if let line = list.line(viewport.cursor) { return line }
    viewport.toggleDetails(isOpen: number == nil ? nil : true)
    return nil
  }

  /// Hides the details or the text over the screen. Returns `false` when there was neither.
  mutating func close() -> Bool {
    if pages != nil { return perform(.close) }
    guard viewport.isOpen else { return false }
    viewport.toggleDetails()
    return true
  }

  /// The rows that are on the screen but that the stage does not know yet.
  var missing: (list: RowList, rows: ListWindow)? {
    guard let stage, let list = stage.list, let rows = viewport.missing(in: stage) else {
      return nil
    }
    return (list, rows)
  }

  // MARK: - Drawing

  /// The rows above the prompt.
  mutating func rows() -> [RegionRow] {
    guard var stage else { return [] }
    func plain(_ texts: [String]) -> [RegionRow] { texts.map { RegionRow(text: $0) } }
    if let pages {
      let text = Stage(pages: pages(look), look)
      return plain([""]) + pagesViewport.lines(of: text, room: Room(height) - 4, look: look)
    }
    if question == nil, let form { return plain(walk.rows(above: form, look, height: height)) }
    let asked = plain(
      (question.map { inner.lines(look.palette.warning($0.text)) } ?? []).map(indented))
    let choices =
      answers.map { answersViewport.lines(of: $0, room: Room(2), look: look) } ?? []
    let filters = plain(stage.list.map { viewport.rows.names(of: $0.filters, look) } ?? [])
    let status = plain(stage.status.map(indented))
    stage.body = stage.body?.map(indented)
    // Three rows are taken: the prompt, the hints and one row above the region.
    let room =
      Room(height) - 3 - status.count - asked.count - choices.count - filters.count
    guard stage.body != nil || stage.list != nil else {
      return plain(room.rows >= 3 ? [""] : []) + status + asked + choices
    }
    var rows = viewport.lines(of: stage, room: room, look: look, hasCursor: question == nil)
    if stage.list?.count == 0, rows.last?.text.isEmpty == true { rows.removeLast() }
    // Blank rows, as far as there is room: above all, below the status, and above what is asked.
    var free = room - rows.count
    func air(if isWanted: Bool) -> [RegionRow] {
      guard isWanted, free.rows > 0 else { return [] }
      free -= 1
      return plain([""])
    }
    let (middle, top, bottom) = (
      air(if: !stage.status.isEmpty && !rows.isEmpty), air(if: true),
      air(if: !rows.isEmpty || !status.isEmpty)
    )
    return top + status + middle + rows + filters + bottom + asked + choices
  }

  private func indented(_ line: String) -> String { line.isEmpty ? "" : Self.margin + line }

  /// The prompt below the rows.
  var prompt: Prompt? {
    if let answers {
      return Prompt(answers, help: look.hintRow(answers.hints(answersViewport.row)))
    }
    if pages != nil {
      let stage = Stage(pages: [], look)
      return Prompt(
        stage, help: look.hintRow(stage.hints(nil, canMove: pagesViewport.canMove(in: stage))))
    }
    guard let stage else { return nil }
    if let form { return walk.prompt(form, look, height: height) }
    if let typing { return Prompt(typing: typing, stage, help: look.hintRow(typing.hints)) }
    if isFinding, let find = stage.find {
      let hints = stage.hintsWhileFinding(viewport.row, canMove: viewport.canMove(in: stage), look)
      return Prompt(finding: find, stage, help: look.hintRow(hints), look)
    }
    let hints = stage.hints(
      viewport.row, canMove: viewport.canMove(in: stage), hidesDetails: viewport.hidesDetails)
    return Prompt(stage, help: look.hintRow(hints))
  }
}
