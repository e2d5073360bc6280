#include "CPoppler.h"
#include <climits>
#include <cmath>
#include <iconv.h>
#include <memory>
#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>
#include <string>

struct cpoppler_document {
  std::unique_ptr<poppler::document> document;
  std::string label;
  std::string text;
  poppler::image image;
};

namespace {

void append(std::string &text, uint32_t character) {
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xc0 | character >> 6);
    text += static_cast<char>(0x80 | (character & 0x3f));
  } else if (character < 0x10000) {
    text += static_cast<char>(0xe0 | character >> 12);
    text += static_cast<char>(0x80 | (character >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (character & 0x3f));
  } else {
    text += static_cast<char>(0xf0 | character >> 18);
    text += static_cast<char>(0x80 | (character >> 12 & 0x3f));
    text += static_cast<char>(0x80 | (character >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (character & 0x3f));
  }
}

// poppler's own conversion opens a converter for each text.
void convert(const poppler::ustring &units, std::string &text) {
  text.clear();
  text.reserve(units.size() + units.size() / 4);
  for (size_t i = 0; i < units.size(); i++) {
    uint32_t unit = units[i];
    bool is_first = unit >= 0xd800 && unit < 0xdc00;
    if (is_first && i + 1 < units.size() && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000) {
      append(text, 0x10000 + ((unit - 0xd800) << 10) + (units[++i] - 0xdc00u));
    } else if (unit >= 0xd800 && unit < 0xe000) {
      append(text, 0xfffd);
    } else if (unit != 0xfeff || i > 0) { // A byte order mark comes first.
      append(text, unit);
    }
  }
}

cpoppler_text text(const std::string &string) {
  return {reinterpret_cast<const uint8_t *>(string.data()), string.size()};
}

// A crop box outside of the media box hides the whole page; viewers ignore it. Then the result is a
// rectangle around the media box, which is the same for each rotation of the page.
poppler::rectf visible_box(const poppler::page &page) {
  poppler::rectf crop = page.page_rect(poppler::crop_box);
  if (crop.width() > 0 && crop.height() > 0) return poppler::rectf();
  poppler::rectf media = page.page_rect(poppler::media_box);
  double size = std::fmax(media.width(), media.height());
  // Also false for NaN.
  if (!(size > 0 && size < 1e6)) return poppler::rectf();
  return poppler::rectf(-size, -size, 2 * size, 2 * size);
}

// Reads a page word by word.
void read_words(const poppler::page &page, std::string &text) {
  std::string word;
  text.clear();
  for (auto &box : page.text_list()) {
    convert(box.text(), word);
    text += word;
    text += box.has_space_after() ? ' ' : '\n';
  }
}

void ignore(const std::string &, void *) {}

poppler::document *open(const void *bytes, size_t size) {
  if (size > INT_MAX) return nullptr;
  return poppler::document::load_from_raw_data(
      static_cast<const char *>(bytes), static_cast<int>(size));
}

// An open document keeps the data that all documents share: without one, poppler reads the folder
// of character maps again.
std::unique_ptr<poppler::document> keeper;
const char smallest[] =
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>"
    ">>endobj\n"
    "4 0 obj<</Length 41>>stream\nBT /F 9 Tf 9 9 Td (a warm-up, \\344) Tj ET \nendstream endobj\n"
    "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>endobj\n"
    "6 0 obj<</Title(\\376\\377\\000a)>>endobj\n"
    "trailer<</Root 1 0 R/Info 6 0 R/Size 7>>\n";

} // namespace

int cpoppler_prepare(void) {
  try {
    // An open converter keeps its module loaded: both directions that poppler converts.
    const char *names[][2] = {{"UTF-16", "UTF-8"}, {"UTF-8", "UTF-16"}};
    for (auto &name : names)
      if (iconv_open(name[0], name[1]) == iconv_t(-1)) return -1;
    poppler::set_debug_error_function(ignore, nullptr);
    keeper.reset(open(smallest, sizeof smallest - 1));
    if (!keeper) return -1;
    keeper->get_title();
    std::unique_ptr<poppler::page> page(keeper->create_page(0));
    if (!page) return -1;
    page->label();
    page->text(poppler::rectf(), poppler::page::non_raw_non_physical_layout);
    return 0;
  } catch (...) {
    return -1;
  }
}

cpoppler_document *cpoppler_open(const void *bytes, size_t size) {
  try {
    std::unique_ptr<poppler::document> document(open(bytes, size));
    if (!document) return nullptr;
    auto result = std::make_unique<cpoppler_document>();
    result->document = std::move(document);
    return result.release();
  } catch (...) {
    return nullptr;
  }
}

void cpoppler_close(cpoppler_document *document) {
  try {
    delete document;
  } catch (...) {
  }
}

int cpoppler_is_locked(const cpoppler_document *document) {
  try {
    return document->document->is_locked();
  } catch (...) {
    return 0;
  }
}

int cpoppler_page_count(const cpoppler_document *document) {
  try {
    return document->document->pages();
  } catch (...) {
    return 0;
  }
}

int cpoppler_is_encrypted(const cpoppler_document *document) {
  try {
    return document->document->is_encrypted();
  } catch (...) {
    return 1;
  }
}

cpoppler_text cpoppler_metadata(cpoppler_document *document) {
  try {
    // poppler takes each byte for a character, unless the metadata are in UTF-16.
    poppler::ustring metadata = document->document->metadata();
    convert(metadata, document->text);
    bool are_bytes = true;
    for (auto unit : metadata) are_bytes = are_bytes && unit < 0x100;
    if (are_bytes) document->text.assign(metadata.begin(), metadata.end());
    return text(document->text);
  } catch (...) {
    return {nullptr, 0};
  }
}

cpoppler_text cpoppler_information(cpoppler_document *document, const char *key) {
  try {
    convert(document->document->info_key(key), document->text);
    return text(document->text);
  } catch (...) {
    return {nullptr, 0};
  }
}

int cpoppler_page(cpoppler_document *document, int number, cpoppler_text *label, cpoppler_text *content) {
  try {
    std::unique_ptr<poppler::page> page(document->document->create_page(number));
    if (!page) return -1;
    convert(page->label(), document->label);
    convert(
        page->text(visible_box(*page), poppler::page::non_raw_non_physical_layout), document->text);
    // A text ends with a form feed, unless a NUL in it has cut it.
    if (!document->text.empty() && document->text.back() != '\f') read_words(*page, document->text);
    *label = text(document->label);
    *content = text(document->text);
    return 0;
  } catch (...) {
    return -1;
  }
}

int cpoppler_render(
    cpoppler_document *document, int number, double dots_per_inch, double most_pixels,
    cpoppler_image *result) {
  try {
    std::unique_ptr<poppler::page> page(document->document->create_page(number));
    if (!page) return -1;
    poppler::rectf size = page->page_rect();
    // One comparison more than with numbers is for NaN.
    if (!(size.width() > 0) || !(size.height() > 0)) return -1;
    double square_inches = size.width() / 72 * (size.height() / 72);
    double dots = std::fmin(dots_per_inch, std::sqrt(most_pixels / square_inches));
    if (!(dots > 0)) return -1;
    // poppler rounds each side up, which matters for very thin pages.
    double pixels = std::ceil(size.width() * dots / 72) * std::ceil(size.height() * dots / 72);
    if (!(pixels <= 1.1 * most_pixels)) return -1;
    poppler::page_renderer renderer;
    renderer.set_image_format(poppler::image::format_gray8);
    renderer.set_render_hint(poppler::page_renderer::antialiasing);
    renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
    document->image = renderer.render_page(page.get(), dots, dots);
    const poppler::image &image = document->image;
    if (!image.is_valid() || image.format() != poppler::image::format_gray8) return -1;
    if (image.bytes_per_row() < image.width()) return -1;
    *result = {
        reinterpret_cast<const uint8_t *>(image.const_data()), image.width(), image.height(),
        image.bytes_per_row()};
    return 0;
  } catch (...) {
    return -1;
  }
}
