import QuizSupport
import Signals
import Terminal

/// The content of the region at the bottom of the terminal: a stack of panes. The screen in front
/// is the lowest pane. An explanation or a question over it is on top.
///
/// Messages about the last command, such as an error, are written above the prompt. The next key that
/// does something takes them away, so that an old error does not stay above another screen.
final class Region: TextSink {
  /// Emits when the region is to be drawn again.
  var changes: Signal<Void> { changed.signal }

  /// Emits the commands that load rows that are on the screen but not loaded yet, and those that
  /// tell the screen where the cursor is.
  var requests: Signal<Command> { requested.signal }

  /// The question that waits for yes or no.
  private(set) var question: YesNo?
  /// Whether the line is a search that follows each key.
  private(set) var isFinding = false
  /// Everything that can be done, while it is listed over the screen.
  private(set) var palette: OpenPalette?

  private(set) var theme: Theme
  /// The height of the window in rows.
  private var height: Int
  /// The panes from the bottom up. The lowest is the screen in front.
  private var panes: [Pane] = []
  /// The panes of lists that the user has left, by the list's identity. Forgotten on the first
  /// screen.
  private var left: [ViewID: Pane] = [:]
  /// The user's position in the form.
  private var place = FormPlace()
  /// The messages about the last command.
  private var notices: [String] = []
  /// Whether the user types commands instead of the answer that the screen asks for.
  private var typesCommands = false
  /// The rows that were asked for last, so that nothing is asked for twice.
  private var asked: ListWindow?
  /// The command that last read the details beside the list.
  private var read: Command?
  /// How often the region was to be drawn again.
  private var redraws = 0
  private let changed = PublishSubject<Void>()
  private let requested = PublishSubject<Command>()

  init(theme: Theme, height: Int) {
    (self.theme, self.height) = (theme, height)
  }

  /// The view of the screen in front.
  var liveView: LiveView? { panes.first?.liveView }
  /// The look for the content of the region, which has a margin at the left.
  var inner: Theme { Margin.inner(theme) }
  /// Whether a text over the screen hides the messages about the last command.
  var isCovered: Bool { palette == nil && hasTextOver }
  /// Whether a text or a list over the screen fills the window.
  private var hasTextOver: Bool {
    panes.last.map { $0.liveView.isOverScreen && $0.liveView.hidesScreen } ?? false
  }
  /// Whether nothing covers the screen.
  private var isScreenOnTop: Bool { panes.count == 1 }

  private func redraw() {
    redraws += 1
    changed.emit(())
  }

  /// Adds messages about the last command.
  func write(_ text: String) {
    notices += text.split(separator: "\n").map(String.init)
    redraw()
  }

  /// Removes all messages, and returns them.
  @discardableResult
  func clearNotices() -> [String] {
    guard !notices.isEmpty else { return [] }
    defer { redraw() }
    let old = notices
    notices = []
    return old
  }

  // MARK: - Panes

  /// Shows the view of another state of the screen in front.
  func show(_ next: LiveView) {
    if next.question != liveView?.question {
      typesCommands = false
      if palette != nil { closeText() }
    }
    if next.find == nil { isFinding = false }
    if panes.isEmpty { panes = [Pane(next)] }
    if let gone = panes[0].show(next, kept: { next.isFirst ? nil : left[$0] }) {
      left[gone.id] = gone
    }
    if next.isFirst { left = [:] }
    if let replaced = next.list?.replaces { left[replaced] = nil }
    enterForm()
    redraw()
  }

  /// Asks `question`; `nil` withdraws it.
  func ask(_ question: YesNo?) {
    guard self.question != nil || question != nil else { return }
    panes.removeAll { $0.liveView.isOverScreen && !$0.liveView.hidesScreen }
    self.question = question
    if let question {
      closeText()
      panes.append(Pane(inner) { LiveView(question, $0) })
    }
    enterForm()
    redraw()
  }

  /// Shows a text in the whole window, to be paged through.
  ///
  /// - Parameter keys: Keys that do something beside it.
  func page(_ text: @escaping (Theme) -> [String], keys: [KeyBinding] = []) {
    closeText()
    panes.append(Pane(inner) { LiveView(pages: text($0), keys: keys, $0) })
    redraw()
  }

  /// Whether a text of so many lines fits above the prompt and the region's own `rows`, with one
  /// row of the earlier content left above it.
  func fits(_ lines: Int, above rows: Int) -> Bool { lines + rows <= height - 5 }

  /// Applies another window size or another language. The caller has the region drawn.
  func change(_ theme: Theme, height: Int) {
    (self.theme, self.height) = (theme, height)
    for index in panes.indices { panes[index].layOut(again: inner) }
  }

  /// The row at the cursor of what is on top; `nil` when there is none.
  var row: Int? { panes.last?.row }

  /// The hints on the keys of the screen, whether they fit or not.
  var keyHints: [String] {
    let ofTyping = typing.map { $0.hints + $0.hintsWhileEmpty } ?? []
    return ofTyping + (panes.first?.hints(theme) ?? [])
  }

  /// Hides a text over the screen, because other content replaces it. Returns `false` when there
  /// was none.
  @discardableResult
  func closeText() -> Bool {
    guard hasTextOver else { return false }
    panes.removeLast()
    palette = nil
    redraw()
    return true
  }

  /// Hides the text over the screen, or the details. Returns `false` when there was neither.
  func close() -> Bool {
    if closeText() { return true }
    guard let screen = panes.first, screen.isOpen else { return false }
    panes[0].toggleDetails()
    redraw()
    return true
  }

  /// The answer that is typed now; `nil` while the user types commands instead.
  var typing: LiveView.Typing? { typesCommands || !isScreenOnTop ? nil : liveView?.typing }

  /// Begins or ends a search that follows each key. Returns `false` when the screen has none.
  func find(_ isOn: Bool) -> Bool {
    guard liveView?.find != nil else { return false }
    isFinding = isOn
    redraw()
    return true
  }

  /// The subject of the row at the cursor, as commands name it; `nil` without such a row.
  var subject: RowSubject? { panes.first?.subject }
  /// The keys that do something with the row at the cursor. See ``Pane/rowKeys(_:)``.
  var rowKeys: [RowKey] { panes.first?.rowKeys(theme.signs) ?? [] }

  /// Lists everything that can be done over the screen.
  func open(_ commands: CommandPalette) {
    closeText()
    show(OpenPalette(commands))
  }

  /// Filters the list of everything that can be done.
  func filterPalette(by text: String) {
    guard let palette else { return }
    panes.removeLast()
    show(OpenPalette(palette.commands, filteredBy: text))
  }

  /// Closes the list of everything that can be done. Returns `false` when it is not open.
  func closePalette() -> Bool { palette != nil && closeText() }

  private func show(_ palette: OpenPalette) {
    self.palette = palette
    panes.append(Pane(inner) { palette.view($0) })
    redraw()
  }

  /// The command that ticks the row at the cursor, or takes its tick away.
  var tick: Command? { isScreenOnTop ? panes[0].tick : nil }
  /// The command that opens what else can be done with the row at the cursor; `nil` for none.
  var onward: Command? { isScreenOnTop ? panes[0].onward : nil }
  /// How the row at the cursor of the list in front is deleted; `nil` where nothing deletes it.
  var removal: RowList.Removal? { isScreenOnTop ? panes[0].liveView.list?.removal : nil }

  /// Carries out the action of a key.
  ///
  /// - Returns: Whether the key had something to do.
  func perform(_ action: KeyBinding.Action) -> Bool {
    guard let top = panes.indices.last else { return false }
    var isDone = false
    switch action {
    case .move(let move): isDone = panes[top].move(move)
    case .filter(let step): isDone = panes[top].filter(by: step)
    case .close: return closeText()
    case .whole:
      guard let details = panes[top].details else { break }
      page(details, keys: panes[top].liveView.keys.filter(\.isOnRow))
      return true
    case .perform, .take, .reply, .onward, .onRow, .click, .tick, .remove, .find, .typeCommand,
      .explain, .palette, .putIntoLine, .nothing:
      break
    }
    tellSelection()
    return isDone
  }

  /// The effect of a click on a row of the list.
  func click(_ row: Int) -> KeyBinding.Action {
    guard let top = panes.indices.last else { return .nothing }
    defer { tellSelection() }
    return panes[top].click(row)
  }

  /// Takes the row at the cursor, or the row with this number, from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  func take(_ number: Int? = nil) throws(ListRefusal) -> Pane.Taken? {
    guard let top = panes.indices.last else { return nil }
    let taken = try panes[top].take(number)
    tellSelection()
    return taken
  }

  /// Tells the screen where the cursor is, and redraws the region unless the screen's response has
  /// already done so.
  private func tellSelection() {
    let before = redraws
    if isScreenOnTop, let command = panes[0].selection { requested.emit(command) }
    if redraws == before { redraw() }
  }

  /// Asks the screen for what is on the screen but not loaded yet: rows, and the details beside
  /// them.
  ///
  /// - Parameter isFirst: Whether nobody has heard what was asked for before.
  func requestMissing(isFirst: Bool = false) {
    if isFirst { (asked, read) = (nil, nil) }
    let details = isScreenOnTop ? panes[0].reading(theme) : nil
    if details != read {
      read = details
      if let details { requested.emit(details) }
    }
    guard let screen = panes.first, let missing = screen.missing,
      let load = screen.liveView.list?.load(missing)
    else {
      asked = nil
      return
    }
    guard missing != asked else { return }
    asked = missing
    requested.emit(load)
  }

  // MARK: - Forms

  /// The user's position in a form.
  private struct FormPlace {
    /// The name of the form.
    var name: ViewID = ""
    /// The index of the current field. The number of fields stands for the end of the form.
    var position = 0
    /// Whether the user types commands instead of fields.
    var isPaused = false
  }

  /// The form being filled in; `nil` while the user types commands instead.
  var form: Form? { place.isPaused ? nil : liveView?.form }

  /// The current field of the form.
  var field: Form.Field? { form.flatMap(field) }

  private func field(of form: Form) -> Form.Field? {
    place.position < form.fields.count ? form.fields[place.position] : nil
  }

  /// The command before one that finishes the form; `nil` for any other command.
  func tidying(before command: Command) -> Command? {
    liveView?.form.flatMap { $0.end == command ? $0.tidying : nil }
  }

  /// Moves by `step` fields.
  func moveField(by step: Int) {
    if let form { place.position = max(0, min(place.position + step, form.fields.count)) }
    redraw()
  }

  /// Switches between commands and the fields of the form, or the answer that is typed.
  func pauseForm(_ isPaused: Bool) {
    (place.isPaused, typesCommands) = (isPaused, isPaused)
    redraw()
  }

  /// Moves to the field that prevents the form from being saved: the first empty required one. If
  /// there is none, switches to commands, because no field can solve the problem.
  func seekOpenField() {
    if let form {
      place.position = form.firstOpen ?? place.position
      place.isPaused = form.firstOpen == nil
    }
    redraw()
  }

  /// Starts with the first field of the next form, even if it has the same name.
  func leaveForm() { place = FormPlace() }

  /// Starts where the form of the view begins if it is a new one.
  private func enterForm() {
    guard let form = liveView?.form else { return leaveForm() }
    if place.name != form.name {
      place = FormPlace(name: form.name, position: form.start, isPaused: form.isForReading)
    }
    place.position = min(place.position, form.fields.count)
  }

  // MARK: - Drawing

  /// Lays out the rows above the prompt, and scrolls each pane as far as needed.
  func rows() -> [RegionRow] {
    guard let last = panes.indices.last else { return [] }
    if let palette {
      let title = plain(panes[0].liveView.status.map(Margin.indented))
      return palette.rows(&panes[last], below: title, height: height, theme)
    }
    if panes[last].liveView.hidesScreen {
      // The prompt and its hints are the last two rows of the window.
      let said = last == 0 ? said : []
      let room = Room(height) - 2 - said.count
      let rows = panes[last].lines(room: room, inner, indented: Margin.indented)
      return rows + plain(Array(repeating: "", count: (room - rows.count).rows)) + said
    }
    let said = said
    if last == 0, let form {
      let fields = view(of: form).above
      return plain(said.isEmpty ? [] : [""]) + said + plain(fields.map(Margin.indented))
    }
    let asked =
      last == 0
      ? []
      : plain(panes[last].liveView.status.map(Margin.indented))
        + panes[last].lines(room: Room(2), theme)
    return panes[0].rows(above: said + asked, height: height, theme, hasCursor: last == 0)
  }

  private func plain(_ texts: [String]) -> [RegionRow] { texts.map { RegionRow(text: $0) } }

  /// The messages about the last command.
  private var said: [RegionRow] {
    plain(notices.flatMap { inner.lines($0) }.map(Margin.indented))
  }

  /// The prompt below the rows.
  var prompt: Prompt? {
    var prompt = panes.last.map(prompt)?.indented
    prompt?.signs = theme.signs
    return prompt
  }

  private func prompt(of top: Pane) -> Prompt {
    let liveView = top.liveView
    if let palette { return Prompt(palette: liveView, help: inner.hintRow(palette.hints(inner))) }
    let hints = inner.hintRow(top.hints(inner))
    guard isScreenOnTop else { return Prompt(liveView, help: hints, inner) }
    if let form {
      var prompt = prompt(of: form)
      // A picture is looked at while the text is typed.
      prompt.lastingActions[.control("o")] = liveView.actions[.control("o")]
      return prompt
    }
    if let typing {
      return Prompt(typing: typing, more: top.more(theme.strings), liveView, inner)
    }
    if isFinding, let find = liveView.find {
      let hints = liveView.hintsWhileFinding(top.row, canMove: top.canMove, theme)
      return Prompt(finding: find, liveView, help: inner.hintRow(hints), theme)
    }
    return Prompt(liveView, help: hints, inner)
  }

  /// The prompt for the current field, with the fields below it and the hint on the keys.
  private func prompt(of form: Form) -> Prompt {
    let strings = inner.strings
    let signs = inner.signs
    let id = ViewID("field", form.name, place.position)
    let formPlace = ViewID("form", form.name)
    let view = view(of: form)
    guard let field = field(of: form) else {
      return Prompt(
        id: id, place: formPlace, text: view.label, actions: [.named(.enter): .perform(form.end)],
        isField: true, isCommandLine: false,
        help: view.below + [inner.hint(strings.formEndKeys(signs))])
    }
    let keys = strings.keys(of: field, leaves: form.isBlank, signs)
    let help = view.below + [inner.hint(keys)]
    if let values = field.values {
      let shown = (field.shownText ?? field.text).sanitisedLine
      let text = shown.isEmpty ? inner.palette.faint(strings.needed) : shown
      return Prompt(
        id: id, place: formPlace, text: view.label + "\(signs.earlier) \(text) \(signs.later) ",
        actions: [
          .named(.left): .perform(values.previous), .named(.right): .perform(values.next),
        ], isField: true, isCommandLine: false, suggestions: field.suggestions, help: help)
    }
    return Prompt(
      id: id, place: formPlace, text: view.label, prefilled: field.text,
      isSelected: field.isValue, isMultiline: field.isMultiline, isField: true,
      digits: field.digits, isCommandLine: false, note: field.emptyNote(strings),
      suggestions: field.suggestions, help: help)
  }

  private func view(of form: Form) -> FormView {
    // One row of the screen stays free for text that scrolls up, and one is for the hint. Messages
    // have a blank row above them.
    let taken = said.isEmpty ? 0 : said.count + 1
    return FormView(form, at: place.position, inner, room: Room(height) - 2 - taken)
  }
}

extension Prompt {
  /// The hint after the text of a field: the effect of Enter alone, or the rest of a suggestion.
  func hint(behind buffer: EditBuffer) -> Hint? {
    let text = buffer.text
    if text.isEmpty { return note.isEmpty ? nil : Hint(text: note, continues: false) }
    guard buffer.isAtEnd,
      let match = suggestions.first(where: { $0.hasPrefix(text) && $0.count > text.count })
    else { return nil }
    return Hint(text: String(match.dropFirst(text.count)), continues: true)
  }
}

extension Theme {
  /// As many hints as fit in a row, starting with the first.
  fileprivate func hint(_ parts: [String]) -> String {
    let row = parts.dropFirst().reduce(parts.first ?? "") { row, part in
      let longer = row + " \(signs.separator) " + part
      return displayWidth(longer) <= columns ?? .max ? longer : row
    }
    return palette.faint(cut(row))
  }
}

extension Strings {
  fileprivate func keys(of field: Form.Field, leaves: Bool, _ signs: Signs) -> [String] {
    var keys: [String] = []
    if field.digits > 0 {
      keys.append(self("1-\(field.digits) answer", "1-\(field.digits) 正解を選ぶ"))
    }
    if field.handsIn {
      keys.append(self("Enter hand in", "Enter 完了"))
    } else {
      keys.append(self("Enter next", "Enter 次へ"))
      if field.values != nil {
        keys.append(self("\(signs.leftRight) another", "\(signs.leftRight) 変更"))
      } else if !field.suggestions.isEmpty {
        let texts = field.suggestions.map(\.sanitisedLine)
        let decks = (texts.prefix(5) + (texts.count > 5 ? [signs.cut] : [])).joined(separator: ", ")
        keys.append(self("\(signs.toRight) completes: \(decks)", "\(signs.toRight) 補完: \(decks)"))
      }
      keys.append(self("Ctrl-S hand in", "Ctrl-S 完了"))
    }
    keys.append(self("\(signs.upDown) field", "\(signs.upDown) 移動"))
    keys.append(leaves ? self("Esc back", "Esc 戻る") : commandsKey)
    if field.isMultiline { keys.append(self("Alt-Enter new line", "Alt-Enter 改行")) }
    keys.append(self("Ctrl-X Ctrl-E editor", "Ctrl-X Ctrl-E エディター"))
    return keys
  }

  fileprivate func formEndKeys(_ signs: Signs) -> [String] {
    [
      self("Enter does it", "Enter 実行"), self("\(signs.upDown) field", "\(signs.upDown) 移動"),
      commandsKey,
    ]
  }

  private var commandsKey: String { self("Esc commands", "Esc コマンド") }
}

extension LiveView {
  /// The view of a question of the program with its two answers, yes first.
  init(_ question: YesNo, _ theme: Theme) {
    let strings = theme.strings
    self.init(over: ViewID("ask", question.text), label: theme.prompt(strings.yesOrNo))
    status = theme.lines(theme.palette.warning(question.text))
    list = RowList(
      id: subject, count: 2, start: question.standard ? 0 : 1,
      lines: { row, _ in [row == 0 ? strings.yes : strings.no] })
    keys = [
      .take(hint: strings("Enter choose", "Enter 決定")),
      .moves(hint: theme.signs.upDown + strings(" yes or no", " はい・いいえ")),
      .reply("y", true, hint: strings("y yes", "y はい")),
      .reply("n", false, hint: strings("n no", "n いいえ")),
      KeyBinding(hint: strings.escapeNo),
    ]
  }

  /// The view of a long text to page through. Its keys are those of `less`.
  init(pages lines: [String], keys own: [KeyBinding], _ theme: Theme) {
    self.init(over: "pages", label: theme.palette.heading(": "))
    hidesScreen = true
    body = lines
    keys = KeyBinding.pager(theme, closing: .close) + own
  }
}

extension KeyBinding {
  /// A letter that answers at once, as a small and a capital letter, in half and in full width.
  fileprivate static func reply(_ letter: String, _ isYes: Bool, hint: String) -> KeyBinding {
    let letters = [letter, letter.uppercased()]
    let keys = (letters + letters.map(\.fullWidth)).map { Key.text($0) }
    return KeyBinding(keys, .reply(isYes), hint: hint)
  }
}

extension Strings {
  var escapeNo: String { self("Esc no", "Esc いいえ") }
  fileprivate var yesOrNo: String { self("yes or no", "はい・いいえ") }
  fileprivate var yes: String { self("Yes", "はい") }
  fileprivate var no: String { self("No", "いいえ") }
}

/// All fields of a form, one below the other. The current field is the prompt, so its row is
/// missing here. It is between the rows above and the rows below.
private struct FormView {
  private(set) var above: [String] = []
  private(set) var below: [String] = []
  /// The label before the text of the current field.
  let label: String

  /// - Parameters:
  ///   - position: The index of the current field. The number of fields stands for the end of the
  ///     form.
  ///   - room: The number of rows, including those of the current field. Rows that do not fit are
  ///     scrolled away.
  init(_ form: Form, at position: Int, _ theme: Theme, room: Room) {
    let cursor = theme.signs.cursor + " "
    let margin = String(repeating: " ", count: displayWidth(cursor))
    let labelCells = form.fields.map { displayWidth($0.label) }.max() ?? 0
    func label(_ field: Form.Field) -> String { field.label.padded(to: labelCells) }
    let isAtEnd = position >= form.fields.count
    self.label =
      isAtEnd
      ? theme.prompt(cursor + form.endLabel)
      : theme.palette.heading(cursor + label(form.fields[position]))

    var rows = form.head.map { theme.cut($0) }
    for field in form.fields {
      let room = (theme.columns ?? 80) - displayWidth(margin) - labelCells
      rows.append(margin + label(field) + field.view(theme, columns: max(1, room)))
    }
    rows.append(margin + theme.palette.faint(form.endLabel))
    let current = form.head.count + min(position, form.fields.count)
    let taken = isAtEnd ? 1 : Self.rows(of: form.fields[position], after: self.label, theme)
    // The text takes one of the rows that are counted.
    let room = max(1, (room - (taken - 1)).rows)
    let first = max(0, min(current - room / 2, rows.count - room))
    let end = min(rows.count, first + room)
    above = Array(rows[first..<current])
    below = Array(rows[(current + 1)..<end])
    if first > 0, !above.isEmpty {
      above[0] = theme.palette.faint("\(theme.signs.above) \(first + 1)")
    }
    if end < rows.count, !below.isEmpty {
      below[below.count - 1] = theme.palette.faint(
        "\(theme.signs.below) \(rows.count - end + 1)")
    }
    if room > rows.count { above.insert("", at: 0) }
  }

  /// The rows that the text of a field takes at the prompt.
  private static func rows(of field: Form.Field, after label: String, _ theme: Theme) -> Int {
    // The prompt has a margin, and its rows leave the last column free, which the look leaves too.
    let columns = (theme.columns ?? 80) + Margin.blanks.count + 1
    return TextLayout(
      EditBuffer(field.text), prompt: Margin.indented(label), columns: columns, theme.ambiguous
    ).rows.count
  }
}

extension Form.Field {
  /// The text on one line.
  fileprivate func view(_ theme: Theme, columns: Int) -> String {
    let text = (shownText ?? text).sanitisedLine
    if !text.isEmpty { return theme.fitted(text, to: columns) }
    return theme.palette.faint(theme.fitted(emptyNote(theme.strings), to: columns))
  }
}
