// The functions of libsitta-pdf.so, which contains CPopplerLibrary and needs libpoppler-cpp. It is loaded, not linked:
// one program reads all formats, and those without PDF where that library is missing.
#define _GNU_SOURCE
#include "CPoppler.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FUNCTIONS(X)                                                                                                   \
  X(prepare) X(open) X(close) X(is_locked) X(is_encrypted) X(page_count) X(information) X(metadata) X(page) X(render)

#define DECLARE(name) __typeof__(cpoppler_##name) *name;
static struct {
  FUNCTIONS(DECLARE)
} library;

// A release archive has one library for each version of libpoppler-cpp; at most one of them can be loaded.
static const char *const names[] = {
    "libsitta-pdf.so", "libsitta-pdf-3.so", "libsitta-pdf-2.so", "libsitta-pdf-0.so"};

static void *open_library(void) {
  char path[4096];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  if (size <= 0 || (size_t)size >= sizeof path) return NULL;
  char *name = memrchr(path, '/', (size_t)size);
  if (!name) return NULL;
  size_t room = sizeof path - (size_t)(++name - path);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if ((size_t)snprintf(name, room, "%s", names[i]) >= room) return NULL;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle) return handle;
  }
  return NULL;
}

// It is called again after a failure: nothing is found then either, and the jail allows no more.
static int load(void) {
  if (library.render) return 1;
  void *handle = open_library();
  if (!handle) return 0;
#define RESOLVE(name)                                                                                                  \
  if (!(library.name = (__typeof__(library.name))dlsym(handle, "cpoppler_" #name))) return 0;
  FUNCTIONS(RESOLVE)
  return 1;
}

int cpoppler_prepare(void) { return load() ? library.prepare() : -1; }

struct cpoppler_document *cpoppler_open(const void *bytes, size_t size) {
  return load() ? library.open(bytes, size) : NULL;
}

// The others have a document, so the library is loaded.

void cpoppler_close(struct cpoppler_document *document) { library.close(document); }

int cpoppler_is_locked(const struct cpoppler_document *document) { return library.is_locked(document); }

int cpoppler_is_encrypted(const struct cpoppler_document *document) { return library.is_encrypted(document); }

int cpoppler_page_count(const struct cpoppler_document *document) { return library.page_count(document); }

struct cpoppler_text cpoppler_information(struct cpoppler_document *document, const char *key) {
  return library.information(document, key);
}

struct cpoppler_text cpoppler_metadata(struct cpoppler_document *document) { return library.metadata(document); }

int cpoppler_page(
    struct cpoppler_document *document, int page, struct cpoppler_text *label, struct cpoppler_text *text) {
  return library.page(document, page, label, text);
}

int cpoppler_render(
    struct cpoppler_document *document, int page, double dots_per_inch, double most_pixels,
    struct cpoppler_image *image) {
  return library.render(document, page, dots_per_inch, most_pixels, image);
}
