import QuizKit

extension Stage {
  /// The management goes through the questions in place; a form is filled in field by field.
  init(_ state: ManageState, _ look: Look) {
    self.init(screen: .manage, look)
    body = state.view(look)
    subject = "manage \(body ?? [])"
    if state.editing {
      question = "manage edit"
      form = Form(
        state.fields, name: "edit \(state.index)", end: "save", endLabel: look.strings.saves,
        look.strings)
      help = look.strings.pausedFormKeys
    } else if state.index > 0 {
      shortcuts = [.named(.left): "<<", .named(.right): ">>", .named(.enter): "edit"]
      help = look.strings.manageKeys
    }
  }

  /// The form for a new question.
  init(_ state: RegisterState, _ look: Look) {
    self.init(screen: .register, look)
    body = state.view(look)
    subject = "register \(body ?? [])"
    form = Form(
      state.fields, name: "register", end: "register", endLabel: look.strings.registers,
      look.strings)
    help = look.strings.pausedFormKeys
  }
}

extension Stage {
  /// The list of notes is printed; an open note stays in place and has two fields.
  init(_ state: NotesState, _ look: Look) {
    self.init(screen: .notes, look)
    guard let note = state.note else {
      for item in state.items where (1...9).contains(item.number) {
        shortcuts[.text(String(item.number))] = "open \(item.number)"
      }
      return
    }
    body = state.view(look)
    subject = "note \(body ?? [])"
    question = "note"
    form = Form(note, look.strings)
    help = look.strings.pausedFormKeys
  }
}

extension Strings {
  var saves: String { self("Save? [Enter]> ", "保存しますか? [Enter]> ") }
  fileprivate var registers: String { self("Register? [Enter]> ", "登録しますか? [Enter]> ") }

  fileprivate var manageKeys: String {
    self("<- ->, Enter edit, Tab more", "<- ->・Enter 編集・Tab 一覧")
  }

  fileprivate var pausedFormKeys: String {
    self("Enter back to the fields, Tab more", "Enter 入力に戻る・Tab 一覧")
  }
}
