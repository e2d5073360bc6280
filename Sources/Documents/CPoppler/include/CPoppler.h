#pragma once
// Reads PDF documents through libpoppler-cpp, if libsitta-pdf.so is beside the program and can be loaded. No function
// throws a C++ exception. Use one thread only.
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cpoppler_document;

/// UTF-8 text, valid until the next call with the same document. Unpaired surrogates are replaced.
struct cpoppler_text {
  const uint8_t *bytes;
  size_t count;
};

/// Loads the library, and everything that poppler would load at first use, for the lifetime of the process. Returns 0,
/// or -1.
int cpoppler_prepare(void);

/// Opens a document; `bytes` must stay valid until it is closed. Returns null if the document is damaged
/// beyond repair, or larger than INT_MAX bytes, or the library cannot be loaded.
struct cpoppler_document *cpoppler_open(const void *bytes, size_t size);

/// Closes a document.
void cpoppler_close(struct cpoppler_document *document);

/// Returns whether a password is needed; if so, only cpoppler_close may be called.
int cpoppler_is_locked(const struct cpoppler_document *document);

/// Returns whether the document is encrypted; it may be readable without a password.
int cpoppler_is_encrypted(const struct cpoppler_document *document);

/// Returns the number of pages that the document declares.
int cpoppler_page_count(const struct cpoppler_document *document);

/// Returns a value of the information dictionary; empty if there is none.
struct cpoppler_text cpoppler_information(struct cpoppler_document *document, const char *key);

/// Returns the XMP metadata; empty if there are none.
struct cpoppler_text cpoppler_metadata(struct cpoppler_document *document);

/// Reads the label and the text of a page; the first page is 0. The text is in the order of pdftotext(1)
/// without options. Returns 0, or -1 if there is no such page or it cannot be read.
int cpoppler_page(
    struct cpoppler_document *document, int page, struct cpoppler_text *label,
    struct cpoppler_text *text);

/// An image in shades of gray, valid until the next call with the same document.
struct cpoppler_image {
  const uint8_t *bytes;
  int width;
  int height;
  /// The number of bytes from the start of one row to the start of the next.
  int stride;
};

/// Renders a page; the first page is 0. If the page would have more than `most_pixels` pixels, the resolution
/// is lowered. Returns 0, or -1 if there is no such page or it cannot be rendered.
int cpoppler_render(
    struct cpoppler_document *document, int page, double dots_per_inch, double most_pixels,
    struct cpoppler_image *image);

#ifdef __cplusplus
}
#endif
