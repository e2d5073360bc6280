#pragma once
// PDF documents through libpoppler-cpp. No exception of C++ leaves a function. One thread calls them.
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cpoppler_document;

/// Bytes of UTF-8, valid until the next call with the same document. Unpaired surrogates are replaced.
struct cpoppler_text {
  const uint8_t *bytes;
  size_t count;
};

/// Has everything loaded that is loaded at its first use, and keeps it until the process ends. Returns 0, or
/// -1.
int cpoppler_prepare(void);

/// Opens a document, whose bytes have to stay in place. Null if it is damaged beyond repair, or larger than
/// INT_MAX bytes.
struct cpoppler_document *cpoppler_open(const void *bytes, size_t size);

/// Closes a document.
void cpoppler_close(struct cpoppler_document *document);

/// Whether a password is needed; then only cpoppler_close may be called.
int cpoppler_is_locked(const struct cpoppler_document *document);

/// The number of pages that the document declares.
int cpoppler_page_count(const struct cpoppler_document *document);

/// A value of the information dictionary; empty if there is none.
struct cpoppler_text cpoppler_information(struct cpoppler_document *document, const char *key);

/// The label and the text of a page, the first being 0, in the order in which pdftotext(1) writes it without
/// options. Returns 0, or -1 if there is no such page or it cannot be read.
int cpoppler_page(
    struct cpoppler_document *document, int page, struct cpoppler_text *label,
    struct cpoppler_text *text);

/// An image in shades of gray, valid until the next call with the same document.
struct cpoppler_image {
  const uint8_t *bytes;
  int width;
  int height;
  /// The distance of the rows in bytes.
  int stride;
};

/// Renders a page, the first being 0. A page that would have more pixels than `most_pixels` is rendered with
/// fewer dots per inch. Returns 0, or -1 if there is no such page or it cannot be rendered.
int cpoppler_render(
    struct cpoppler_document *document, int page, double dots_per_inch, double most_pixels,
    struct cpoppler_image *image);

#ifdef __cplusplus
}
#endif
