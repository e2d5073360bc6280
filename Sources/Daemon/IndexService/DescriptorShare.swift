/// Divides the file descriptors of the process, so that clients never use those that indexing needs.
struct DescriptorShare {
  /// The smallest limit of open files with which all parts work.
  static let least = 64
  /// The most descriptors that all other parts need together: threads, readers of the index, the
  /// indexer, and the programs that read documents.
  private static let reserve = 56
  /// The most connections, however many files can be open.
  private static let mostConnections = 32

  /// The most connections of clients at the same time.
  let connections: Int

  /// - Parameter limit: how many files the process can have open; at least ``least``.
  init(of limit: Int) {
    connections = min(Self.mostConnections, max(Self.least - Self.reserve, limit - Self.reserve))
  }
}
