/// How the reader handles an element.
struct HTMLElement: Equatable, Sendable {
  /// How the text in an element is separated from the text beside it.
  enum Layout: UInt8 {
    case inline, space, line, paragraph
  }

  /// What the reader does with the content or the attributes of an element.
  enum Role: UInt8 {
    case plain, html, meta, title, heading, image, preformatted, textArea
    /// The content is text without markup, and a browser shows it.
    case rawText
    /// The content is text without markup, and a browser does not show it.
    case hidden
    case script, template, plaintext
    /// A word with its reading: the word, the reading, and parentheses for old browsers.
    case rubyBase, rubyText, rubyParenthesis
    /// SVG or MathML, whose syntax has its own rules.
    case foreign
  }

  static let unknown = Self(role: .plain, layout: .inline)

  var role: Role
  var layout: Layout

  /// Whether the reader looks at the attributes of the element.
  var hasAttributes: Bool { role == .html || role == .meta || role == .image }
}

/// Finds the properties of an element by its name.
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
    // Elements that a browser shows within a line, but whose words are separate words.
    insert(
      .plain, .space,
      "area audio button canvas embed input meter object progress select td th video")
    insert(.rubyBase, .inline, "ruby rb rtc")
    insert(.rubyText, .inline, "rt")
    insert(.rubyParenthesis, .inline, "rp")
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
    // Text elements of SVG, and rows and cells of matrices in MathML.
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
