import QuizKit
import QuizSupport

extension SyncOutcome {
  /// One line with the result of the exchange.
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let counts = [
      (published, strings("\(published) sent", "送信 \(published) 件")),
      (received, strings("\(received) received", "受信 \(received) 件")),
      (
        replaced,
        strings("\(replaced) replaced (see “sync log”)", "置き換え \(replaced) 件(sync log で確認)")
      ),
    ]
    var parts = counts.filter { $0.0 > 0 }.map(\.1)
    if errors > 0 { parts.append(strings("not complete", "一部失敗")) }
    let what =
      parts.isEmpty
      ? strings("nothing new", "変更なし") : parts.joined(separator: strings(", ", "、"))
    let others =
      devices == 0
      ? strings("no other device yet", "ほかのデバイスなし")
      : strings(devices == 1 ? "1 device" : "\(devices) devices", "ほかのデバイス \(devices) 台")
    return theme.lines(
      strings(
        "Synchronized with \(folder.sanitisedLine) (\(others)): \(what).",
        "\(folder.sanitisedLine) と同期しました(\(others)):\(what)。"))
  }
}

extension SyncStatus {
  func view(_ theme: Theme) -> [String] {
    guard !folders.isEmpty else {
      return theme.lines(theme.strings(SyncRefusal.nowhere))
    }
    return folders.flatMap { $0.view(theme) }
  }
}

extension SyncStatus.Folder {
  fileprivate func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = theme.lines(palette.heading(path.sanitisedLine))
    var facts = [strings("this device: \(name.sanitisedLine)", "このデバイス: \(name.sanitisedLine)")]
    if isQuestionsOnly { facts.append(strings("questions only", "質問のみ")) }
    if isReadOnly { facts.append(strings("gives nothing", "受信のみ")) }
    if isAutomatic { facts.append(strings("at start and end", "起動時と終了時に同期")) }
    if let publishing { facts.append(strings("\(publishing) to send", "未送信 \(publishing) 件")) }
    lines += theme.lines("  " + facts.joined(separator: strings(", ", "、")), indent: 2)
    if let refusal { lines += theme.lines("  " + strings(refusal), indent: 2) }
    for device in devices { lines += theme.lines("  " + device.line(strings), indent: 2) }
    return lines
  }
}

extension SyncStatus.Device {
  fileprivate func line(_ strings: Strings) -> String {
    let name = name?.sanitisedLine ?? deviceID
    let seen =
      seenAt.map { strings("last seen \($0.minute)", "最終受信 \($0.minute)") }
      ?? strings("not read yet", "未受信")
    let wait = unread > 0 ? strings(", \(unread) to receive", "、未受信 \(unread) 件") : ""
    return strings("\(name): \(seen)", "\(name): \(seen)") + wait
  }
}

extension SyncLog {
  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    guard !items.isEmpty else {
      return theme.lines(
        strings(
          "No text of this device was replaced by another one.", "ほかのデバイスの変更で置き換えられた内容はありません。"))
    }
    var lines = theme.lines(
      palette.heading(
        strings("Replaced by other devices: \(total)", "ほかのデバイスの変更で置き換えられた内容 : \(total) 件")))
    for item in items {
      lines += theme.lines("\(item.number). ".padded(to: 4, .trailing) + item.sentence(strings))
      lines += theme.lines("    " + item.text.sanitisedLine, indent: 4)
    }
    return lines
      + theme.lines(
        palette.faint(strings("“sync restore N” puts one back.", "sync restore N で元に戻します。")))
  }
}

extension SyncLog.Item {
  fileprivate func sentence(_ strings: Strings) -> String {
    let part = "\(strings.name(of: kind, field: field))"
    let of = record.map { "“\($0.sanitisedLine)”" } ?? strings("something deleted", "")
    let what = record.map { "「\($0.sanitisedLine)」" } ?? "削除済みの項目"
    let by = device.sanitisedLine
    return strings(
      "your \(part) of \(of) was replaced by \(by)'s on \(replacedAt.minute)",
      "\(what)の\(part):\(by) の変更で置き換え(\(replacedAt.minute))")
  }
}

extension SyncRestoration {
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let part = strings.name(of: item.kind, field: item.field)
    return theme.lines(
      strings(
        "Your \(part) is back: \(item.text.sanitisedLine)",
        "\(part)を元に戻しました:\(item.text.sanitisedLine)"))
  }
}

extension SyncFarewell {
  func view(_ theme: Theme) -> [String] {
    theme.lines(
      theme.strings(
        "\(folder.sanitisedLine) is no longer synchronized.",
        "\(folder.sanitisedLine) との同期をやめました。"))
  }
}

extension Strings {
  /// The name of a field for people; the field's own name if people never see it.
  fileprivate func name(of kind: RecordKind, field: String) -> String {
    switch (kind, field) {
    case (.question, "content.text"): self("text", "質問文")
    case (.question, "content.choices"): self("choices", "選択肢と正解")
    case (.question, "content.commentary"): self("commentary", "解説")
    case (.question, "content.tags"): self("tags", "タグ")
    case (.question, "content.title"), (.note, "title"): self("title", "題名")
    case (_, "deckID"): self("deck", "問題集")
    case (.note, "body"): self("text", "本文")
    case (_, "name"): self("name", "名前")
    case (.exam, "blueprint.sections"): self("sections", "分野")
    case (.exam, "blueprint.passMark"): self("pass mark", "合格点")
    case (.exam, "blueprint.timeLimit"): self("time", "制限時間")
    case (.exam, "blueprint.marks"): self("marks", "配点")
    default: field
    }
  }
}
