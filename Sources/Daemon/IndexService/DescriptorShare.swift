/// How the descriptors of the process are shared: clients get no descriptor that indexing needs.
struct DescriptorShare {
  /// With a lower limit of open files, some part fails.
  static let least = 64
  /// The most descriptors of all other parts together: threads, readers of the index, the indexer and the
  /// programs that read documents.
  private static let reserve = 56
  /// The most connections, even if more files can be open.
  private static let mostConnections = 32

  /// The most connections of clients.
  let connections: Int

  /// - Parameter limit: how many files the process can have open; at least ``least``.
  init(of limit: Int) {
    connections = min(Self.mostConnections, max(Self.least - Self.reserve, limit - Self.reserve))
  }
}
