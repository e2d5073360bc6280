/// Who may read a file or pass through a folder, by its owner, mode and access control list.
///
/// Only one right of each entry is kept: to read a file, or to pass through a folder. So few different rules
/// exist. See acl(5) and path_resolution(7).
public struct AccessRule: Hashable, Sendable {
  /// The right that a rule grants.
  enum Right: UInt32, Sendable {
    /// To pass through a folder to its entries.
    case pass = 1
    /// To read a file.
    case read = 4

    /// The right as the permissions of an entry.
    var text: String {
      switch self {
      case .pass: "--x"
      case .read: "r--"
      }
    }
  }

  /// An entry for a user or a group other than those of the file.
  struct Named: Hashable, Sendable {
    let id: UInt32
    let isGranted: Bool
  }

  /// Whom the entries grant the right.
  struct Entries: Hashable, Sendable {
    var owner = false
    /// By ascending number; each user at most once.
    var users: [Named] = []
    var owningGroup = false
    /// By ascending number; each group at most once.
    var groups: [Named] = []
    /// Whether named users and all groups can have the right at all; nil without a mask.
    var mask: Bool?
    var others = false

    /// Whether any entry grants the right.
    var grantAny: Bool {
      owner || owningGroup || mask == true || others
        || (users + groups).contains(where: \.isGranted)
    }
  }

  /// The user ID of the owner.
  public let owner: UInt32
  /// The ID of the owning group.
  public let group: UInt32
  /// The right; nil if no entry grants it, so that rules of a file and a folder do not differ.
  let right: Right?
  let entries: Entries

  init(owner: UInt32, group: UInt32, _ right: Right?, _ entries: Entries) {
    (self.owner, self.group, self.entries) = (owner, group, entries)
    self.right = entries.grantAny ? right : nil
  }

  /// Whether no user lacks the right.
  public var allowsEverybody: Bool {
    entries.owner && entries.owningGroup && entries.others && entries.mask != false
      && (entries.users + entries.groups).allSatisfy(\.isGranted)
  }

  /// Whether a user has the right.
  ///
  /// The corresponding functions of Linux are `generic_permission` in fs/namei.c and `posix_acl_permission` in
  /// fs/posix_acl.c.
  ///
  /// - Parameters:
  ///   - user: the user ID; 0 always has the right, as with CAP_DAC_READ_SEARCH of capabilities(7).
  ///   - groups: the IDs of the user's primary and supplementary groups.
  /// - Returns: whether the kernel would grant it.
  public func allows(user: UInt32, groups: Set<UInt32>) -> Bool {
    if user == 0 { return true }
    if user == owner { return entries.owner }
    let isMasked = entries.mask == false
    if let entry = entries.users.first(where: { $0.id == user }) {
      return entry.isGranted && !isMasked
    }
    var isMember = false
    if groups.contains(group) {
      if entries.owningGroup { return !isMasked }
      isMember = true
    }
    for entry in entries.groups where groups.contains(entry.id) {
      if entry.isGranted { return !isMasked }
      isMember = true
    }
    return isMember ? false : entries.others
  }
}

// MARK: - As text

extension AccessRule: CustomStringConvertible {
  /// `OWNER:GROUP:`, and the entries in the short text form of acl(5) with numbers.
  ///
  /// An example is `1000:100:u::r--,u:1001:r--,g::r--,m::r--,o::---`.
  public var description: String {
    let permissions = { (isGranted: Bool) in isGranted ? right?.text ?? "---" : "---" }
    let named = { (tag: String, list: [Named]) in
      list.map { "\(tag):\($0.id):\(permissions($0.isGranted))" }
    }
    var words = ["u::\(permissions(entries.owner))"]
    words += named("u", entries.users)
    words.append("g::\(permissions(entries.owningGroup))")
    words += named("g", entries.groups)
    if let mask = entries.mask { words.append("m::\(permissions(mask))") }
    words.append("o::\(permissions(entries.others))")
    return "\(owner):\(group):\(words.joined(separator: ","))"
  }

  /// Parses a ``description``; nil for any other text, even if it means the same.
  public init?(text: String) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let owner = UInt32(parts[0]), let group = UInt32(parts[1]) else {
      return nil
    }
    var entries = Entries()
    var right: Right?
    for word in parts[2].split(separator: ",", omittingEmptySubsequences: false) {
      let fields = word.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 3 else { return nil }
      if fields[2] == "r--" { right = .read }
      if fields[2] == "--x" { right = .pass }
      let isGranted = fields[2] != "---"
      let named = UInt32(fields[1]).map { Named(id: $0, isGranted: isGranted) }
      switch (fields[0], named) {
      case ("u", let named?): entries.users.append(named)
      case ("g", let named?): entries.groups.append(named)
      case ("u", nil): entries.owner = isGranted
      case ("g", nil): entries.owningGroup = isGranted
      case ("m", nil): entries.mask = isGranted
      case ("o", nil): entries.others = isGranted
      default: return nil
      }
    }
    // A list without a mask has no named entries.
    if entries.mask == nil, !(entries.users + entries.groups).isEmpty { return nil }
    guard entries.isOrdered else { return nil }
    self.init(owner: owner, group: group, right, entries)
    // Repeated, missing and mixed entries, other permissions and numbers in another form.
    guard description == text else { return nil }
  }
}

extension AccessRule.Entries {
  /// Whether the users and the groups ascend, each at most once.
  fileprivate var isOrdered: Bool {
    [users, groups].allSatisfy { list in zip(list, list.dropFirst()).allSatisfy { $0.id < $1.id } }
  }
}
