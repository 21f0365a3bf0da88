import QuizSupport

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
