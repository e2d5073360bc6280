#pragma once
// sd-bus, as far as the desktops need it. Its table of methods is made by macros and has bit fields, which Swift does not
// import, and its usual functions have variable arguments. See sd-bus(3).
#include <errno.h>
#include <stdlib.h>
#include <systemd/sd-bus.h>

/// A method of an interface; the signatures are those of D-Bus.
typedef struct {
  const char *member, *in, *out;
} cbus_method;

/// Adds an interface to an object. Its texts and the context must live as long as the connection; so does the table.
static inline int cbus_add_interface(
    sd_bus *bus, const char *path, const char *interface, const cbus_method *methods, size_t count,
    sd_bus_message_handler_t handler, void *context) {
  sd_bus_vtable *table = (sd_bus_vtable *)calloc(count + 2, sizeof *table);
  if (!table) return -ENOMEM;
  table[0] = (sd_bus_vtable)SD_BUS_VTABLE_START(0);
  for (size_t i = 0; i < count; i++) {
    table[i + 1] = (sd_bus_vtable)SD_BUS_METHOD(
        methods[i].member, methods[i].in, methods[i].out, handler, SD_BUS_VTABLE_UNPRIVILEGED);
  }
  table[count + 1] = (sd_bus_vtable)SD_BUS_VTABLE_END;
  return sd_bus_add_object_vtable(bus, NULL, path, interface, table, context);
}
