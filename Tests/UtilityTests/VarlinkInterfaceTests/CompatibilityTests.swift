import LinuxSystem
import SearchInterface
import TestSupport
import Testing
import VarlinkInterface

/// What clients of the last release rely on is still there; docs/versions.md promises it.
@Suite struct CompatibilityTests {
  private typealias Body = InterfaceDescription.Body
  private typealias Field = InterfaceDescription.Field

  /// What a client of an older description cannot use in the same way any more.
  private static func losses(
    from old: InterfaceDescription, to new: InterfaceDescription
  ) -> [String] {
    let bodies = Dictionary(uniqueKeysWithValues: new.declarations.map { (key($0), $0.body) })
    let sent = sentTypes(of: old)
    return old.declarations.flatMap { declaration -> [String] in
      let name = declaration.name
      guard let body = bodies[key(declaration)] else { return ["\(key(declaration)) is gone"] }
      switch (declaration.body, body) {
      case (.structure(let old), .structure(let new)):
        return losses(name, from: old, to: new, isSent: sent.contains(name))
      case (.enumeration(let old), .enumeration(let new)):
        return old.map(\.name).filter { !new.map(\.name).contains($0) }.map {
          "\(name).\($0) is gone"
        }
      case (.method(let oldParameters, let oldReply), .method(let parameters, let reply)):
        return losses("\(name)()", from: oldParameters, to: parameters, isSent: true)
          + losses("the reply of \(name)", from: oldReply, to: reply, isSent: false)
      case (.error(let old), .error(let new)):
        return losses(name, from: old, to: new, isSent: false)
      default:
        return ["\(name) is something else"]
      }
    }
  }

  /// What tells a declaration from all others: a method can have the name of a type.
  private static func key(_ declaration: InterfaceDescription.Declaration) -> String {
    if case .method = declaration.body { return "\(declaration.name)()" }
    return declaration.name
  }

  // With `isSent`, clients send these fields, so that a new one must be optional.
  private static func losses(
    _ name: String, from old: [Field], to new: [Field], isSent: Bool
  ) -> [String] {
    let types = Dictionary(uniqueKeysWithValues: new.map { ($0.name, $0.type) })
    let lost = old.filter { types[$0.name] != $0.type }.map {
      "\(name).\($0.name) is gone or another type"
    }
    let demanded = new.filter { field in
      if case .optional = field.type { return false }
      return isSent && !old.contains { $0.name == field.name }
    }
    return lost + demanded.map { "\(name).\($0.name) is new and must be given" }
  }

  /// The names of the types in the parameters of methods.
  private static func sentTypes(of interface: InterfaceDescription) -> Set<String> {
    var open: [Field] = interface.declarations.flatMap { declaration -> [Field] in
      if case .method(let parameters, _) = declaration.body { return parameters }
      return []
    }
    var found: Set<String> = []
    while let field = open.popLast() {
      guard let name = name(in: field.type), found.insert(name).inserted else { continue }
      for declaration in interface.declarations where declaration.name == name {
        if case .structure(let fields) = declaration.body { open += fields }
      }
    }
    return found
  }

  private static func name(in type: InterfaceDescription.ValueType) -> String? {
    switch type {
    case .named(let name): name
    case .optional(let inner), .array(let inner), .dictionary(let inner): name(in: inner)
    case .bool, .int, .float, .string, .object: nil
    }
  }

  @Test func `Clients of the last release can use this interface`() throws {
    let released = SourceTree.root.appending("Tests").appending("Released")
      .appending("io.sitta.Search.varlink")
    let old = try InterfaceDescription(released.text())
    let new = try InterfaceDescription(SearchInterfaceDescription.text)
    #expect(Self.losses(from: old, to: new) == [])
  }

  @Test(arguments: [
    ("type A (a: int, b: ?string)", "type A (a: int)", ["A.b is gone or another type"]),
    ("type A (a: int)", "type A (a: ?int)", ["A.a is gone or another type"]),
    ("type A (a: int)", "type A (a: int, b: int)", []),
    ("type A (a: int)", "", ["A is gone"]),
    ("type A (a: int)", "method A() -> ()", ["A is gone"]),
    ("type A (a: int)", "type A (x, y)", ["A is something else"]),
    ("type A (a: int)\nmethod A() -> ()", "type A (a: int)", ["A() is gone"]),
    ("type A (x, y)", "type A (y, z)", ["A.x is gone"]),
    ("error E (a: int)", "error E ()", ["E.a is gone or another type"]),
    ("method M(a: int) -> (b: int)", "method M(a: int, c: ?int) -> (b: int, d: int)", []),
    (
      "method M(a: int) -> (b: int)", "method M(a: int, c: int) -> ()",
      ["M().c is new and must be given", "the reply of M.b is gone or another type"]
    ),
    (
      "type P (a: int)\nmethod M(p: ?[]P) -> ()",
      "type P (a: int, b: bool)\nmethod M(p: ?[]P) -> ()",
      ["P.b is new and must be given"]
    ),
  ])
  func `A loss is found`(old: String, new: String, losses: [String]) throws {
    func interface(_ text: String) throws -> InterfaceDescription {
      try InterfaceDescription("interface org.test.a\n\(text)\n")
    }
    #expect(try Self.losses(from: interface(old), to: interface(new)) == losses)
  }
}
