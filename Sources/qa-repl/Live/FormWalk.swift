/// The user's position in a form.
struct FormWalk {
  private(set) var name = ""
  /// The index of the current field. The number of fields stands for the end of the form.
  private(set) var position = 0
  /// Whether the user types commands instead of fields.
  var isPaused = false

  /// Starts where `form` begins if it is a new form.
  mutating func enter(_ form: Form) {
    if name != form.name { self = FormWalk(form) }
    position = min(position, form.fields.count)
  }

  mutating func move(by step: Int, in form: Form) {
    position = max(0, min(position + step, form.fields.count))
  }

  /// Moves to the first empty required field. If there is none, switches to commands, because no
  /// field can solve the problem.
  mutating func seekOpenField(of form: Form) {
    position = form.firstOpen ?? position
    isPaused = form.firstOpen == nil
  }

  /// The rows above the current field.
  func rows(above form: Form, _ theme: Theme, height: Int) -> [String] {
    view(form, theme, height).above
  }

  /// The prompt for the current field, with the fields below it and the hint on the keys.
  ///
  /// - Parameter height: The rows of the screen.
  func prompt(_ form: Form, _ theme: Theme, height: Int) -> Prompt {
    let id = "\(form.name) field \(position)"
    let place = "form " + form.name
    let view = view(form, theme, height)
    guard position < form.fields.count else {
      return Prompt(
        id: id, place: place, text: view.label, actions: [.named(.enter): .perform(form.end)],
        isField: true,
        isCommandLine: false,
        help: view.below + [theme.hint(theme.strings.formEndKeys(theme.signs))])
    }
    let field = form.fields[position]
    let keys = theme.strings.keys(of: field, leaves: form.isBlank, theme.signs)
    let help = view.below + [theme.hint(keys)]
    if let values = field.values {
      let shown = (field.shownText ?? field.text).sanitisedLine
      let text = shown.isEmpty ? theme.palette.faint(theme.strings.needed) : shown
      return Prompt(
        id: id, place: place,
        text: view.label + "\(theme.signs.earlier) \(text) \(theme.signs.later) ",
        actions: [
          .named(.left): .perform(values.previous), .named(.right): .perform(values.next),
        ], isField: true, isCommandLine: false, suggestions: field.suggestions, help: help)
    }
    return Prompt(
      id: id, place: place, text: view.label, prefilled: field.text, isSelected: field.isValue,
      isMultiline: field.isMultiline, isField: true, digits: field.digits,
      isCommandLine: false,
      note: field.emptyNote(theme.strings), suggestions: field.suggestions, help: help)
  }

  private func view(_ form: Form, _ theme: Theme, _ height: Int) -> FormView {
    // One row of the screen stays free for text that scrolls up, and one is for the hint. A long
    // text takes more rows than one.
    let field = position < form.fields.count ? form.fields[position] : nil
    let rows = field.map { theme.lines($0.label + $0.text).count } ?? 1
    return FormView(form, at: position, theme, room: Room(height) - 1 - rows)
  }
}

extension FormWalk {
  private init(_ form: Form) {
    (name, position, isPaused) = (form.name, form.start, form.isForReading)
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
        let decks = (texts.prefix(5) + (texts.count > 5 ? [".."] : [])).joined(separator: ", ")
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
