/// One workload, done by several contenders. The first is the floor, which the others are compared to.
public struct Contest {
  /// A short name, for the command line.
  public let name: String

  /// What is done, as the table says it.
  public let title: String

  /// How often it is done per round.
  public let count: Int

  /// The most that the second contender should need, as a multiple of the floor.
  public let goal: Double?

  /// All contenders, the floor first.
  public let contenders: [Contender]

  /// Makes a contest.
  public init(
    _ name: String, _ title: String, count: Int, goal: Double? = nil, _ contenders: Contender...
  ) {
    self.name = name
    self.title = title
    self.count = count
    self.goal = goal
    self.contenders = contenders
  }
}

/// One way of doing a workload.
public struct Contender {
  /// Who does it.
  public let name: String

  /// Gets everything ready to do it so often, and returns what is to be measured.
  public let prepare: (_ count: Int) -> () -> Void

  /// Makes a contender.
  public init(_ name: String, prepare: @escaping (_ count: Int) -> () -> Void) {
    self.name = name
    self.prepare = prepare
  }
}
