import Testing

@testable import QuizSupport

@Suite struct MountTableTests {
  private let table = """
    23 28 0:21 / / rw,relatime shared:1 - ext4 /dev/root rw
    30 23 0:26 / /home rw,relatime shared:2 master:1 - nfs4 server:/home rw
    31 30 0:27 / /home/ann/my\\040files rw - xfs /dev/sdb1 rw
    32 23 0:28 / /data rw - xfs /dev/sdc1 rw
    33 32 0:29 / /data rw - cifs //server/data rw
    34 23 0:30 / /mnt/bank.journal rw - tmpfs tmpfs rw
    a line of another kind
    """

  @Test(arguments: [
    ("/", "ext4"), ("/var/bank", "ext4"), ("/home/ann/bank", "nfs4"), ("/homes/bank", "ext4"),
    ("/home/ann/my files/bank", "xfs"), ("/data/bank", "cifs"), ("/mnt/bank.journal", "tmpfs"),
  ])
  func `a path is in the file system that is mounted nearest above it`(path: String, kind: String) {
    #expect(MountTable.kind(of: path, in: table) == kind)
  }

  @Test func `without a table nothing is known`() {
    #expect(MountTable.kind(of: "/bank", in: "") == nil)
  }
}
