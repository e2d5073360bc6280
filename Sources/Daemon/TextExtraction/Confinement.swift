/// The confinement of a running jailed program, as the kernel granted it.
public struct Confinement: Equatable, Sendable {
  /// The ABI version of Landlock in effect; 0 without Landlock.
  public var landlock: Int
  /// Whether system calls are filtered; without a filter, only readers written in Swift run.
  public var isFiltered: Bool
}
