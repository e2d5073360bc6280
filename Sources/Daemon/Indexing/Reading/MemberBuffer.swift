import FileSelection
import IndexStorage
import LinuxSystem

/// The members of a container that the rules include, in the order of reading.
///
/// Only few and small members are buffered, because a container may not fit into memory as a whole.
struct MemberBuffer: Sendable {
  /// The name of the container.
  private let name: [UInt8]
  /// The rules of its folder; nil if it is in no root.
  private let selection: FolderSelection?
  private(set) var members: [ContainerMember] = []
  private var size = 0
  /// Whether the members are too many or too large, so that the buffer has been emptied.
  private(set) var isFull = false

  /// The most members; more are large work.
  private static let limit = 200

  /// - Parameters:
  ///   - name: the name of the container.
  ///   - selection: the rules of its folder; nil if it is in no root.
  init(of name: [UInt8], _ selection: FolderSelection?) {
    (self.name, self.selection) = (name, selection)
  }

  /// Adds a member.
  mutating func append(_ member: ContainerMember) {
    if isFull { return }
    size += member.document.text.count
    members.append(member)
    if size > Reconciler.largeText || members.count > Self.limit {
      isFull = true
      members = []
    }
  }

  /// Removes and returns the members.
  mutating func takeMembers() -> [ContainerMember] {
    defer { members = [] }
    return members
  }

  /// Whether a rule excludes a member, or its text is that of a private key.
  func isLeftOut(_ member: ContainerMember) -> Bool {
    guard let selection else { return true }
    let verdict = selection.verdict(
      onMember: member.path.flatMap(\.self), of: name, size: member.document.status.size)
    if !verdict.isIncluded { return true }
    return !selection.includesSecrets && PrivateKeyHeader.find(in: member.document.text) != nil
  }

  /// Whether the content of a member with a suspicious name shows that it is a secret.
  func holdsSecret(_ member: ContainerMember) -> Bool {
    guard let selection, !selection.includesSecrets,
      let secret = selection.ambiguousSecret(onMember: member.path.flatMap(\.self), of: name)
    else { return false }
    return secret.isSecret(
      text: member.document.text, beginning: member.document.status.size == 0 ? [] : nil)
  }
}
