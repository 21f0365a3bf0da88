import QuizKit

/// A screen that can be asked for by name, with what it is to show.
enum Destination: Equatable {
}
