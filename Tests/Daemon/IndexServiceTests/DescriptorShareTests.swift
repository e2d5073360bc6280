import Testing

@testable import IndexService

struct DescriptorShareTests {
  @Test(arguments: [(64, 8), (65, 9), (80, 24), (88, 32), (1_024, 32), (1_000_000, 32)])
  func `Clients get the descriptors that nothing else needs`(limit: Int, connections: Int) {
    #expect(DescriptorShare(of: limit).connections == connections)
  }
}
