/// The rights that a jailed program has kept, as the kernel granted it.
public struct Confinement: Equatable, Sendable {
  /// The ABI of Landlock in effect; 0 if there is none.
  public var landlock: Int
  /// Whether system calls are filtered; without a filter only readers in Swift run.
  public var isFiltered: Bool
}
