/// The keys at a prompt and what they do, for the manual page and for a user who asks.
struct KeyHelp {
  let keys: String
  let meaning: String
  /// Whether the keys have this effect on every screen, so that the guide of each names them.
  var isGeneral = false
  /// Whether they take a row of a list.
  var takesRow = false

  /// All keys, in the order in which one needs them.
  static func all(_ strings: Strings) -> [KeyHelp] {
    [
      KeyHelp(
        keys: "1-9", meaning: strings("answer a question at once", "その場で回答")),
      KeyHelp(
        keys: "a-i, ア-ケ",
        meaning: strings("answer a question, with Enter", "Enter で回答")),
      KeyHelp(
        keys: "t, f, y, n",
        meaning: strings(
          "with Enter, answer true or false, yes or no",
          "Enter で「正しい・誤り」「はい・いいえ」を回答(正、誤なども可)")),
      KeyHelp(
        keys: strings("a number", "番号"),
        meaning: strings("go to that row of a list, with Enter", "Enter で一覧のその行へ移動"),
        isGeneral: true, takesRow: true),
      KeyHelp(
        keys: ":",
        meaning: strings("begin a command where keys answer", "キーで答える画面でのコマンド入力"),
        isGeneral: true),
      KeyHelp(keys: "/", meaning: strings("search the questions", "質問を検索"), isGeneral: true),
      KeyHelp(
        keys: "?", meaning: strings("the keys and the commands of the screen", "画面のキーとコマンドの説明")),
      KeyHelp(keys: "y, n", meaning: strings("answer a yes or no at once", "「はい・いいえ」をその場で回答")),
      KeyHelp(
        keys: "Right",
        meaning: strings(
          "the rest of a row, or the next value between two arrows",
          "行の続き、または ‹ › の間の次の値")),
      KeyHelp(
        keys: "Left",
        meaning: strings(
          "the value before; otherwise back, in a quiz to the question before",
          "前の値。ほかでは前の画面へ(クイズでは前の質問へ)")),
      KeyHelp(keys: "Del", meaning: strings("delete the row, after a question", "確認してから行を削除")),
      KeyHelp(keys: "Ctrl-S", meaning: strings("hand in a form", "フォームを完了")),
      KeyHelp(
        keys: "PgUp, PgDn, Home, End",
        meaning: strings("go through lists and long texts", "一覧や長い文章の中を移動"), isGeneral: true),
      KeyHelp(
        keys: "Space, b, g, G, q",
        meaning: strings(
          "a long text, as in less: the next page, the one before, its start and end, close it",
          "長い文章で、次のページ、前のページ、先頭、末尾、終了")),
      KeyHelp(
        keys: "Tab",
        meaning: strings(
          "everything that can be done here; typing filters it, Enter does it",
          "ここでできることの一覧。文字で絞り込み、Enter で実行"),
        isGeneral: true),
      KeyHelp(
        keys: "Tab, Shift-Tab",
        meaning: strings("complete a word, and go round the candidates", "入力中の言葉を補完、候補を順に選択"),
        isGeneral: true),
      KeyHelp(keys: "Right, End", meaning: strings("accept the dim hint", "薄い文字の候補を確定")),
      KeyHelp(
        keys: "Up, Down",
        meaning: strings("the row above or below, then the history", "上下の行、その先は履歴")),
      KeyHelp(
        keys: "Ctrl-P, Ctrl-N",
        meaning: strings("go through the lines typed before", "前に入力した行を順に表示"), isGeneral: true),
      KeyHelp(
        keys: "Ctrl-R",
        meaning: strings(
          "search the lines typed before; again for older ones", "前に入力した行を検索。もう一度でさらに前の候補"),
        isGeneral: true),
      KeyHelp(
        keys: "Ctrl-A, Ctrl-E, Ctrl-Left, Ctrl-Right",
        meaning: strings("to the ends of the line, by words", "行頭・行末へ、単語ごとに移動")),
      KeyHelp(
        keys: "Ctrl-W, Alt-D, Ctrl-U, Ctrl-K",
        meaning: strings("cut a word or the rest of the line", "単語や行の残りを切り取り")),
      KeyHelp(
        keys: "Ctrl-Y", meaning: strings("paste the text that was cut last", "最後に切り取った文字を貼り付け")),
      KeyHelp(
        keys: "Ctrl-_, Alt-_",
        meaning: strings(
          "undo and redo within the line; Ctrl-_ after a deletion brings it back",
          "入力の取り消し、取り消しを戻す。削除直後の Ctrl-_ は削除の取り消し")),
      KeyHelp(
        keys: "Alt-Enter, Ctrl-J",
        meaning: strings("a new line in a text of several lines", "複数行の文章で改行")),
      KeyHelp(
        keys: "Ctrl-X Ctrl-E",
        meaning: strings("open the text of a field in your editor", "入力欄の文章をエディターで編集")),
      KeyHelp(
        keys: "Esc",
        meaning: strings("cancel, leave the form or the screen", "キャンセル、フォームや画面から戻る"),
        isGeneral: true),
      KeyHelp(
        keys: "Ctrl-C",
        meaning: strings(
          "clear the line, then leave; twice at the start: end", "行を消去、前の画面へ。最初の画面で 2 回押すと終了"),
        isGeneral: true),
      KeyHelp(
        keys: "Ctrl-D",
        meaning: strings("leave the screen; at the start: end", "前の画面へ。最初の画面では終了")),
      KeyHelp(
        keys: strings("mouse", "マウス"),
        meaning: strings(
          "a click on a choice or a row moves there, the next one takes it, "
            + "the wheel moves through the rows; hold Shift to select text as usual, "
            + "or leave the mouse to the terminal by --no-mouse",
          "1 回目のクリックで選択肢や行へ移動、2 回目で決定。ホイールで行を移動。"
            + "文字の選択は Shift を押しながら。--no-mouse でマウスを使わない")),
      KeyHelp(
        keys: "Ctrl-L, Ctrl-Z", meaning: strings("redraw, pause the program", "再描画、プログラムの中断")),
    ]
  }
}
