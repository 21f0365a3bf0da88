/// The keys at a prompt and what they do, for the manual page.
enum KeyHelp {
  static func rows(_ strings: Strings) -> [(keys: String, meaning: String)] {
    [
      ("1-9, a-i, ア-ケ", strings("answer a question at once", "その場で質問に答える")),
      (
        "t, f, y, n",
        strings(
          "with Enter, answer true or false, yes or no",
          "Enter で、正しいか誤りか、はいかいいえかを答える(正、誤なども可)")
      ),
      (":", strings("begin a command where keys answer", "キーで答える画面でコマンドを入力する")),
      ("?", strings("the keys and the commands of the screen", "画面のキーとコマンドの説明")),
      ("y, n", strings("answer a yes or no at once", "「はい・いいえ」にその場で答える")),
      (
        "Left, Right",
        strings(
          "what a list shows, or back and on; in a quiz the question before and after",
          "一覧の絞り込み、または戻る・進む。クイズでは前後の質問へ")
      ),
      (
        "Space, b, g, G, q",
        strings(
          "a long text, as in less: the next page, the one before, its start and end, close it",
          "長い文章で次のページ、前のページ、先頭、末尾、閉じる")
      ),
      (
        "Tab",
        strings(
          "everything that can be done here; typing filters it, Enter does it",
          "ここでできることの一覧。文字で絞り込み、Enter で実行")
      ),
      (
        "Tab, Shift-Tab",
        strings("complete a word, and go round the candidates", "入力中の言葉を補完し、候補を順に選ぶ")
      ),
      ("Right, End", strings("accept the dim hint", "薄い文字の続きを取り込む")),
      ("Up, Down", strings("the row above or below, then the history", "上下の行、その先は履歴")),
      ("Ctrl-R", strings("search the history; again for older lines", "履歴を検索。もう一度で前の候補")),
      (
        "Ctrl-A, Ctrl-E, Ctrl-Left, Ctrl-Right",
        strings("to the ends of the line, by words", "行頭・行末へ、単語ごとに移動")
      ),
      (
        "Ctrl-W, Alt-D, Ctrl-U, Ctrl-K",
        strings("cut a word or the rest of the line", "単語や行の残りを切り取る")
      ),
      ("Ctrl-Y", strings("paste the text that was cut last", "最後に切り取ったものを貼り付ける")),
      ("Ctrl-_, Alt-_", strings("undo and redo within the line", "入力の取り消しとやり直し")),
      ("Alt-Enter, Ctrl-J", strings("a new line in a text of several lines", "複数行の文章で改行")),
      (
        "Ctrl-X Ctrl-E",
        strings("open the text of a field in your editor", "入力欄の文章を好みのエディタで開く")
      ),
      ("Esc", strings("cancel, leave the form or the screen", "取り消す、フォームや画面を離れる")),
      (
        "Ctrl-C",
        strings(
          "clear the line, then leave; twice at the start: end", "行を消す、画面を離れる。最初の画面で 2 回なら終了")
      ),
      ("Ctrl-D", strings("leave the screen; at the start: end", "画面を離れる。最初の画面なら終了")),
      (
        strings("mouse", "マウス"),
        strings(
          "a click on a choice or a row moves there, the next one takes it, "
            + "the wheel moves through the rows; hold Shift to select text as usual, "
            + "or leave the mouse to the terminal by --no-mouse",
          "選択肢や行は 1 回目のクリックで移動し、2 回目で選ぶ。ホイールで行を移動する。"
            + "Shift を押しながらなら、ふだんどおり文字を選択できる。--no-mouse で使わない")
      ),
      ("Ctrl-L, Ctrl-Z", strings("redraw, pause the program", "再描画、一時停止")),
    ]
  }
}
