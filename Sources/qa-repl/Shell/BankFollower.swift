import Signals

/// Reads what another program writes to a bank that this one only reads: as soon as the system
/// tells, and each second where it does not.
final class BankFollower {
  private static let interval = Duration.seconds(1)

  private let bag = DisposeBag()
  private let shell: Shell

  init(_ shell: Shell) {
    self.shell = shell
    shell.models.world.bankChanges
      .observe({ [unowned self] in read() }, completed: { [unowned self] in poll() })
      .disposed(by: bag)
    // Another program may have written since the bank was opened.
    read()
  }

  private func poll() {
    shell.models.world.scheduler.every(Self.interval) { [unowned self] in read() }
      .disposed(by: bag)
  }

  private func read() { shell.refresh() }
}
