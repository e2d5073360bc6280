import LinuxSystem
import TestSupport
import Testing
import VarlinkInterface

@testable import InterfaceGenerator

struct GeneratedInterfaceTests {
  private static let folder = SourceTree.root.appending("Sources").appending("Wire")
    .appending("SearchInterface")

  private static let interface = Result {
    try InterfaceDescription(folder.appending("io.sitta.Search.varlink").text())
  }

  @Test func `The files are those that the generator makes now`() throws {
    let files = GeneratedInterface(try Self.interface.get()).files
    #expect(!files.isEmpty)
    let generated = Self.folder.appending("Generated")
    for file in files {
      #expect(
        try generated.appending(file.name).text() == file.text,
        "\(file.name) is out of date: run `make interface`")
    }
    let listing = try DirectoryListing(of: FileDescriptor(openingDirectory: generated))
    #expect(
      Set(listing.names.map { String(decoding: $0, as: UTF8.self) }) == Set(files.map(\.name)))
  }

  @Test func `Everything in the interface is described`() throws {
    let interface = try Self.interface.get()
    for declaration in interface.declarations {
      #expect(!declaration.comment.isEmpty, "\(declaration.name)")
      let members: [(String, InterfaceDescription.Comment)] =
        switch declaration.body {
        case .structure(let fields), .error(let fields): fields.map { ($0.name, $0.comment) }
        case .enumeration(let choices): choices.map { ($0.name, $0.comment) }
        case .method(let parameters, let reply): (parameters + reply).map { ($0.name, $0.comment) }
        }
      for (name, comment) in members {
        #expect(!comment.isEmpty, "\(declaration.name).\(name)")
      }
    }
  }

  @Test func `Each kind of declaration becomes Swift`() throws {
    let interface = try InterfaceDescription(
      """
      interface org.example
      # A point. It has no size.
      type Point (
        # From the left.
        x: ?int,
        # Its color.
        color: []Color
      )
      # A color.
      type Color (
        # Red.
        red
      )
      # Draws. With more, again and again.
      method Draw(
        # Where.
        at: Point
      ) -> ()
      # There is no room.
      error NoRoom (
        # How much is missing.
        missing: int
      )
      """)
    let files = Dictionary(
      uniqueKeysWithValues: GeneratedInterface(interface).files.map { ($0.name, $0.text) })
    let messages = try #require(files["Messages.swift"])
    #expect(
      messages.hasSuffix(
        """

        /// A point.
        ///
        /// It has no size.
        public struct PointMessage: Codable, Equatable, Sendable {
          /// From the left.
          public var x: Int?
          /// Its color.
          public var color: [Color]

          /// Makes the message from its fields.
          public init(x: Int? = nil, color: [Color]) {
            self.x = x
            self.color = color
          }
        }

        /// A color.
        public enum Color: String, CaseIterable, Codable, Sendable {
          /// Red.
          case red
        }

        """))
    let client = try #require(files["SearchClient+Methods.swift"])
    #expect(client.contains("public func draw(_ parameters: DrawMethod.Parameters) throws {"))
    #expect(client.contains("body: (DrawMethod.Reply) throws -> Void"))
    let errors = try #require(files["SearchFailure.swift"])
    #expect(errors.contains("  case noRoom(missing: Int)\n"))
    #expect(errors.contains("self = .noRoom(missing: parameters.missing)"))
  }
}
