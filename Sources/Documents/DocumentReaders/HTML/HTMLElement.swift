/// How the reader treats an element.
struct HTMLElement: Equatable, Sendable {
  /// The separation between the element and the text beside it.
  enum Layout: UInt8 {
    case inline, space, line, paragraph
  }

  /// The meaning of the element for the text and the metadata.
  enum Role: UInt8 {
    case plain, html, meta, title, heading, image, preformatted, textArea
    /// Its content is text without markup that is shown.
    case rawText
    /// Its content is text without markup that is not shown.
    case hidden
    case script, template, plaintext
    /// SVG or MathML, in which other rules hold.
    case foreign
  }

  static let unknown = Self(role: .plain, layout: .inline)

  var role: Role
  var layout: Layout

  /// Whether the reader looks at the attributes of the element.
  var hasAttributes: Bool { role == .html || role == .meta || role == .image }
}

/// Finds elements by their names.
struct HTMLElementTable: Sendable {
  static let shared = Self()

  private var elements = CodeTable<HTMLElement>()

  subscript(name: HTMLName) -> HTMLElement { elements[name.code] ?? .unknown }

  private init() {
    // The layout follows the style sheet of the standard, section "Rendering":
    // <https://html.spec.whatwg.org/multipage/rendering.html>
    insert(
      .plain, .line,
      """
      address article aside body br center dd details dialog dir div dt fieldset figcaption figure \
      footer form frameset head header hgroup legend li link main menu nav optgroup option search \
      section summary tbody tfoot thead tr
      """)
    insert(.plain, .paragraph, "blockquote caption dl h2 h3 h4 h5 h6 hr ol p table ul")
    // Elements that are laid out like a character, or beside their base as `rt` is, have their
    // words for themselves.
    insert(
      .plain, .space,
      "area audio button canvas embed input meter object progress rp rt select td th video")
    insert(.html, .line, "html")
    insert(.meta, .inline, "meta")
    insert(.title, .line, "title")
    insert(.heading, .paragraph, "h1")
    insert(.image, .space, "img image")
    insert(.preformatted, .paragraph, "pre listing")
    insert(.textArea, .line, "textarea")
    insert(.rawText, .paragraph, "xmp")
    insert(.hidden, .inline, "style noscript noframes")
    insert(.hidden, .space, "iframe noembed")
    insert(.script, .inline, "script")
    insert(.template, .inline, "template")
    insert(.plaintext, .paragraph, "plaintext")
    insert(.foreign, .space, "svg math")
    // The texts of pictures, and the cells of matrices.
    insert(.plain, .line, "desc mtr text")
    insert(.plain, .space, "annotation mtd")
  }

  private mutating func insert(
    _ role: HTMLElement.Role, _ layout: HTMLElement.Layout, _ names: String
  ) {
    for name in names.split(separator: " ") {
      elements[HTMLName(String(name)).code] = HTMLElement(role: role, layout: layout)
    }
  }
}
