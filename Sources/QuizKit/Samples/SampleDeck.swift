import QuizExchange
import QuizSupport

/// A deck that comes with the program, so that new users can start at once. The questions were
/// written for this program and are free to use.
package struct SampleDeck: Sendable {
  /// The deck's name.
  package let name: String
  /// The language of its questions.
  package let language: Language
  /// Its questions, in order.
  package let questions: [QuestionContent]

  /// All sample decks.
  package static let all: [SampleDeck] = [japanese, english]

  /// Creates the content of one sample question. `correct` is counted from 1.
  private static func question(
    _ text: String, _ choices: [String], correct: Int, _ commentary: String, tag: String
  ) -> QuestionContent {
    QuestionContent(
      text: text, choices: choices.map { Choice($0) }, correct: correct - 1,
      commentary: commentary, tags: [tag])
  }
}

extension SampleDeck {
  /// Twenty questions in Japanese.
  static let japanese = SampleDeck(
    name: "はじめての一問一答", language: .japanese,
    questions: [
      question(
        "日本でいちばん長い川はどれですか。", ["利根川", "信濃川", "石狩川", "最上川"], correct: 2,
        "信濃川は全長367キロメートルで、長野県では千曲川と呼ばれます。", tag: "地理"),
      question(
        "日本でいちばん大きい湖はどれですか。", ["霞ヶ浦", "サロマ湖", "猪苗代湖", "琵琶湖"], correct: 4,
        "琵琶湖は滋賀県の面積のおよそ6分の1を占めます。", tag: "地理"),
      question(
        "松山市が県庁所在地の県はどれですか。", ["愛媛県", "香川県", "高知県", "徳島県"], correct: 1,
        "香川県は高松市、高知県は高知市、徳島県は徳島市です。", tag: "地理"),
      question(
        "本州と北海道を隔てる海峡はどれですか。", ["関門海峡", "鳴門海峡", "津軽海峡", "対馬海峡"], correct: 3,
        "津軽海峡の下を青函トンネルが通っています。", tag: "地理"),
      question(
        "鎌倉幕府の初代将軍は誰ですか。", ["足利尊氏", "源頼朝", "平清盛", "徳川家康"], correct: 2,
        "源頼朝は1192年に征夷大将軍に任じられました。", tag: "歴史"),
      question(
        "江戸幕府が大政奉還を行ったのは西暦何年ですか。", ["1853年", "1860年", "1867年", "1871年"], correct: 3,
        "15代将軍の徳川慶喜が政権を朝廷に返しました。", tag: "歴史"),
      question(
        "「源氏物語」の作者は誰ですか。", ["清少納言", "和泉式部", "紀貫之", "紫式部"], correct: 4,
        "清少納言は「枕草子」、紀貫之は「土佐日記」の作者です。", tag: "文学"),
      question(
        "「吾輩は猫である」を書いたのは誰ですか。", ["夏目漱石", "森鷗外", "芥川龍之介", "太宰治"], correct: 1,
        "1905年に雑誌「ホトトギス」で連載が始まりました。", tag: "文学"),
      question(
        "俳句の形はどれですか。", ["5・7・5", "5・7・5・7・7", "7・7・7・5", "5・5・7"], correct: 1,
        "5・7・5・7・7は短歌、7・7・7・5は都々逸の形です。", tag: "文学"),
      question(
        "水の化学式はどれですか。", ["CO₂", "H₂O", "O₂", "NaCl"], correct: 2,
        "水素原子2個と酸素原子1個が結びついています。", tag: "理科"),
      question(
        "太陽にいちばん近い惑星はどれですか。", ["金星", "火星", "水星", "地球"], correct: 3,
        "太陽に近い順に、水星、金星、地球、火星と並びます。", tag: "理科"),
      question(
        "植物が光を使って二酸化炭素と水から養分を作る働きを何といいますか。",
        ["呼吸", "蒸散", "発酵", "光合成"], correct: 4,
        "光合成は葉緑体で行われ、酸素も作られます。", tag: "理科"),
      question(
        "空気中でいちばん多い気体はどれですか。", ["酸素", "窒素", "アルゴン", "二酸化炭素"], correct: 2,
        "乾いた空気のおよそ78パーセントが窒素です。", tag: "理科"),
      question(
        "三角形の内角の和は何度ですか。", ["90度", "270度", "180度", "360度"], correct: 3,
        "四角形は2つの三角形に分けられるので360度になります。", tag: "算数"),
      question(
        "1から10までの整数をすべて足すといくつですか。", ["45", "50", "54", "55"], correct: 4,
        "1+10、2+9…と組にすると、11が5組できます。", tag: "算数"),
      question(
        "次のうち、素数はどれですか。", ["21", "27", "29", "33"], correct: 3,
        "21は3×7、27は3×9、33は3×11と表せます。", tag: "算数"),
      question(
        "コンピューターで、1バイトはふつう何ビットですか。", ["4ビット", "8ビット", "10ビット", "16ビット"],
        correct: 2, "8ビットで0から255までの256通りを表せます。", tag: "情報"),
      question(
        "十進法の10を二進法で表すとどれになりますか。", ["1010", "1100", "1001", "1110"], correct: 1,
        "8+2なので、1010になります。", tag: "情報"),
      question(
        "「猿も木から落ちる」と似た意味のことわざはどれですか。",
        ["石の上にも三年", "弘法にも筆の誤り", "猫に小判", "棚からぼた餅"], correct: 2,
        "どちらも、名人でも失敗することがあるという意味です。", tag: "ことば"),
      question(
        "「行く」の謙譲語はどれですか。", ["いらっしゃる", "おいでになる", "うかがう", "行かれる"], correct: 3,
        "ほかの3つは、相手の動作を高める尊敬語です。", tag: "ことば"),
    ])
}

extension SampleDeck {
  /// Twenty questions in English.
  static let english = SampleDeck(
    name: "First Steps", language: .english,
    questions: [
      question(
        "Which of these oceans is the largest?", ["Atlantic", "Indian", "Pacific", "Arctic"],
        correct: 3, "The Pacific covers about a third of the Earth's surface.", tag: "geography"),
      question(
        "Which city is the capital of Australia?",
        ["Canberra", "Sydney", "Melbourne", "Perth"], correct: 1,
        "Canberra was founded as a compromise between Sydney and Melbourne.", tag: "geography"),
      question(
        "Through which country does the Danube not flow?",
        ["Austria", "Hungary", "Serbia", "Poland"], correct: 4,
        "From Germany to the Black Sea it passes ten countries; Poland is not one of them.",
        tag: "geography"),
      question(
        "Which continent has no permanent human population?",
        ["Australia", "Antarctica", "South America", "Africa"], correct: 2,
        "Only the crews of research stations live in Antarctica, for some months or a year.",
        tag: "geography"),
      question(
        "In which year did people first walk on the Moon?", ["1957", "1961", "1969", "1975"],
        correct: 3, "Armstrong and Aldrin landed with Apollo 11 on 20 July 1969.",
        tag: "history"),
      question(
        "Who printed with movable metal type in Mainz around 1450?",
        ["Johannes Gutenberg", "William Caxton", "Aldus Manutius", "Albrecht Dürer"], correct: 1,
        "His best-known work is a Bible with 42 lines a page.", tag: "history"),
      question(
        "Which empire built Machu Picchu?", ["Aztec", "Maya", "Olmec", "Inca"], correct: 4,
        "It was built in the 15th century, high in the Andes of today's Peru.", tag: "history"),
      question(
        "Who wrote “Frankenstein”?",
        ["Bram Stoker", "Mary Shelley", "Jane Austen", "Emily Brontë"], correct: 2,
        "She began it in 1816, at the age of eighteen.", tag: "literature"),
      question(
        "How many lines has a sonnet?", ["Ten", "Twelve", "Fourteen", "Sixteen"], correct: 3,
        "Shakespeare's have three quatrains and a couplet: 4 + 4 + 4 + 2.", tag: "literature"),
      question(
        "What is the chemical symbol of gold?", ["Ag", "Au", "Go", "Gd"], correct: 2,
        "From Latin aurum; Ag is silver, argentum.", tag: "science"),
      question(
        "Which planet has the shortest day?", ["Earth", "Mars", "Venus", "Jupiter"], correct: 4,
        "Jupiter turns once in a little less than ten hours.", tag: "science"),
      question(
        "At sea level, at how many degrees Celsius does water boil?",
        ["90", "100", "110", "212"], correct: 2,
        "212 is the same temperature in degrees Fahrenheit.", tag: "science"),
      question(
        "Which part of a cell holds most of its DNA?",
        ["The nucleus", "The membrane", "The ribosome", "The cell wall"], correct: 1,
        "Mitochondria have a little DNA of their own.", tag: "science"),
      question(
        "What is 7 × 8?", ["48", "54", "56", "64"], correct: 3,
        "5, 6, 7, 8: 56 = 7 × 8.", tag: "mathematics"),
      question(
        "A triangle has sides of 3, 4 and 5. What kind is it?",
        ["Equilateral", "Right-angled", "Isosceles", "Obtuse"], correct: 2,
        "3² + 4² = 9 + 16 = 25 = 5².", tag: "mathematics"),
      question(
        "Which of these numbers is prime?", ["51", "57", "91", "97"], correct: 4,
        "51 = 3 × 17, 57 = 3 × 19, 91 = 7 × 13.", tag: "mathematics"),
      question(
        "In which structure does the last element in come out first?",
        ["Stack", "Queue", "Ring", "Tree"], correct: 1,
        "A queue gives back the first one in.", tag: "computing"),
      question(
        "How long does binary search take in a sorted array of n elements?",
        ["O(1)", "O(log n)", "O(n)", "O(n log n)"], correct: 2,
        "Each step halves what is left to search.", tag: "computing"),
      question(
        "Which HTTP status code means “not found”?", ["200", "301", "404", "500"], correct: 3,
        "4xx codes say that the request is at fault, 5xx that the server is.", tag: "computing"),
      question(
        "What is the plural of “analysis”?",
        ["analysises", "analysis", "analysi", "analyses"], correct: 4,
        "Like many Greek words in -is: crisis, crises; thesis, theses.", tag: "language"),
    ])
}
