/// A workload that several contenders carry out. The first contender is the floor, with which the
/// others are compared.
public struct Contest {
  /// A short name, for the command line.
  public let name: String

  /// The name of the workload in the table.
  public let title: String

  /// How often the workload is done per round.
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
  /// The name of the contender.
  public let name: String

  /// Prepares `count` runs of the workload, and returns the code to measure.
  public let prepare: (_ count: Int) -> () -> Void

  /// Makes a contender.
  public init(_ name: String, prepare: @escaping (_ count: Int) -> () -> Void) {
    self.name = name
    self.prepare = prepare
  }
}
