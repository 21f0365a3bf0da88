import QuizSupport
import Signals

/// The content of the region at the bottom of the terminal: a stack of layers. The screen in front
/// is the lowest layer. An explanation or a question over it is on top.
final class LiveRegion {
  /// Emits when the region is to be drawn again.
  var changes: Signal<Void> { changed.signal }

  /// Emits the commands that load rows that are on the screen but not loaded yet, and those that
  /// tell the screen where the cursor is.
  var requests: Signal<Command> { requested.signal }

  /// The messages about the last command.
  private(set) lazy var notices = Notices { [unowned self] in changed.emit(()) }

  /// The question that waits for yes or no.
  private(set) var question: YesNo?
  /// Whether the line is a search that follows each key.
  private(set) var isFinding = false
  /// Everything that can be done, while it is listed over the screen.
  private(set) var palette: OpenPalette?

  private(set) var theme: Theme
  /// The height of the window in rows.
  private var height: Int
  /// The layers from the bottom up. The lowest is the screen in front.
  private var layers: [Layer] = []
  /// Where the cursor was in lists that the user has left, by the list's identity. Forgotten on the
  /// first screen.
  private var left: [String: Viewport] = [:]
  private var walk = FormWalk()
  /// Whether the user types commands instead of the answer that the screen asks for.
  private var typesCommands = false
  /// The rows that were asked for last, so that nothing is asked for twice.
  private var asked: ListWindow?
  /// The command that last read the details beside the list.
  private var read: Command?
  private var isDrawn = false
  private let changed = PublishSubject<Void>()
  private let requested = PublishSubject<Command>()

  init(theme: Theme, height: Int) {
    (self.theme, self.height) = (theme, height)
  }

  /// The view of the screen in front.
  var liveView: LiveView? { layers.first?.liveView }
  /// The look for the content of the region, which has a margin at the left.
  var inner: Theme { Margin.inner(theme) }
  /// Whether a text fills the window.
  var isCovered: Bool { palette == nil && layers.last?.liveView.hidesScreen == true }
  /// Whether nothing covers the screen.
  private var isScreenOnTop: Bool { layers.count == 1 }

  // MARK: - Layers

  /// Shows the view of another state of the screen in front.
  func show(_ next: LiveView) {
    if next.question != liveView?.question {
      typesCommands = false
      if palette != nil { closeText() }
    }
    if next.find == nil { isFinding = false }
    if layers.isEmpty { layers = [Layer(next)] }
    if let gone = layers[0].show(next, kept: { next.isFirst ? nil : left[$0] }) {
      left[gone.list] = gone.viewport
    }
    if next.isFirst { left = [:] }
    if let replaced = next.list?.replaces { left[replaced] = nil }
    enterForm()
    changed.emit(())
  }

  /// Asks `question`; `nil` withdraws it.
  func ask(_ question: YesNo?) {
    guard self.question != nil || question != nil else { return }
    layers.removeAll { $0.liveView.isOverScreen && !$0.liveView.hidesScreen }
    self.question = question
    if let question {
      closeText()
      layers.append(Layer(inner) { LiveView(question, $0) })
    }
    enterForm()
    changed.emit(())
  }

  /// Shows a text in the whole window, to be paged through.
  func page(_ text: @escaping (Theme) -> [String]) {
    closeText()
    layers.append(Layer(inner) { LiveView(pages: text($0), $0) })
    changed.emit(())
  }

  /// Whether a text of so many lines fits above the prompt and the region's own `rows`, with one
  /// row of the earlier content left above it.
  func fits(_ lines: Int, above rows: Int) -> Bool { lines + rows <= height - 5 }

  /// Applies another window size or another language. The caller has the region drawn.
  func change(_ theme: Theme, height: Int) {
    (self.theme, self.height) = (theme, height)
    for index in layers.indices { layers[index].layOut(again: inner) }
  }

  /// The row at the cursor of what is on top; `nil` when there is none.
  var row: Int? { layers.last?.row }

  /// The hints on the keys of the screen, whether they fit or not.
  var keyHints: [String] {
    let ofTyping = typing.map { $0.hints + $0.hintsWhileEmpty } ?? []
    return ofTyping + (layers.first?.hints(theme) ?? [])
  }

  /// Hides a text over the screen, because other content replaces it. Returns `false` when there
  /// was none.
  @discardableResult
  func closeText() -> Bool {
    guard layers.last?.liveView.hidesScreen == true else { return false }
    layers.removeLast()
    palette = nil
    changed.emit(())
    return true
  }

  /// Hides the text over the screen, or the details. Returns `false` when there was neither.
  func close() -> Bool {
    if closeText() { return true }
    guard let screen = layers.first, screen.isOpen else { return false }
    layers[0].toggleDetails()
    changed.emit(())
    return true
  }

  /// The form being filled in; `nil` while the user types commands instead.
  var form: Form? { walk.isPaused ? nil : liveView?.form }

  /// The current field of the form.
  var field: Form.Field? {
    form.flatMap { walk.position < $0.fields.count ? $0.fields[walk.position] : nil }
  }

  /// The answer that is typed now; `nil` while the user types commands instead.
  var typing: LiveView.Typing? { typesCommands || !isScreenOnTop ? nil : liveView?.typing }

  /// The command before one that finishes the form; `nil` for any other command.
  func tidying(before command: Command) -> Command? {
    liveView?.form.flatMap { $0.end == command ? $0.tidying : nil }
  }

  /// Moves by `step` fields.
  func moveField(by step: Int) {
    if let form { walk.move(by: step, in: form) }
    changed.emit(())
  }

  /// Switches between commands and the fields of the form, or the answer that is typed.
  func pauseForm(_ isPaused: Bool) {
    (walk.isPaused, typesCommands) = (isPaused, isPaused)
    changed.emit(())
  }

  /// Moves to the field that prevents the form from being saved.
  func seekOpenField() {
    if let form { walk.seekOpenField(of: form) }
    changed.emit(())
  }

  /// Starts with the first field of the next form, even if it has the same name.
  func leaveForm() { walk = FormWalk() }

  private func enterForm() {
    if let form = liveView?.form { walk.enter(form) } else { leaveForm() }
  }

  /// Begins or ends a search that follows each key. Returns `false` when the screen has none.
  func find(_ isOn: Bool) -> Bool {
    guard liveView?.find != nil else { return false }
    isFinding = isOn
    changed.emit(())
    return true
  }

  /// The subject of the row at the cursor, as commands name it; `nil` without such a row.
  var subject: RowSubject? { layers.first?.subject }
  /// The keys that do something with the row at the cursor. See ``Layer/rowKeys(_:)``.
  var rowKeys: [RowKey] { layers.first?.rowKeys(theme.signs) ?? [] }

  /// Lists everything that can be done over the screen.
  func open(_ commands: CommandPalette) {
    closeText()
    show(OpenPalette(commands))
  }

  /// Filters the list of everything that can be done.
  func filterPalette(by text: String) {
    guard let palette else { return }
    layers.removeLast()
    show(OpenPalette(palette.commands, filteredBy: text))
  }

  /// Closes the list of everything that can be done. Returns `false` when it is not open.
  func closePalette() -> Bool { palette != nil && closeText() }

  private func show(_ palette: OpenPalette) {
    self.palette = palette
    layers.append(Layer(inner) { palette.view($0) })
    changed.emit(())
  }

  /// The command that ticks the row at the cursor, or takes its tick away.
  var tick: Command? { isScreenOnTop ? layers[0].tick : nil }
  /// The command that opens what else can be done with the row at the cursor; `nil` for none.
  var onward: Command? { isScreenOnTop ? layers[0].onward : nil }
  /// How the row at the cursor of the list in front is deleted; `nil` where nothing deletes it.
  var removal: RowList.Removal? { isScreenOnTop ? layers[0].liveView.list?.removal : nil }

  /// Carries out the action of a key.
  ///
  /// - Returns: Whether the key had something to do.
  func perform(_ action: KeyBinding.Action) -> Bool {
    guard let top = layers.indices.last else { return false }
    var isDone = false
    switch action {
    case .move(let move): isDone = layers[top].move(move)
    case .filter(let step): isDone = layers[top].filter(by: step)
    case .close: return closeText()
    case .whole:
      guard let details = layers[top].details else { break }
      page(details)
      return true
    case .perform, .take, .reply, .onward, .click, .tick, .remove, .find, .typeCommand, .explain,
      .palette, .putIntoLine, .nothing:
      break
    }
    tellSelection()
    return isDone
  }

  /// The effect of a click on a row of the list.
  func click(_ row: Int) -> KeyBinding.Action {
    guard let top = layers.indices.last else { return .nothing }
    defer { tellSelection() }
    return layers[top].click(row)
  }

  /// Takes the row at the cursor, or the row with this number, from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  func take(_ number: Int? = nil) throws(ListRefusal) -> Layer.Taken? {
    guard let top = layers.indices.last else { return nil }
    let taken = try layers[top].take(number)
    tellSelection()
    return taken
  }

  /// Tells the screen where the cursor is, and redraws the region unless the screen's response has
  /// already done so.
  private func tellSelection() {
    isDrawn = false
    if isScreenOnTop, let command = layers[0].selection { requested.emit(command) }
    if !isDrawn { changed.emit(()) }
  }

  /// Asks the screen for what is on the screen but not loaded yet: rows, and the details beside
  /// them.
  ///
  /// - Parameter isFirst: Whether nobody has heard what was asked for before.
  func requestMissing(isFirst: Bool = false) {
    if isFirst { (asked, read) = (nil, nil) }
    let details = isScreenOnTop ? layers[0].reading(theme) : nil
    if details != read {
      read = details
      if let details { requested.emit(details) }
    }
    guard let screen = layers.first, let missing = screen.missing,
      let load = screen.liveView.list?.load
    else {
      asked = nil
      return
    }
    guard missing != asked else { return }
    asked = missing
    requested.emit(load(missing))
  }

  // MARK: - Drawing

  /// The rows above the prompt.
  func rows() -> [RegionRow] {
    isDrawn = true
    return drawing.rows(of: layers)
  }

  /// The prompt below the rows.
  var prompt: Prompt? { drawing.prompt(of: layers)?.indented }

  private var drawing: RegionDrawing {
    RegionDrawing(
      theme: theme, height: height, notices: notices.lines, form: form, walk: walk,
      typing: typing, isFinding: isFinding, palette: palette)
  }
}
