/// How answers are given and graded, in plain words, for the manual page.
enum AnswerManual {
  /// Headings, each with a text.
  static func sections(_ strings: Strings) -> [(title: String, text: String)] {
    [
      (
        strings("Several right answers", "正解が複数ある質問"),
        strings(
          """
          “1 3” or “choose 1 3” answers with these choices; “toggle 2” ticks one, and “choose” \
          alone hands in the ticks. The answer is right when it has all right choices and no \
          others. With “quiz --partial” each right choice earns its share of the point, and each \
          wrong one costs as much, but never below nothing.
          """,
          """
          「1 3」または「choose 1 3」と入力して答えます。toggle 2 で選択肢にチェックを入れておき、\
          番号なしの choose で回答してもかまいません。正しい選択肢をすべて選び、ほかを選ばなければ正解です。\
          quiz --partial では、選んだ正しい選択肢の割合が点になり、間違い 1 つにつき同じだけ引かれます(下限は 0 点)。
          """)
      ),
      (
        strings("Weights of choices", "択一の配点"),
        strings(
          """
          A choice may be worth −100 to 100 %, as in Moodle; the best one is right. “quiz \
          --partial” and exams give what the chosen one is worth, less than nothing too. GIFT, \
          Moodle XML, CSV and JSON keep weights; in tables they are a column weights, such as \
          1|0.5|-0.33.
          """,
          """
          Moodle のように、選択肢ごとに -100〜100 % の配点を付けられます。最も高いものが正解です。\
          quiz --partial と模擬試験では選んだ選択肢の配点が点になり、マイナスにもなります。\
          GIFT、Moodle XML、CSV、JSON で読み書きできます。表では weights の列に 1|0.5|-0.33 のように書きます。
          """)
      ),
      (
        strings("Texts and numbers", "文字や数値で答える質問"),
        strings(
          """
          “answer TEXT” hands in a text. Width, blanks around it and a full stop at its end do \
          not matter, capital letters only where the author says so. Numbers may be 3.14, 3,14, \
          1,234.5, 1.5e3 or 1.5 × 10^3; a single comma before exactly three digits separates \
          thousands.
          """,
          """
          answer の後に答えを入力します。全角と半角、前後の空白、末尾の句点の違いは問いません。\
          大文字と小文字は、作成者が指定した質問でだけ区別します。数値は 3.14、3,14、1,234.5、1.5e3、\
          1.5 × 10^3 のように書けます。カンマが 1 つだけで、その後がちょうど 3 桁なら、桁区切りとみなします。
          """)
      ),
      (
        strings("Cards", "カード"),
        strings(
          """
          A card has a front and a back. Think, “show” the back, and say how it went: “again” \
          (1), “hard” (2), “good” (3) or “easy” (4). Again counts as wrong, the others as right, \
          and reviews bring an easy card back later than a hard one. Exams ask no cards.
          """,
          """
          カードには表と裏があります。思い出したら show で裏面を見て、again(1)、hard(2)、good(3)、easy(4)で\
          自己評価します。again は不正解、ほかは正解です。easy にしたカードほど、次の復習までの間隔が空きます。\
          模擬試験には出ません。
          """)
      ),
      (
        strings("Gaps, orders and pairs", "穴埋め、並べ替え、組み合わせ"),
        strings(
          """
          “gap 1 Paris” fills a gap; one with choices takes a letter or a number, too. “order 3 1 \
          2” answers with an order, “match 1b 2a” with pairs. Once nothing is missing, that is the \
          answer; “choose” hands in what there is. All below the full point is wrong; with “quiz \
          --partial” it earns the share of the gaps, of the pairs, and of what is in its place.
          """,
          """
          空欄は「gap 1 Paris」のように埋めます。選択肢のある空欄には、記号か番号でも答えられます。\
          並べ替えには「order 3 1 2」、組み合わせには「match 1b 2a」のように答えます。すべて揃うと回答になります。\
          途中でも choose で提出できます。一部でも違えば不正解ですが、quiz --partial では正しい空欄、組、\
          位置の割合が点になります。
          """)
      ),
    ]
  }
}
